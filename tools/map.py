"""Write docs/map.md: every module of the package with one line, from its own docstring.

.venv/bin/python tools/map.py
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "sandtable"
TARGET = ROOT / "docs" / "map.md"
HEAD = """\
# The map of the house

Every module with the first sentence of its own docstring. `tools/map.py` writes this page, and a
test compares. What the folders are to each other is in [the architecture](architecture.md). All
games have the same files, which are [listed there](architecture.md#a-game).
"""
ELSEWHERE = ("games", "templates", "versions")
"""Folders whose modules are told elsewhere: the files of a game, and the steps of the database."""


def modules() -> list[Path]:
    """All modules, those of a folder before those of the folders in it."""
    found = [
        path
        for path in PACKAGE.rglob("*.py")
        if not set(path.relative_to(PACKAGE).parts[:-1]) & set(ELSEWHERE)
    ]
    return sorted(found, key=lambda path: (path.parent, path.name))


def first_sentence(path: Path) -> str:
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(words.partition("\n\n")[0].split())
    return re.split(r"(?<=\.) (?=[A-Z`])", paragraph)[0].replace("|", "\\|")


def source() -> str:
    lines = [HEAD]
    folder: Path | None = None
    for path in modules():
        if path.parent != folder:
            folder = path.parent
            name = folder.relative_to(PACKAGE.parent).as_posix()
            lines.append(f"\n## {name}/\n")
            about = folder / "__init__.py"
            if about.exists() and first_sentence(about):
                lines.append(f"{first_sentence(about)}\n")
            lines.append("| | |\n|---|---|")
        if path.name != "__init__.py":
            lines.append(f"| `{path.name}` | {first_sentence(path)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
