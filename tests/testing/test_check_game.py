"""Games that keep the contract pass, whatever they are like."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import sandtable
from bench.connect_four import ConnectFour
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.options import Choice, Flag, Whole, WholePair
from sandtable.engine.registry import forget
from sandtable.games.watch.state import WatchState
from sandtable.scaffold.templates.game import GAME
from sandtable.scaffold.templates.game.rules import Rules
from sandtable.testing import CHECKS, ContractBroken, check_bots, check_game, check_ties
from sandtable.testing.checks import trials
from sandtable.testing.description import ODD_VALUES, allows
from sandtable.testing.players import MOST_THOUGHTS
from tests.testing import honest

WATCH_TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"cards": "several", "minutes": 1}),
    (2, {"play": "match", "break_seconds": 0}),
    (3, {"cards": "several", "play": "match", "scoring": "ranks"}),
    (4, {"bell": "published", "ring_jitter_seconds": 30, "minutes": 1}),
    (5, {"squares": 60, "yellow": [1, 2], "turn_seconds": 3}),
    (6, {"first": 5, "play": "match", "minutes": 1, "turn_seconds": 3}),
]


@pytest.mark.parametrize("name", sorted(sandtable.games()))
def test_every_installed_game_keeps_the_contract(name: str) -> None:
    check_game(name)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_watch_game_keeps_it_with_any_number_of_seats(seats: int) -> None:
    check_game("watch", seats, range(100, 104))


@pytest.mark.parametrize(("seats", "options"), WATCH_TABLES)
def test_the_watch_game_keeps_it_with_options(seats: int, options: dict[str, Any]) -> None:
    check_game("watch", seats, range(200, 203), options, bots={})


def test_the_template_s_game_keeps_it() -> None:
    check_game(GAME, seeds=range(300, 330))


def test_a_game_whose_turns_take_weeks_keeps_it() -> None:
    check_game(Slow(), seats=3, seeds=range(3), options={"turn_seconds": WEEKS})


WEEKS = 10_000_000


class Slow(Rules):
    OPTIONS = (Rules.OPTIONS[0], Whole("turn_seconds", "PE-T5", "Slow", "Very.", 15, 3, WEEKS))


def test_a_game_without_clock_chance_or_secrets_keeps_it() -> None:
    check_game(ConnectFour())


@pytest.mark.parametrize(
    "game",
    [
        honest.RollsADieForFun(),
        honest.ShowsAndStirs(),
        honest.FinesWhoActsOutOfTurn(),
        honest.PlaysWithOpenHands(),
        honest.AnswersQuestions(),
        honest.VeilsNothingMuch(),
    ],
    ids=lambda game: type(game).__name__,
)
def test_an_unusual_game_that_keeps_it_passes(game: Game[Any]) -> None:
    check_game(game)


def test_fines_are_in_the_logs_that_are_replayed() -> None:
    game = honest.FinesWhoActsOutOfTurn()
    match = sandtable.new(game, seats=2, seed=1)
    with pytest.raises(sandtable.Refused):
        match.act(1 - match.active()[0], {"act": "draw"})
    assert match.log[1]["refused"] == "PE-T1"
    check_ties(game)


def test_the_game_under_test_is_installed_only_meanwhile() -> None:
    before = sandtable.games()
    check_game(GAME, seats=2, seeds=[1])
    with pytest.raises(ContractBroken):
        check_game(Nameless(), seeds=[1])
    assert sandtable.games() == before


class Nameless(Rules):
    TITLE = ""


def test_a_guest_that_was_registered_before_stays_registered() -> None:
    guest = honest.RollsADieForFun()
    sandtable.register(guest)
    try:
        check_game(GAME, seats=2, seeds=[1])
        assert sandtable.find("pebbles") is guest
    finally:
        forget("pebbles")


def test_all_numbers_of_seats_and_both_kinds_of_options_have_their_turn() -> None:
    tables = list(trials("check_game", "watch", None, range(10), None, 50))
    assert [table.seats for table in tables] == [2, 3, 4, 5, 6] * 2
    assert sorted((table.seats, table.drawn) for table in tables) == [
        (seats, drawn) for seats in range(2, 7) for drawn in (False, True)
    ]


def test_every_check_says_what_it_checks() -> None:
    for check in CHECKS:
        assert check.__name__.startswith("check_")
        assert check.__doc__


def test_no_check_is_left_out() -> None:
    package = Path(sandtable.testing.__file__).parent
    marked = [
        node.name
        for path in sorted(package.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(by, ast.Name) and by.id == "check" for by in node.decorator_list)
    ]
    assert sorted(marked) == sorted(check.__name__ for check in CHECKS)
    assert set(marked) <= set(sandtable.testing.__all__)


def test_the_kit_needs_no_test_framework() -> None:
    program = (
        "import sys\n"
        "sys.modules['pytest'] = sys.modules['hypothesis'] = sys.modules['jsonschema'] = None\n"
        "from sandtable.testing import check_game\n"
        "check_game('watch', seats=2, seeds=[0])\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", sorted(sandtable.games()))
def test_the_schema_of_the_options_is_json_schema(name: str) -> None:
    game = sandtable.find(name)
    schema = game.options_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(game.settle_options(game.MIN_SEATS, {}))
    assert not validator.is_valid({"no such option": 1})


@pytest.mark.parametrize(
    "option",
    [
        Whole("n", "XX-1", "N", "A number.", 6, 0, 60, step=3),
        Whole("n", "XX-1", "N", "A number or none.", None, 1, 5, or_none="drawn"),
        Choice("c", "XX-1", "C", "A word.", "a", {"a": "A", "no such word": "B"}),
        Flag("f", "XX-1", "F", "On or off.", True),
        WholePair("p", "XX-1", "P", "Two numbers.", 1, 9, "drawn"),
    ],
    ids=lambda option: type(option).__name__,
)
def test_the_kit_reads_schemas_as_a_validator_does(option: Any) -> None:
    validator = jsonschema.Draft202012Validator(option.schema())
    for value in (*ODD_VALUES, 3, 6, 61, "a", [1, 2], [2, 2], [0, 3], [1, 2, 3], [1, "2"]):
        assert allows(option.schema(), value) == validator.is_valid(value), value


def test_a_schema_with_words_the_kit_does_not_know_is_left_alone() -> None:
    assert allows({"type": "string", "pattern": "x+"}, "y") is None


class Thinker(Bot):
    """Thinks for as long as it may, and then takes the shortest step."""

    ABOUT = "Takes its time."
    THINKS = 1_000
    thoughts = 0

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if not acts:
            return None
        while not seen.budget.is_spent():
            pass
        type(self).thoughts += 1
        return Plan(1, acts[0], "It is short.")


class PeeksLate(Thinker):
    """Reads the other card as soon as half of the tokens are spent."""

    def plan(self, seen: Seen) -> Plan | None:
        plan = super().plan(seen)
        state = seen._state
        if plan is not None and isinstance(state, WatchState) and sum(state.tokens) < 45:
            plan.after += state.cards[1 - seen.seat]
        return plan


def test_bots_that_search_are_watched_to_the_end_of_a_game() -> None:
    known = {"random": RandomBot, "late": PeeksLate}
    with pytest.raises(ContractBroken, match="a bot does not peek"):
        check_bots("watch", 2, [1], {"minutes": 60}, bots=known)


def test_bots_play_at_tables_with_the_fewest_and_the_most_seats() -> None:
    seats: list[int] = []

    class Counts(RandomBot):
        def plan(self, seen: Seen) -> Plan | None:
            seats.append(seen.seats)
            return super().plan(seen)

    check_game(GAME, bots={"counts": Counts})
    assert sorted(frozenset(seats)) == [GAME.MIN_SEATS, GAME.MAX_SEATS]
    seats.clear()
    check_game(GAME, [3], bots={"counts": Counts})
    assert sorted(frozenset(seats)) == [3]


def test_a_game_with_a_bot_that_searches_is_broken_off() -> None:
    Thinker.thoughts = 0
    check_bots("watch", 2, [1], {"minutes": 5}, bots={"thinker": Thinker})
    assert Thinker.thoughts == 2 * MOST_THOUGHTS, "the bot and its twin"
