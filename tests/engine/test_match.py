"""Match: the life of a table, from its first millisecond to its log.

ST-1 there is no such seat; ST-2 the game is over; ST-3 the form of an act; ST-4 time runs on.
"""

import json
from typing import Any

import pytest

import sandtable
from sandtable import BadLog, BadOption, BadPosition, Match, Refused, SandtableError, UnknownGame
from sandtable.bots.playout import random_match
from sandtable.engine.log import MOST_DEPTH, MOST_LINE, MOST_LINES
from sandtable.engine.seed import commitment


def fresh(**options: Any) -> Match:
    return sandtable.new("watch", seats=3, seed=7, options={"first": 0, **options})


def refusal(match: Match, seat: Any, act: Any) -> Refused:
    before = match.hash()
    with pytest.raises(Refused) as raised:
        match.act(seat, act)
    assert match.hash() == before
    assert match.entries == []
    return raised.value


MOVE = {"act": "move", "pawn": "green", "spend": 3}


@pytest.mark.parametrize("seat", [3, -1, None, "0", True])
def test_ST_1_there_is_no_such_seat(seat: Any) -> None:
    assert refusal(fresh(), seat, MOVE).rule == "ST-1"
    with pytest.raises(Refused):
        fresh().legal(seat)


def test_ST_1_a_seat_that_is_not_there_sees_nothing() -> None:
    with pytest.raises(Refused):
        fresh().view(9)


def test_ST_2_after_the_end_nobody_acts_and_nothing_rings() -> None:
    match = random_match("watch", 3, 5)
    assert match.over
    with pytest.raises(Refused) as raised:
        match.act(0, MOVE)
    assert raised.value.rule == "ST-2"
    assert match.legal(0) == []
    assert match.active() == []
    assert match.alarm is None


def test_ST_2_time_stops_at_the_end() -> None:
    match = random_match("watch", 3, 5)
    ended, hashed = match.now, match.hash()
    assert match.advance(by=60_000) == []
    assert (match.now, match.hash()) == (ended, hashed)


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (None, "object"),
        ([], "object"),
        ({}, "no act None"),
        ({"act": "fly"}, "no act 'fly'"),
        ({"act": ["move"]}, "no act"),
        ({"act": "move", "pawn": "green"}, "needs 'spend'"),
        ({"act": "move", "pawn": "green", "spend": "3"}, "whole number"),
        ({"act": "move", "pawn": "green", "spend": True}, "whole number"),
        ({"act": "move", "pawn": "green", "spend": 3.0}, "whole number"),
        ({"act": "move", "pawn": 1, "spend": 3}, "a word"),
        ({"act": "move", "pawn": "pink", "spend": 3}, "no 'pink'"),
        ({"act": "move", "pawn": "green", "spend": 3, "at": 5}, "no 'at'"),
        ({"act": "exchange", "give": 0, "player": "x", "take": 0}, "whole number or null"),
    ],
)
def test_ST_3_a_malformed_act_is_refused_in_words(act: Any, says: str) -> None:
    refused = refusal(fresh(), 0, act)
    assert refused.rule == "ST-3"
    assert says in refused.message


def test_ST_3_a_field_that_may_be_null_may_be_left_out() -> None:
    match = fresh()
    act = match.game.act_from_json({"act": "exchange", "give": 0, "take": 0})
    assert act.to_json() == {"act": "exchange", "give": 0, "player": None, "take": 0}


def test_ST_4_time_does_not_run_back() -> None:
    match = fresh()
    match.advance(to=5_000)
    with pytest.raises(Refused) as raised:
        match.advance(to=4_999)
    assert raised.value.rule == "ST-4"
    with pytest.raises(Refused):
        match.advance(by=-1)
    assert match.now == 5_000


def test_ST_4_no_table_lasts_for_ever() -> None:
    with pytest.raises(Refused):
        fresh().advance(to=1 << 60)


def test_advance_takes_one_of_to_and_by() -> None:
    with pytest.raises(ValueError, match="either"):
        fresh().advance()
    with pytest.raises(ValueError, match="either"):
        fresh().advance(to=1, by=1)


def test_one_leap_or_many_steps_come_to_the_same() -> None:
    leap, steps = fresh(), fresh()
    far = leap.advance(to=100_000)
    near = [event for ms in range(100) for event in steps.advance(to=(ms + 1) * 1_000)]
    assert [e.to_json() for e in far] == [e.to_json() for e in near]
    assert leap.hash() == steps.hash()


def test_acts_are_values() -> None:
    match = fresh()
    one, two = match.legal(0)[:2]
    again = match.game.act_from_json(one.to_json())
    assert one == again
    assert hash(one) == hash(again)
    assert one != two
    assert one != "move"
    assert repr(one) == "move(pawn='green', spend=1)"


def test_a_match_in_ten_lines_as_the_readme_shows_it() -> None:
    match = sandtable.new("watch", seats=2, seed=7)
    seat = match.active()[0]
    events = match.act(seat, {"act": "move", "pawn": "green", "spend": 3})
    assert events[0].told(None) == {
        "event": "moved",
        "at": 0,
        "seat": seat,
        "pawn": "green",
        "spent": 3,
        "to": 3,
        "forced": False,
        "on_yellow": False,
    }
    match.advance(by=4_000)
    assert match.now == 4_000
    assert match.view(seat)["tokens"][seat] == 42


