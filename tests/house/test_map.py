"""The map of the house shows every module, with the line that it says of itself."""

import re

from tools import map as house


def test_the_map_is_what_the_modules_say() -> None:
    assert house.TARGET.read_text(encoding="utf-8") == house.source(), "run tools/map.py"


def test_every_module_is_on_it_with_a_line() -> None:
    rows = dict(re.findall(r"^\| `(\S+\.py)` \| (.*) \|$", house.source(), re.MULTILINE))
    names = {path.name for path in house.modules() if path.name != "__init__.py"}
    assert names == set(rows)
    assert [name for name, line in rows.items() if len(line) < 10] == []


def test_the_server_s_rooms_say_what_they_are_for() -> None:
    rooms = [path for path in house.modules() if path.name == "__init__.py"]
    assert [path for path in rooms if not house.first_sentence(path)] == []
