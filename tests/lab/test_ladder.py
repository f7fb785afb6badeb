"""The ladder: who meets whom, how they are rated, and that nothing depends on the machine."""

import json

import pytest

from bench.connect_four import ConnectFour
from sandtable.cli import main, usual_levels
from sandtable.lab.ladder import (
    Ladder,
    as_text,
    climb,
    in_turn,
    lineups,
    pair,
    rate,
    studies,
    wins_of,
)
from sandtable.lab.shares import interval
from sandtable.lab.simulate import Played


def game(lineup: str, *winners: int) -> Played:
    """A game between levels of one letter each."""
    seats = tuple(lineup)
    return Played(0, seats, None, winners, (), "", 0, 0, (), 0, "")


def test_everybody_meets_everybody_and_every_seat() -> None:
    assert lineups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups("abc", 3) == [("a", "b", "c")]
    assert lineups("ab", 4) == [
        ("a", "b", "a", "a"),
        ("a", "b", "a", "b"),
        ("a", "b", "b", "b"),
    ]
    (study,) = studies(Ladder("watch", 2, 5, 7, ("a", "b"), {}))
    assert study.games == 6, "every deal is played from every seat"
    assert [study.lineup(n) for n in (0, 1)] == [("a", "b"), ("b", "a")]
    assert study.seed_of(0) == study.seed_of(1) != study.seed_of(2)


def test_who_wins_more_is_rated_higher_and_more_games_make_it_surer() -> None:
    few = rate("ab", [game("ab", 0)] * 4)
    many = rate("ab", [game("ab", 0), game("ba", 1), game("ab", 0), game("ab", 1)] * 25)
    for rated in (few, many):
        assert rated["a"].mu > 25 > rated["b"].mu
    assert many["a"].sigma < few["a"].sigma


def test_equals_stay_equal_and_a_game_among_equals_or_without_winner_says_nothing() -> None:
    said = rate("ab", [game("aa", 0), game("ab")])
    assert said["a"].mu == said["b"].mu == 25
    shared = rate("ab", [game("ab", 0, 1)] * 10)
    assert shared["a"].mu == pytest.approx(shared["b"].mu)
    crowd = rate("ab", [game("aab", 0), game("baa", 0)] * 20)
    assert crowd["b"].mu > crowd["a"].mu, "one of three won half of the games"


def test_tables_are_rated_in_turn() -> None:
    """Who won lately counts for more, so no table may come last with all of its games."""
    first, second = [game("ab", 0)] * 20, [game("ac", 1)] * 20
    assert in_turn([first, second]) == [game("ab", 0), game("ac", 1)] * 20
    rated = rate("abc", in_turn([first, second]))
    assert rate("abc", in_turn([second, first]))["a"].mu == pytest.approx(rated["a"].mu, abs=0.5)
    assert abs(rate("abc", first + second)["a"].mu - rated["a"].mu) > 0.5


def test_shares_are_reckoned_by_hand() -> None:
    played = [game("ab", 0)] * 6 + [game("ab", 1)] * 2 + [game("ab", 0, 1)] * 2
    found = wins_of("a", played)
    assert found == {"games": 10, "wins": 7.0, "times_fair_share": 1.4}
    one = pair("a", "b", played)
    assert (one["games"], one["share"]) == (8, 0.75)
    assert wins_of("a", [game("abb", 0), game("abb", 1)])["times_fair_share"] == 1.5


def test_wilsons_interval() -> None:
    """By hand for 8 of 10: (0.8 + 0.19208 -+ 1.96 sqrt(0.016 + 0.009604)) / 1.38416."""
    assert interval(8, 10) == (0.4902, 0.9433)
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(400, 400)
    assert 0.98 < low < high == 1.0


WISH = Ladder("watch", 2, 4, 3, ("random", "novice"), {"minutes": 1})


def test_the_same_seed_gives_the_same_ladder_on_any_number_of_cores() -> None:
    one = climb(WISH, cores=1)
    assert climb(WISH, cores=2) == one
    assert {row["level"] for row in one["levels"]} == {"random", "novice"}


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["ladder", "watch", "--games", "2", "--levels", "novice,random"]
    line += ["--option", "minutes=1", "--cores", "1"]
    assert main([*line, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert main(line) == 0
    said = capsys.readouterr().out
    assert said.rstrip("\n") == as_text(found)
    assert "●" in said


def test_all_levels_meet_but_random(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["ladder", "watch", "--games", "1", "--option", "minutes=1", "--json", "--cores", "1"]
    assert main(line) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["level"] for row in found["levels"]} == {"novice", "club", "expert"}
    assert usual_levels(ConnectFour()) == ["random"], "where there is no other"


def test_a_level_meets_itself_with_more_thought(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["ladder", "time-of-chaos", "--games", "2", "--cores", "1", "--json"]
    assert main([*line, "--levels", "expert:2,expert:1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["level"] for row in found["levels"]} == {"expert:2", "expert:1"}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("watch --levels novice", "at least two levels"),
        ("watch --levels novice,novice", "at least two levels"),
        ("watch --levels novice,king", "no bot 'king'"),
        ("watch --levels club:9,expert", "club of watch does not search"),
        ("watch --levels expert,expert:", "from 1 to 1000000"),
        ("chess", "no game 'chess'"),
        ("watch --seats 9", "is for 2 to 6 players"),
        ("watch --option colour=red", "colour"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused_in_one_line(
    wrong: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", *wrong.split()]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