def test_copies_are_independent() -> None:
    match = fresh()
    twin = match.copy()
    twin.act(0, MOVE)
    assert match.view(None)["pawns"]["green"] == 0
    assert match.entries == []
    match.act(0, MOVE)
    assert match.hash() == twin.hash()


def test_the_hash_tells_positions_apart() -> None:
    match = fresh()
    seen = {match.hash(), fresh(minutes=6).hash()}
    match.advance(by=1)
    seen.add(match.hash())
    match.act(0, MOVE)
    seen.add(match.hash())
    assert len(seen) == 4


def test_without_a_seed_every_match_is_another() -> None:
    assert sandtable.new("watch", seats=2).seed != sandtable.new("watch", seats=2).seed


@pytest.mark.parametrize("seed", [-1, 1 << 256, "7", 7.0, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(SandtableError, match="seed"):
        sandtable.new("watch", seats=2, seed=seed)


@pytest.mark.parametrize("seats", [1, 7, "2", None])
def test_the_number_of_seats_is_checked(seats: Any) -> None:
    with pytest.raises(BadOption, match="2 to 6 players"):
        sandtable.new("watch", seats=seats)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="watch"):
        sandtable.new("chess", seats=2)


def test_games_lists_what_is_installed_even_after_a_game_was_imported() -> None:
    import sandtable.games.watch as folder

    assert sandtable.games()["watch"] is folder.GAME


def test_dump_is_plain_json_and_load_is_exact() -> None:
    match = random_match("watch", 3, 5, most_acts=9)
    text = json.dumps(match.dump())
    loaded = sandtable.load(json.loads(text))
    assert loaded.hash() == match.hash()
    assert json.dumps(loaded.dump()) == text


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("format",), "x", "format"),
        (("rng",), 2, "rng"),
        (("seats",), 9, "seats"),
        (("seed",), -1, "seed"),
        (("position", "now"), -1, "now"),
        (("position", "now"), "0", "not a whole number"),
        (("position", "rng"), [1], "rng"),
        (("position", "outcome"), {"winners": []}, "outcome"),
        (("position", "extra"), 1, "no such field"),
        (("position", "table", "turn"), 5, "turn"),
        (("position", "table", "phase"), "lunch", "not one of"),
        (("position", "table", "phase"), "over", "outcome"),
        (("position", "table", "cards"), [0, 0, 1, 2, 3, 4], "six different"),
        (("position", "table", "tokens"), [1, 2], "not 3"),
        (("position", "table", "tokens"), [1, 2, 3], "WA-C3"),
        (("position", "table", "pawns"), {"green": 3, "blue": 3, "orange": 0}, "WA-T3"),
        (("position", "table", "seen"), [0, 0, 0], "WA-T6"),
        (("position", "table", "surprise"), 1, "no such field"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(
    path: tuple[str, ...], value: Any, says: str
) -> None:
    dump = json.loads(json.dumps(fresh().dump()))
    place = dump
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadPosition, match=says):
        sandtable.load(dump)


def test_a_missing_field_is_named() -> None:
    dump = fresh().dump()
    del dump["position"]["table"]["turn"]
    with pytest.raises(BadPosition, match=r"table\.turn: missing"):
        sandtable.load(dump)


def test_a_loaded_match_logs_from_its_position() -> None:
    match = sandtable.load(random_match("watch", 3, 5, most_acts=6).dump())
    match.advance(by=10)
    seat = match.active()[0]
    match.act(seat, match.legal(seat)[0])
    again = sandtable.replay(sandtable.write_log(match.log))
    assert again.hash() == match.hash()


def lines_of(match: Match) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(json.dumps(match.log))
    return lines


def test_a_log_is_json_lines_with_header_acts_and_closing() -> None:
    match = fresh()
    match.advance(to=2_500)
    match.act(0, MOVE)
    header, act, closing = lines_of(match)
    assert header["game"] == "watch"
    assert header["seed"] == 7
    assert header["commitment"] == match.commitment
    assert act == {"at": 2_500, "seat": 0, "act": MOVE}
    assert closing == {"end": 2_500, "outcome": None, "hash": match.hash()}


