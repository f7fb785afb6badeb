"""Which build is running, and a guard against stale ones."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent


def kind() -> Literal["compiled", "interpreted"]:
    """Whether the rules run as compiled modules or as Python source; both give the same games."""
    from sandtable.engine import match

    return "compiled" if match.__file__.endswith(tuple(EXTENSION_SUFFIXES)) else "interpreted"


def compiled_files(folder: Path) -> list[Path]:
    """The compiled modules anywhere below a folder."""
    return sorted(path for suffix in (".so", ".pyd") for path in folder.rglob(f"*{suffix}"))


def refuse_compiled_source(package: Path = PACKAGE) -> None:
    """Raise ImportError when compiled modules lie in a checkout's source tree.

    There they would win over the source beside them, and edits would silently do nothing.
    """
    source = package.parent
    in_a_checkout = source.name == "src" and (source.parent / "pyproject.toml").is_file()
    if in_a_checkout and (stray := compiled_files(source)):
        raise ImportError(
            f"{len(stray)} compiled module(s) lie in the source tree and would hide later edits: "
            f"delete {stray[0]} and the like; `make play` builds its own in build/compiled"
        )
