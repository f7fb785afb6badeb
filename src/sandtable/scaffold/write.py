"""Writes a new game: the template under `templates`, with the new names in it.

The template's package is a real game that our own tests play, so it cannot rot unseen. Around it
go the files of `templates/project`, where {{name}}, {{package}}, {{title}} and {{prefix}} stand
for the new names.
"""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable.scaffold.names import BadName, Names

TEMPLATES = "sandtable.scaffold.templates"
SUFFIX = ".tmpl"
PLACES = {"gitignore": ".gitignore", "rules.md": "src/{{package}}/rules.md"}


def write_game(name: str, into: Path) -> list[Path]:
    """Write the new game into a folder of its name. Raises BadName if the name will not do."""
    names = Names(name)
    folder = into / name
    if folder.exists():
        raise BadName(f"The folder {folder} already exists.")
    written: list[Path] = []
    for place, text in everything(names):
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def everything(names: Names) -> Iterator[tuple[str, str]]:
    """Each file of the new game: where it goes and what it says."""
    templates = files(TEMPLATES)
    for place, text in below(templates / "project"):
        place = place.removesuffix(SUFFIX)
        yield filled(PLACES.get(place, place), names), filled(text, names)
    for place, text in below(templates / "game"):
        yield f"src/{names.package}/{place}", renamed(text, names)


def below(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """All files in a folder of the template, with their paths in it."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_text(encoding="utf-8")


def filled(text: str, names: Names) -> str:
    for blank in ("name", "package", "title", "prefix"):
        text = text.replace("{{" + blank + "}}", getattr(names, blank))
    return text


def renamed(text: str, names: Names) -> str:
    """A file of the template's game, under the new game's names."""
    return (
        text.replace("PE-", f"{names.prefix}-")
        .replace('NAME: ClassVar[str] = "pebbles"', f'NAME: ClassVar[str] = "{names.name}"')
        .replace('TITLE: ClassVar[str] = "Pebbles"', f'TITLE: ClassVar[str] = "{names.title}"')
        .replace("Pebbles. Rules:", f"{names.title}. Rules:")
        # What its board calls the elements that the site gives it.
        .replace("pebbles-", f"{names.name}-")
    )
