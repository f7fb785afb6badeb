"""Every game has the same shape: if you know one, you find your way in all of them.

That goes for each folder of `games/`, and for the game with which `sandtable new-game` begins.
"""

from pathlib import Path

import pytest

from sandtable.scaffold import write_game
from tests.house.game_shape import BESIDES, NEEDED, amiss, read_game

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
OURS = sorted(path.parent for path in GAMES.glob("*/__init__.py"))

Edit = tuple[str, str, str]
"""A file, what stands in it, and what is put there instead; nothing stands where a file begins."""


@pytest.fixture(scope="module")
def scaffolded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a game as `sandtable new-game` writes it."""
    into = tmp_path_factory.mktemp("games")
    write_game("night-market", into)
    return read_game(into / "night-market" / "src" / "night_market")


def edited(files: dict[str, str], *edits: Edit) -> dict[str, str]:
    changed = dict(files)
    for name, old, new in edits:
        text = changed.get(name, '"""Something."""\n')
        assert old in text, f"{name} has no {old!r} to break"
        changed[name] = text.replace(old, new, 1) if old else text + new
    return changed


def test_there_are_games_to_look_at() -> None:
    assert len(OURS) >= 4


@pytest.mark.parametrize("folder", OURS, ids=lambda folder: folder.name)
def test_a_game_of_ours_has_the_shape(folder: Path) -> None:
    assert amiss(read_game(folder)) == []


def test_a_new_game_has_the_shape(scaffolded: dict[str, str]) -> None:
    assert amiss(scaffolded) == []


@pytest.mark.parametrize("name", [*(f"{module}.py" for module in NEEDED), *BESIDES])
def test_a_file_that_is_missing_is_noticed(name: str, scaffolded: dict[str, str]) -> None:
    files = {other: text for other, text in scaffolded.items() if other != name}
    assert f"{name} is missing" in amiss(files)


LISTS = "\n\ndef more(found: list[Act]) -> None: ...\n"
TELLS = "\n\ndef tell(told: Mapping[str, Any], names: Sequence[str]) -> str: ...\n"
LOADS = "\n\ndef read_hand(reader: Reader) -> None: ...\n"


PIECE = """

class Die:
    def __init__(self, like: "Die | None" = None) -> None:
        self.shown: int = 1 if like is None else like.last
"""


@pytest.mark.parametrize(
    ("edits", "fault"),
    [
        ([("judgement.py", "", "")], "judgement.py is named neither by the shape nor"),
        ([("rules.py", '."""', '.\n\n- bluff: bluffing\n"""')], "rules.py names bluff, and there"),
        ([("rules.py", '."""', '.\n\n- words: words\n"""')], "rules.py names words, which every"),
        ([("words.py", '"""', 'X = """')], "words.py does not say what it is for"),
        ([("actions.py", "ACTS:", "ALL:")], "actions.py has no ACTS"),
        ([("bot.py", "BOTS:", "ALL:")], "bot.py has no BOTS"),
        ([("options.py", "class Setup", "class Choice")], "options.py has no Setup"),
        ([("state.py", "", "\n\nclass Other(Table): ...\n")], "state.py has not one State"),
        ([("events.py", "", "\n\nclass Hop(Act): ...\n")], "events.py has the Act Hop"),
        ([("rules.py", "", "\n\nclass Hopped(Drew): ...\n")], "rules.py has the Event Hopped"),
        ([("view.py", "", "\nclass Mean(Club): ...\n")], "view.py has the Bot Mean"),
        ([("view.py", "", "\n\ndef dump() -> None: ...\n")], "dump belongs in position.py"),
        ([("rules.py", "", "\n\ndef legal() -> None: ...\n")], "legal belongs in listing.py"),
        ([("events.py", "", "\n\ndef words() -> None: ...\n")], "words belongs in words.py"),
        ([("events.py", "", "\n\ndef said() -> None: ...\n")], "events.py: said is no event"),
        ([("rules.py", "", LISTS)], "rules.py: more lists acts"),
        ([("view.py", "", TELLS)], "view.py: tell makes sentences"),
        ([("rules.py", "", "\n\ndef name(speech: Speech) -> str: ...\n")], "name makes sentences"),
        ([("view.py", "", LOADS)], "view.py: read_hand dumps or loads"),
        ([("view.py", "", "\n\ndef dump_hand() -> None: ...\n")], "dump_hand dumps or loads"),
        ([("rules.py", "listing.legal(state, seat)", "[]")], "legal does not hand on to"),
        (
            [("rules.py", "words.words(told, Speech(names))", "str(told)")],
            "words does not hand on to",
        ),
        ([("view.py", "", "\nfrom .words import words\n")], "view.py imports words"),
        ([("rules.py", "", "\nfrom . import bot\n")], "rules.py imports bot"),
        (
            [("bot_odds.py", "", ""), ("rules.py", "", "\nfrom .bot_odds import odds\n")],
            "rules.py imports bot_odds",
        ),
        (
            [("view_more.py", "", ""), ("rules.py", "", "\nfrom . import view_more\n")],
            "rules.py imports view_more",
        ),
        (
            [("preview_odds.py", "", ""), ("bot.py", "", "\nfrom .preview_odds import odds\n")],
            "bot.py imports preview_odds",
        ),
        (
            [("listing.py", "", "\nimport sandtable.games.night_market.position\n")],
            "listing.py imports position",
        ),
        ([("state.py", "setup: Setup, like", "setup: Setup, bag, like")], "is not made from"),
        ([("state.py", "seats, rng, like)", "seats, rng)")], "does not leave time and outcome"),
        (
            [("state.py", "        return Table(", "        self.turn = 0\n        return Table(")],
            "copy",
        ),
        ([("state.py", "else like.turn\n", "else like.turn_ends_at\n")], "Table.turn has no"),
        ([("state.py", "like.aside.copy()", "like.aside")], "Table.aside has no fresh value or"),
        ([("state.py", "copy_lists(like.hands)", "like.hands.copy()")], "Table.hands has no"),
        ([("state.py", "", PIECE)], "state.py: Die.shown has no fresh value or no copy"),
        ([("state.py", "0 if like is None else like.turn\n", "0\n")], "Table.turn has no fresh"),
    ],
)
def test_what_is_out_of_place_is_noticed(
    edits: list[Edit], fault: str, scaffolded: dict[str, str]
) -> None:
    found = amiss(edited(scaffolded, *edits))
    assert [one for one in found if fault in one], found


@pytest.mark.parametrize(
    "edits",
    [
        [("bot_odds.py", "", ""), ("bot.py", "", "\nfrom .bot_odds import odds\n")],
        [("bot_more.py", "", "\nclass Mean(Club): ...\n")],
        [("preview_odds.py", "", ""), ("preview.py", "", "\nfrom .preview_odds import odds\n")],
        [("bluff.py", "", ""), ("rules.py", '."""', '.\n\n- bluff: bluffing\n"""')],
        [("position_checks.py", "", LOADS)],
        [("state.py", "like.aside.copy()\n", 'like.aside\n        """Now copies share it."""\n')],
        [("first_rules.py", "", "\nclass First(Rules): ...\n")],
    ],
)
def test_what_has_its_place_is_let_pass(edits: list[Edit], scaffolded: dict[str, str]) -> None:
    assert amiss(edited(scaffolded, *edits)) == []


def test_the_architecture_page_names_every_file() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("\n## A game\n")[2].partition("\n## ")[0]
    for name in [*(f"{module}.py" for module in NEEDED if module != "__init__"), *BESIDES]:
        assert f"`{name}`" in section, name