def test_replay_shows_the_position_at_any_time() -> None:
    match = fresh()
    positions = {0: match.hash()}
    for at, pawn in ((2_000, "green"), (5_000, "blue"), (9_000, "orange")):
        match.advance(to=at)
        match.act(match.active()[0], {"act": "move", "pawn": pawn, "spend": at // 1_000})
        positions[at] = match.hash()
    log = match.log
    for at, hashed in positions.items():
        assert sandtable.replay(log, at=at).hash() == hashed


def test_a_note_in_a_log_changes_nothing() -> None:
    match = fresh()
    match.act(0, MOVE)
    lines = lines_of(match)
    lines.insert(1, {"note": {"pause": 3}})
    assert sandtable.replay(lines).hash() == match.hash()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: lines.clear(), "empty"),
        (lambda lines: lines[0].update(format="x"), "format"),
        (lambda lines: lines[0].pop("seed"), "lacks 'seed'"),
        (lambda lines: lines[0].update(rng=9), "generator version"),
        (lambda lines: lines[0].update(options=[]), "options"),
        (lambda lines: lines[0].update(seed=8), "Line 1: the commitment does not match the seed"),
        (lambda lines: lines[0].update(seed=8, commitment=commitment(8)), "a different hash"),
        (lambda lines: lines[0].update(seed=-1), "Line 1: the commitment"),
        (lambda lines: (lines[0].update(seed=-1), lines[0].pop("commitment")), "Line 1: A seed"),
        (lambda lines: lines[0].update(game=7), "Line 1: game is a word"),
        (lambda lines: lines[0].update(rules="2"), "Line 1: .* rules a whole number"),
        (lambda lines: lines[0].update(seats="2"), "Line 1: .* players, not 2"),
        (lambda lines: lines[0]["options"].update(nonsense=1), "Line 1: There is no option"),
        (lambda lines: lines[0].update(position=7), "Line 1: position is not an object"),
        (lambda lines: lines[1].update(at=-1), "Line 2: -1"),
        (lambda lines: lines[1].update(at="x"), "Line 2"),
        (lambda lines: lines[1].update(seat=1), "Line 2: the act is refused: WA-T1"),
        (lambda lines: lines[1]["act"].update(spend=99), "WA-T2"),
        (lambda lines: lines[1].update(refused="OT-K6"), "should be refused"),
        (lambda lines: lines[2].update(at=1), "time runs backwards"),
        (lambda lines: lines[-1].update(hash="0"), "a different hash"),
        (lambda lines: lines[-1].update(end=99_000), "ended at|hash"),
        (lambda lines: lines[-1].update(end=1), "before its last act"),
        (lambda lines: lines[-1].update(outcome={}), "the outcome is a different one"),
        (lambda lines: lines.append(lines[1]), "nothing may follow"),
    ],
)
def test_a_log_that_was_tampered_with_is_refused_with_its_line(change: Any, says: str) -> None:
    match = fresh()
    match.advance(to=2_500)
    match.act(0, MOVE)
    match.advance(to=4_000)
    match.act(1, {"act": "move", "pawn": "blue", "spend": 2})
    lines = lines_of(match)
    change(lines)
    with pytest.raises(BadLog, match=says):
        sandtable.replay(lines)


def test_text_that_is_no_log_is_refused_with_its_line() -> None:
    with pytest.raises(BadLog, match="Line 2: It is not JSON"):
        sandtable.read_log('{"format": 1}\nhello\n')
    with pytest.raises(BadLog, match="Line 1: It is not an object"):
        sandtable.read_log("[]\n")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("", "not JSON"),
        ('{"a": 1', "not JSON"),
        ('{"a": NaN}', "NaN is not a whole number"),
        ('{"a": -Infinity}', "-Infinity is not a whole number"),
        ('{"a": 1e400}', "1e400 is not a whole number"),
        ('{"a": 1.5}', "1.5 is not a whole number"),
        ('{"a": ' + "9" * 5_000 + "}", "not JSON"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "'c' is there twice"),
        ('{"a": "\\ud800"}', "half a character"),
        ('{"\\udfff": 1}', "half a character"),
        ('{"a": ' + "[" * MOST_DEPTH + "]" * MOST_DEPTH + "}", "nested too deeply"),
        ('{"a": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested too deeply"),
        ('{"a": "' + "x" * MOST_LINE + '"}', "at most 1000000"),
    ],
)
def test_a_line_that_could_not_be_written_again_is_refused(row: str, says: str) -> None:
    with pytest.raises(BadLog, match=f"^Line 2: .*{says}"):
        sandtable.read_log(f'{{"a": 1}}\n{row}\n{{"a": 1}}\n')


def test_a_log_of_too_many_lines_is_refused() -> None:
    with pytest.raises(BadLog, match="at most 200000"):
        sandtable.read_log("{}\n" * (MOST_LINES + 1))


def test_what_editors_add_to_a_file_does_no_harm() -> None:
    lines = lines_of(fresh())
    text = sandtable.write_log(lines)
    assert sandtable.read_log("\ufeff" + text.replace("\n", "\r\n") + "\r\n\n") == lines
    # Lines end where a newline is, not where a text holds what Unicode calls the end of a line.
    assert sandtable.read_log('{"a": "one\u2028line\x85"}\n') == [{"a": "one\u2028line\x85"}]
    deep: Any = 1
    for _ in range(MOST_DEPTH - 2):
        deep = [deep]
    assert sandtable.read_log(sandtable.write_log([{"a": deep}]))[0]["a"] == deep


def test_rules_of_another_version_are_asked_for_by_number() -> None:
    lines = lines_of(fresh())
    lines[0]["rules"] = 99
    with pytest.raises(UnknownGame, match="rules version 2, not 99"):
        sandtable.replay(lines)
