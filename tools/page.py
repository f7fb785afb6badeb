"""Builds the page into the server's folder, unless nothing has changed since the last build.

    python3 tools/page.py

A clone gives every file the time of the cloning, so times say nothing; a stamp names the contents.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.install import ROOT, WEB, Trouble, find_npm, fingerprint, up_to_date

PAGE = ROOT / "src" / "sandtable" / "server" / "site" / "index.html"
STAMP = ROOT / "build" / "page.stamp"
PARTS = ("src", "public")
SETTINGS = ("*.html", "*.json", "*.js", "vite.config.ts", "weigh.ts", "swap.ts")


def sources() -> list[Path]:
    """Everything that decides how the page comes out, which its tests do not."""
    inside = [path for part in PARTS for path in (WEB / part).rglob("*") if path.is_file()]
    beside = [path for pattern in SETTINGS for path in WEB.glob(pattern)]
    return sorted(path for path in [*inside, *beside] if ".test." not in path.name)


def wanted() -> str:
    files = sources()
    names = " ".join(path.relative_to(WEB).as_posix() for path in files)
    return f"{fingerprint(*files)} {names}"


def is_built() -> bool:
    return PAGE.is_file() and up_to_date(STAMP, wanted())


def build() -> None:
    """Build it; what changes meanwhile is built the next time."""
    contents = wanted()
    npm = find_npm()
    subprocess.run([npm, "--prefix", str(WEB), "run", "--silent", "build"], cwd=ROOT, check=True)
    STAMP.parent.mkdir(parents=True, exist_ok=True)
    STAMP.write_text(contents)


if __name__ == "__main__":
    if not is_built():
        try:
            build()
        except Trouble as trouble:
            raise SystemExit(f"page: {trouble}") from None
        except subprocess.CalledProcessError:
            raise SystemExit("page: it could not be built, see above") from None
