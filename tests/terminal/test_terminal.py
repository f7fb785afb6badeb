"""Games in a terminal: every installed game, with a clock in the test's hand."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from sandtable.cli import main
from sandtable.engine.legend import Deed, Legend, by_seat, hidden, numbered, rows, seat, shown
from sandtable.engine.registry import installed
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.terminal.reading import ViewReader, spans, words_of
from sandtable.terminal.table import Evening, Leave, in_columns, winners_in_words

NAMES = ["You", "Sun", "Moon", "Star"]


class Sitting:
    """A person who types what a test says, at a table where time passes only while they wait."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, types: Callable[["Sitting"], str | None]):
        self.now = 1_000.0
        self.said: list[str] = []
        self.types = types
        self.asked = 0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def ask(self, seconds: float) -> str | None:
        self.asked += 1
        self.now += max(0.001, seconds)
        return self.types(self)

    def sit(self, game: str, opponents: list[str], **options: object) -> Evening:
        match = new(game, seats=len(opponents) + 1, seed=5, options=options)
        names = NAMES[: match.seats]
        return Evening(match, 0, opponents, names, seeded(1), self.said.append, self.ask)

    def has_said(self, words: str) -> bool:
        return any(words in line for line in self.said)


@pytest.mark.parametrize("game", sorted(installed()))
def test_every_game_can_be_played_to_its_end(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def types(sitting: Sitting) -> str | None:
        return "1" if sitting.asked % 2 else None

    sitting = Sitting(monkeypatch, types)
    seats = installed()[game].MIN_SEATS
    sitting.sit(game, ["random"] * (seats - 1)).play()
    assert sitting.has_said(" won. Scores: you ")
    assert any(line.lstrip().startswith("1  ") for line in sitting.said), "acts have numbers"
    assert any("  You " in line for line in sitting.said), "the log speaks to whoever plays"


def script(*lines: str) -> Callable[[Sitting], str | None]:
    """One line after the other, each as soon as there is something to do."""
    left: Iterator[str] = iter(lines)

    def types(sitting: Sitting) -> str | None:
        if not sitting.evening.offered:  # type: ignore[attr-defined]
            return None
        return next(left, "q")

    return types


def evening(
    monkeypatch: pytest.MonkeyPatch, *lines: str, opponent: str = "novice"
) -> tuple[Sitting, Evening]:
    sitting = Sitting(monkeypatch, script(*lines))
    table = sitting.sit("watch", [opponent], first=0)
    sitting.evening = table  # type: ignore[attr-defined]
    with pytest.raises(Leave):
        table.play()
    return sitting, table


def test_words_do_what_a_number_does(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = evening(monkeypatch, "GREEN, 2")
    assert sitting.has_said("You spend 2 tokens and move green to square 2.")
    assert table.match.entries[0].seat == 0


def test_words_that_fit_several_acts_or_none_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = evening(monkeypatch, "green", "green purple", "999", "-1", "")
    assert sitting.has_said("Which of these")
    assert sitting.has_said("Nothing you can do now matches that")
    assert not table.match.entries


def test_many_acts_are_shown_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, _ = evening(monkeypatch)
    assert sitting.has_said("Move green, spending 1 to 11, 13 to 23")


def test_a_hint_has_a_reason_and_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = evening(monkeypatch, "h")
    (hint,) = [line for line in sitting.said if line.startswith("Move ")]
    assert len(hint.split(". ")) == 2, hint
    assert not table.match.entries


def test_a_refusal_says_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was offered a moment ago may no longer be possible."""
    sitting = Sitting(monkeypatch, lambda _: "q")
    table = sitting.sit("watch", ["novice"], first=1)
    table.offered = table.match.legal(1)
    table.do(table.offered[0])
    assert any(line.startswith("WA-T1: ") for line in sitting.said), sitting.said


def test_a_view_is_read_by_its_legend() -> None:
    legend = Legend(
        {
            "turn": seat("Turn"),
            "secret": hidden(),
            "hands": by_seat("Hands"),
            "hands.*": numbered(),
            "hands.*.*": shown(reads="{colour} {value}|{colour}", none="face down"),
            "grid": rows(2, "Grid"),
        },
        {
            "give": Deed("Give", "card {card} to {player}", seats=("player",), places=("card",)),
            "turn": Deed("Turn", "{glass}", named=("glass",)),
        },
        {"mine": "{0}'s planet", "red": "crimson", "glass-4": "{1}'s glass 2"},
    )
    reader = ViewReader(legend, ["You", "Sun"], 0)
    view = {
        "grid": ["a", "b", "c", "mine"],
        "hands": [[{"colour": "red", "value": 3}, None], [{"colour": "blue"}]],
        "secret": 5,
        "turn": 1,
        "last_word": True,
        "empty": [],
    }
    assert reader.lines(view, 0) == [
        "  Turn: Sun",
        "  Hands: you: 1: crimson 3, 2: face down; Sun: 1: blue",
        "  Grid:",
        "    a, b",
        "    c, your planet",
        "  Last word: yes",
    ]
    assert reader.act({"act": "give", "card": 0, "player": 1}) == "Give card 1 to Sun"
    assert reader.act({"act": "hop_on", "far": 2}) == "Hop on far 2"
    turns = [{"act": "turn", "glass": glass} for glass in (4, 5)]
    assert [words for words, _ in reader.runs(turns)] == ["Turn Sun's glass 2", "Turn glass-5"]
    acts = [{"act": "give", "player": 1, "card": card} for card in (0, 1, 2, 4)]
    assert reader.runs(acts) == [("Give card 1 to 3, 5 to Sun", [0, 1, 2, 3])]


def test_long_lists_count_as_the_acts_do() -> None:
    """The rules of Out of Time number its spaces from 0; cards in a row are counted from 1."""
    legend = Legend({"spaces": shown("Spaces"), "row": numbered("Row")}, {})
    long = ["x" * 40, "y" * 40]
    assert ViewReader(legend, ["You"], 0).lines({"spaces": long, "row": long}, 0) == [
        "  Spaces:",
        f"    0: {long[0]}",
        f"    1: {long[1]}",
        "  Row:",
        f"    1: {long[0]}",
        f"    2: {long[1]}",
    ]


def test_small_things() -> None:
    assert spans([1, 2, 3, 5, 7, 8]) == "1 to 3, 5, 7 to 8"
    assert words_of("Move green, spending 2!") == ["move", "green", "spending", "2"]
    assert in_columns(list("0123456789"), 12) == ["0  3  6  9", "1  4  7", "2  5  8"]
    assert in_columns(["a", "b"], 80) == ["a", "b"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("chess", "no game 'chess'"),
        ("watch --bots king", "no bot 'king'"),
        ("watch --bots club,club,club,club,club,club", "is for 2 to 6 players"),
        ("watch --pace 5", "--pace is a number from 50 to 200"),
        ("watch --option colour=red", "colour"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_line(
    wrong: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *wrong.split()]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1


def test_the_command_plays_until_nobody_types_any_more() -> None:
    line = [
        sys.executable,
        "-m",
        "sandtable",
        "play",
        "watch",
        "--seed",
        "3",
        "--option",
        "first=0",
    ]
    done = subprocess.run(
        line, input="green 1\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "You spend 1 token and move green to square 1." in done.stdout
    assert "Goodbye. The seed was 3." in done.stdout


def test_names_stay_as_people_write_them_at_the_end() -> None:
    assert winners_in_words([]) == "Nobody"
    assert winners_in_words(["you", "Moon"]) == "You and Moon"
    assert winners_in_words(["Sun", "Moon"]) == "Sun and Moon"
    assert winners_in_words(["ada"]) == "ada"
