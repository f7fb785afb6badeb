"""What an operator reads about the settings is what the server does."""

import re
from pathlib import Path

import pytest

from sandtable.server.base.settings import Settings, from_environment

TABLE = Path(__file__).resolve().parents[2] / "docs" / "operating.md"
ROW = re.compile(r"^\|[^|]*\| `SANDTABLE_(\w+)` \| `([^`]+)` \|", re.MULTILINE)
DOCUMENTED = dict(ROW.findall(TABLE.read_text(encoding="utf-8")))


def shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_the_table_of_settings_was_found() -> None:
    assert len(DOCUMENTED) > 15


@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_a_default_is_what_the_docs_say(name: str, tmp_path: Path) -> None:
    named = name.lower()
    in_code = float if DOCUMENTED[name].isdecimal() else str
    for settings in (Settings(data_dir=tmp_path), from_environment({})):
        found = shown(getattr(settings, named))
        assert in_code(found) == in_code(DOCUMENTED[name])


def test_every_number_of_the_environment_reaches_its_setting() -> None:
    numbers = [name for name, default in DOCUMENTED.items() if default.isdecimal()]
    given = {f"SANDTABLE_{name}": str(100 + nth) for nth, name in enumerate(numbers)}
    settings = from_environment(given)
    found = [getattr(settings, name.lower()) for name in numbers]
    assert found == [100 + nth for nth in range(len(numbers))]
