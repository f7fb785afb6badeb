"""What a game brings for the page: the files in the folder `site` of its own package.

`cover.svg` is the picture on its box and `board.js` its board, an ES module; what they need lies
beside them. The address of each file contains a hash of all of them, so a browser may keep it for
good: when the content changes, so does the address.
"""

import hashlib
import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sandtable.engine.errors import UnknownGame
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.server.http.rulebook import folder_of

FOLDER: Final = "site"
BOARD: Final = "board.js"
COVERS: Final = ("cover.svg", "cover.avif", "cover.webp", "cover.png", "cover.jpg")
KINDS: Final = {
    ".avif": "image/avif",
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Files of other kinds are not served."""
NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
MOST_FILES: Final = 500
DEEPEST: Final = 5
MOST_BYTES: Final = 8 * 1024 * 1024
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Shipped:
    """The files of one game as they are now."""

    def __init__(self, game: str, files: dict[str, Traversable], stamp: str) -> None:
        self.game = game
        self.files = files
        self.stamp = stamp
        """A hash of names and contents."""

    def address(self, *names: str) -> str | None:
        """The address of the first of these that exists, if any does."""
        for name in names:
            if name in self.files:
                return f"/games/{self.game}/{self.stamp}/{name}"
        return None


class GameFiles:
    """The files of all games, read again when they change: somebody may be writing a board."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, Shipped]] = {}

    def of(self, game: Game[Any]) -> Shipped:
        files = collect(game)
        seen = tuple((name, state_of(file)) for name, file in files.items())
        known = self._known.get(game.NAME)
        if known is not None and known[0] == seen:
            return known[1]
        shipped = Shipped(game.NAME, files, fingerprint(files))
        self._known[game.NAME] = (seen, shipped)
        return shipped

    def read(self, name: str, stamp: str, path: str) -> tuple[bytes, str] | None:
        """A file and its content type; None if there is no such file, or no longer."""
        try:
            shipped = self.of(find(name))
        except UnknownGame:
            return None
        # Only files that were found in the folder are served: no path leads anywhere else.
        file = shipped.files.get(path)
        if file is None or stamp != shipped.stamp:
            return None
        return file.read_bytes(), KINDS[suffix_of(path)]

    async def __call__(self, request: Request) -> Response:
        asked = request.path_params
        found = await run_in_threadpool(self.read, asked["game"], asked["stamp"], asked["path"])
        if found is None:
            raise HTTPException(404)
        content, kind = found
        return Response(content, headers={"content-type": kind, "cache-control": FOR_GOOD})


def suffix_of(path: str) -> str:
    return path[path.rfind(".") :] if "." in path else ""


def collect(game: Game[Any]) -> dict[str, Traversable]:
    """All that may be served, by its path in the folder."""
    package = folder_of(game)
    found: dict[str, Traversable] = {}
    if package is not None and (package / FOLDER).is_dir():
        add_below(package / FOLDER, [], found)
    return found


def add_below(folder: Traversable, path: list[str], found: dict[str, Traversable]) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if len(found) >= MOST_FILES or NAME.fullmatch(entry.name) is None:
            continue
        here = [*path, entry.name]
        if entry.is_dir():
            if len(here) <= DEEPEST:
                add_below(entry, here, found)
        elif suffix_of(entry.name) in KINDS and is_light(entry):
            found["/".join(here)] = entry


def is_light(entry: Traversable) -> bool:
    """Whether it is a file that can be sent whole; every file in an archive counts as small."""
    if not isinstance(entry, Path):
        return entry.is_file()
    return entry.is_file() and entry.stat().st_size <= MOST_BYTES


def state_of(file: Traversable) -> object:
    """A value that changes whenever the file is written; a file in an archive never is."""
    if not isinstance(file, Path):
        return None
    stat = file.stat()
    return stat.st_mtime_ns, stat.st_size


def fingerprint(files: dict[str, Traversable]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        content = files[path].read_bytes()
        digest.update(f"{path}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:20]
