"""An environment with nothing in it but Sandtable, what it requires, and games that are not ours.

    python -m tests.e2e.stranger FOLDER

Writes games with `sandtable new-game`, builds their wheels and Sandtable's own, page included, and
installs them into an empty virtual environment in FOLDER, whose Python it prints. What they require
comes from wheels too, packed again from the files of the locked packages here: no network is
needed. The games: `harbour-lights` as it was written, `no-board` without a board, and some whose
boards fail: `throws`, `stumbles`, `from-tomorrow`, `no-module`.
"""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sandtable.scaffold import write_game
from tests.builds.environments import ROOT, build_wheel, clean_environment

FAILING = {
    "throws": "export default { version: 1, mount: { board() { throw new Error('no'); } } };",
    "stumbles": """export default { version: 1, mount: { board: (target) => {
  target.textContent = 'for now';
  return { update() { throw new Error('no'); }, destroy() {} };
} } };""",
    "from-tomorrow": "export default { version: 99, mount: { board() {} } };",
    "no-module": "this is no script",
}
GAMES = ("harbour-lights", "no-board", *FAILING)


def site_of(folder: Path, name: str) -> Path:
    return folder / name / "src" / name.replace("-", "_") / "site"


def write_games(folder: Path) -> None:
    for name in GAMES:
        write_game(name, folder)
    shutil.rmtree(site_of(folder, "no-board"))
    for name, script in FAILING.items():
        (site_of(folder, name) / "board.js").write_text(script)


def sandtable_source(folder: Path) -> Path:
    """What Sandtable's wheel is built from: this checkout.

    In the middle of an edit (SANDTABLE_TEST_BUILD=source) it is a copy of it that compiles nothing.
    """
    if os.environ.get("SANDTABLE_TEST_BUILD") != "source":
        return ROOT
    copy = folder / "sandtable"
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", copy / "src", ignore=without)
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, copy / name)
    return copy


def main(folder: Path) -> None:
    write_games(folder)
    sources = [sandtable_source(folder), *(folder / name for name in GAMES)]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        wheels = workers.map(
            lambda source: build_wheel(folder / "wheels" / source.name, source), sources
        )
        print(clean_environment(folder / "venv", list(wheels), "server"))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
