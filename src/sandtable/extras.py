"""The extras of the package: which one is missing, the line to type, and how to install it.

The core is the engine, the games, the bots and the command line. The server and the client need
more, and say so in one line if it is missing.
"""

import importlib
import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.machinery import PathFinder
from typing import Final

from sandtable.version import __version__

MODULES: Final = {
    "client": ("websockets",),
    "lab": ("openskill",),
    "server": (
        "alembic",
        "platformdirs",
        "prometheus_client",
        "qrcode",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ),
    "postgres": ("psycopg",),
}
"""The modules that each extra brings on every platform; pyproject.toml has the versions."""


class MissingExtra(ImportError):
    """Something was asked for that needs an extra which is not installed."""


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed."""
    return [name for name in MODULES[extra] if importlib.util.find_spec(name) is None]


def advice(extra: str) -> str:
    """What to type. In double quotes, which the shells of all systems understand."""
    return f'pip install "sandtable[{extra}]"'


def need(extra: str, what: str) -> None:
    """Raise MissingExtra, with the line that helps, unless everything is there."""
    if missing(extra):
        raise MissingExtra(f"{what} needs more than the core: {advice(extra)}")


def install(extra: str, what: str, say: Callable[[str], None]) -> None:
    """Install what is missing of an extra into the environment that we run in.

    pip is asked for the version that is running: it finds that one installed, leaves it alone, and
    reads in its metadata what the extra needs.
    """
    lacking = missing(extra)
    if not lacking:
        return
    say(f"{what} needs {listed(lacking)}: installing, just this once")
    wish = f"sandtable[{extra}]=={__version__}"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    done = subprocess.run(
        [*pip, "install", wish],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    # What was not there when this process started is looked for again.
    importlib.invalidate_caches()
    PathFinder.invalidate_caches()
    if done.returncode or missing(extra):
        raise MissingExtra(
            f"{what} needs more than the core, and pip could not install it"
            f" ({reason(done.stderr)}); in a virtual environment: {advice(extra)}"
        )


def listed(names: Iterable[str]) -> str:
    *most, last = sorted(names)
    return f"{', '.join(most)} and {last}" if most else last


def reason(said: str) -> str:
    """The first error in what pip printed, without the word "ERROR"."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error:")]
    found = next(iter([*errors, *lines[-1:]]), "it gave no reason")
    return found.partition(":")[2].strip() if found in errors else found
