"""An environment with nothing in it but Sandtable and games that are not ours.

    python tests/e2e/stranger.py FOLDER

Writes games with `sandtable new-game`, builds their wheels and installs them into a fresh virtual
environment in FOLDER; prints its Python. The games: `harbour-lights` as it was written,
`no-board` without a board, and some whose boards fail: `throws`, `stumbles`, `from-tomorrow`,
`no-module`.
"""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from sandtable.scaffold import write_game

FAILING = {
    "throws": "export default { version: 1, mount: { board() { throw new Error('no'); } } };",
    "stumbles": """export default { version: 1, mount: { board: (target) => {
  target.textContent = 'for now';
  return { update() { throw new Error('no'); }, destroy() {} };
} } };""",
    "from-tomorrow": "export default { version: 99, mount: { board() {} } };",
    "no-module": "this is no script",
}


def run(*command: str | Path) -> None:
    told = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if told.returncode:
        raise SystemExit(told.stdout[-2000:] + told.stderr[-2000:])


def site_of(folder: Path, name: str) -> Path:
    return folder / name / "src" / name.replace("-", "_") / "site"


def main(folder: Path) -> None:
    for name in ("harbour-lights", "no-board", *FAILING):
        write_game(name, folder)
    for path in site_of(folder, "no-board").iterdir():
        path.unlink()
    site_of(folder, "no-board").rmdir()
    for name, script in FAILING.items():
        (site_of(folder, name) / "board.js").write_text(script)
    home = folder / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    wheels = folder / "wheels"
    for name in ("harbour-lights", "no-board", *FAILING):
        build = ["-m", "build", "--wheel", "--no-isolation", "--outdir"]
        run(sys.executable, *build, wheels, folder / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
    run(*pip, python, "install", "--quiet", "--no-deps", *sorted(wheels.glob("*.whl")))
    # The libraries are those of this environment. Sandtable itself comes by the path, as for every
    # server of these tests; its entry points are here, the link to the checkout is not.
    installed = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if entry.suffix != ".pth" and not (installed / entry.name).exists():
            (installed / entry.name).symlink_to(entry)
    print(python)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
