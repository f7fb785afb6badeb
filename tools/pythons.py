"""`make pythons`: the tests of the engine, the games, the replays, the command line, the terminal,
the ladder, new games, the client and the API under every other supported Python on this machine,
each in an environment of its own.

The version that `.venv` has is left out: all other tests run on that one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.install import ROOT, VENV, fingerprint, up_to_date

TESTS = (
    "tests/engine", "tests/games", "tests/replays", "tests/cli", "tests/lab", "tests/scaffold",
    "tests/terminal", "tests/testing/test_plain.py", "tests/server/test_api.py",
    "tests/server/test_demo.py",
)  # fmt: skip
# These play many whole games by chance, or check the contract: that takes minutes, and is the same
# code again. The rules themselves have their tests in the other files.
WITHOUT = ("bot", "contract", "crowds", "first_rules", "griefer", "perft*", "properties")
LOCK = ROOT / "requirements" / "dev.lock"


def supported() -> list[str]:
    """The versions that the package says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [line.rpartition(" :: ")[2] for line in project["classifiers"] if "Python" in line]
    return [version for version in lines if "." in version]


def works_as(python: str, version: str) -> bool:
    """A name alone proves nothing: it may be a shim for a Python that is not there."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        said = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return said.stdout.strip() == version


def find(version: str) -> str | None:
    """A Python of this version: on the PATH, or among those that pyenv keeps."""
    named = shutil.which(f"python{version}")
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    kept = sorted(pyenv.glob(f"{version}.*/bin/python"))
    candidates = [*([named] if named else []), *map(str, reversed(kept))]
    return next((python for python in candidates if works_as(python, version)), None)


def environment(version: str, python: str) -> Path:
    """Its environment, with the locked packages and this checkout."""
    home = ROOT / f".venv-{version}"
    stamp, wanted = home / ".installed-lock", fingerprint(LOCK, ROOT / "pyproject.toml")
    own = home / "bin" / "python"
    if not up_to_date(stamp, wanted):
        print(f"pythons: installing the locked packages for Python {version}", flush=True)
        uv = str(VENV / "bin" / "uv")
        into = ["pip", "install", "--quiet", "--python", str(own)]
        itself = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
        for words in (
            ["venv", "--quiet", "--allow-existing", "--python", python, str(home)],
            [*into, "--require-hashes", "-r", str(LOCK)],
            [*into, *itself],
        ):
            subprocess.run([uv, *words], cwd=ROOT, check=True)
        stamp.write_text(wanted)
    return own


def main() -> int:
    parser = argparse.ArgumentParser(description="Test under every supported Python found here.")
    parser.add_argument("--workers", default="2")
    arguments = parser.parse_args()
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    left_out = [f"--ignore-glob=tests/games/*/test_{name}.py" for name in WITHOUT]
    failed = []
    for version in supported():
        if version == own:
            continue
        python = find(version)
        if python is None:
            print(f"pythons: Python {version} is not on this machine, so it is not tested here")
            continue
        command = [
            str(environment(version, python)),
            "-m",
            "pytest",
            "-q",
            "-m",
            "not soak and not slow",
        ]
        print(f"pythons: testing under Python {version}", flush=True)
        env = {**os.environ, "SANDTABLE_TEST_BUILD": "source"}
        done = subprocess.run(
            [*command, "-n", arguments.workers, *TESTS, *left_out], cwd=ROOT, env=env, check=False
        )
        if done.returncode:
            failed.append(version)
    if failed:
        print(f"pythons: tests failed under Python {' and '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as trouble:
        raise SystemExit(f"pythons: this command failed: {' '.join(trouble.cmd)}") from None
