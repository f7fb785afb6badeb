"""The site: the built page, shipped inside the package."""

from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

SITE = Path(str(files("sandtable.server"))) / "site"

NOT_BUILT = """<!doctype html><html lang='en'><meta charset='utf-8'><title>Sandtable</title>
<h1>Sandtable is running</h1>
<p>The page has not been built here. In a checkout <code>make play</code> builds it;
an installed package has it inside.</p>
<p>The <a href='/api/docs'>API</a> works without it.</p></html>
"""


class Site:
    """The files of the build. Every other path gets the page itself, which does its own routing."""

    def __init__(self, folder: Path = SITE) -> None:
        self.folder = folder.resolve()

    def file(self, wanted: str) -> Path | None:
        """The file of this name, if it is one of ours."""
        try:
            path = (self.folder / wanted).resolve()
            return path if path.is_file() and path.is_relative_to(self.folder) else None
        except (OSError, ValueError):
            raise HTTPException(404) from None  # no file can have such a name

    async def __call__(self, request: Request) -> Response:
        index = self.folder / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT)
        wanted = request.path_params.get("path", "")
        path = self.file(wanted)
        if path is not None:
            # Files below assets/ carry a hash of their content in their name.
            lasting = wanted.startswith("assets/")
            kept = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(path, headers={"cache-control": kept})
        if "." in wanted.rpartition("/")[2]:
            raise HTTPException(404)
        return FileResponse(index, headers={"cache-control": "no-cache"})
