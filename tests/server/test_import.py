"""What `sandtable import` takes in, and what it refuses with line and reason."""

import contextlib
import io
import json
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.bots.playout import random_match
from sandtable.cli import main
from sandtable.engine.seed import commitment
from sandtable.server.archive.replayfile import MOST_BYTES, bring
from tests.server.kit import PATIENCE, Server

Lines = list[dict[str, Any]]
REPLAYS = Path(__file__).parents[1] / "replays"
GAMES = {"watch": 2, "out-of-time": 2, "time-of-chaos": 3, "time-n-space": 3}


def a_log(game: str = "watch", seed: int = 3) -> Lines:
    """A log as a server of ours writes one: with names, notes and what was measured."""
    seats = GAMES[game]
    header, *acts, closing = random_match(game, seats, seed).log
    measured = {"arrived": 5, "effective": 4, "credit": 1, "lag": 20, "window": 50}
    body: Lines = [{"note": "run", "at": 0, "life": "abc", "server": 17}]
    for n, act in enumerate(acts[:40], start=1):
        refusal = {"note": "refused", "at": act["at"], "seat": act["seat"], "rule": "ST-3", "n": n}
        body += [{**refusal, "message": "No.", **measured}, {**act, "n": n, **measured}]
    body += acts[40:]
    body += [{"note": "rang", "at": closing["end"]}]
    names = [f"Player {seat}" for seat in range(seats)]
    known = {"table": "abc", "pace": 100, "names": names, "bots": [None] * (seats - 1) + ["club"]}
    started = "2026-05-04T10:20:30.000+00:00"
    return [{**header, **known, "started": started}, *body, closing]


def as_bytes(lines: Lines) -> bytes:
    return sandtable.write_log(lines).encode()


@pytest.mark.parametrize("game", GAMES)
def test_a_log_of_ours_comes_in_as_it_is(game: str) -> None:
    lines = a_log(game)
    brought = bring(as_bytes(lines))
    assert brought.lines[1:] == lines[1:]
    assert brought.lines[0] == {**lines[0], "table": brought.record.id}
    assert [chair.name for chair in brought.record.chairs] == lines[0]["names"]
    assert brought.record.started == lines[0]["started"]


def test_a_log_without_names_notes_and_end_comes_in_too() -> None:
    header, *acts, _ = random_match("watch", 3, 3).log
    brought = bring(as_bytes([header, *acts[:3]]))
    assert brought.record.stage == "closed"
    assert [chair.name for chair in brought.record.chairs] == ["Seat 1", "Seat 2", "Seat 3"]
    assert brought.lines[-1]["outcome"] is None
    assert sandtable.replay(brought.lines).hash() == brought.lines[-1]["hash"]


def test_what_editors_do_to_a_file_does_no_harm() -> None:
    data = as_bytes(a_log())
    bring(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))


def test_a_name_is_cleaned_as_one_that_somebody_types() -> None:
    lines = a_log()
    lines[0]["names"] = ["A\u202eda\u0007", "  Bob  "]
    brought = bring(as_bytes(lines))
    assert [chair.name for chair in brought.record.chairs] == ["Ada", "Bob"]
    assert brought.lines[0]["names"] == ["Ada", "Bob"]


def test_bots_of_older_servers_may_share_a_name_and_people_come_back() -> None:
    lines = a_log("out-of-time")
    lines[0] |= {"names": ["Brass", "Brass"], "bots": ["club", "random"], "before": [None, "Ada"]}
    players = {"note": "players", "at": 0, "names": ["Ada", "Brass"], "bots": [None, "random"]}
    lines.insert(1, {**players, "before": [None, "Ada"]})
    brought = bring(as_bytes(lines))
    assert [chair.name for chair in brought.record.chairs] == ["Ada", "Brass"]
    assert [chair.before for chair in brought.record.chairs] == ["", "Ada"]


@pytest.mark.parametrize("file", sorted(REPLAYS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_kept_log_comes_in(file: Path) -> None:
    assert bring(file.read_bytes()).lines


def test_a_sentence_is_cleaned_as_one_that_somebody_says() -> None:
    lines = a_log()
    lines[2]["message"] = "No\u202e,  not\u0007 now."
    assert bring(as_bytes(lines)).lines[2]["message"] == "No, not now."


def head(**change: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update(change)


def line(number: int, **change: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[number - 1].update(change)


def without(number: int, field: str) -> Callable[[Lines], None]:
    return lambda lines: lines[number - 1].pop(field) and None


# Line 1 is the header, 2 a note of the clock, 3 a refused act, 4 an act.
WRONG: list[tuple[Callable[[Lines], Any], str]] = [
    (head(bots=[5, 6]), r"Line 1: bots\[0\]: Expected `str \| null`, got `int`"),
    (head(bots=["club"]), "Line 1: bots lists 1, but there are 2 seats"),
    (head(bots=["x" * 33, None]), r"Line 1: bots\[0\]: Expected `str` of length <= 32"),
    (head(bots="club"), "Line 1: bots: Expected"),
    (head(pace="fast"), "Line 1: pace: Expected `int`, got `str`"),
    (head(pace=0), "Line 1: pace: Expected `int` >= 50"),
    (head(pace=10**40), "Line 1: pace: Expected `int` <= 200"),
    (head(pace=True), "Line 1: pace: Expected `int`, got `bool`"),
    (head(names=["Ada"]), "Line 1: names lists 1, but there are 2 seats"),
    (head(names=[]), "Line 1: names lists 0, but there are 2 seats"),
    (head(bots=[]), "Line 1: bots lists 0, but there are 2 seats"),
    (head(names=["Ada", 7]), r"Line 1: names\[1\]: Expected `str`"),
    (head(names=["Ada", "\u200b"]), "Line 1: names: A name needs"),
    (head(names=["Ada", "x" * 65]), r"Line 1: names\[1\]: Expected `str` of length <= 64"),
    (head(names=["Host", "Ada"]), "Line 1: names: Nobody can be called Host"),
    (head(names=["Ada", "Sandtable"]), "Line 1: names: Nobody can be called Sandtable"),
    (head(names=["Y\u043eu", "Ada"]), "Line 1: names: Nobody can be called Y.u"),
    (head(names=["Ada", "A bot"]), "Line 1: names: Nobody can be called A bot"),
    (head(names=["Ada", "ADA!"]), "Line 1: names: 'ADA!' could be mistaken for 'Ada'; .* 'ADA! 2'"),
    (head(names=["Ada", "\u0410d\u0430"], bots=["club", None]), "could be mistaken for 'Ada'"),
    (head(before=["Host", None], bots=["club", None]), "Line 1: before: Nobody can be called Host"),
    (head(bots=["grandmaster\u202e", None]), r"Line 1: bots\[0\]: Expected `str` matching"),
    (head(bots=["club\n", None]), r"Line 1: bots\[0\]: Expected `str` matching"),
    (head(bots=["", None]), r"Line 1: bots\[0\]: Expected `str` of length >= 1"),
    (head(table="a\u202eb"), "Line 1: table: Expected `str` matching"),
    (line(2, note="run\n"), "Line 2: note: Expected `str` matching"),
    (line(2, life="\u202e"), "Line 2: life: Expected `str` matching"),
    (line(3, rule="ST-3\u200b"), "Line 3: rule: Expected `str` matching"),
    (line(4, by="club\u202e"), "Line 4: by: Expected `str` matching"),
    (line(2, note="players", names=["Ada", "ada"], bots=[None, None]), "Line 2: names: 'ada'"),
    (line(2, note="players", names=["You", "Ada"], bots=[None, None]), "Line 2: names: Nobody can"),
    (head(started="yesterday"), "Line 1: started: 'yesterday' is not a time"),
    (head(started="2026-05-04T10:20:30"), "Line 1: started: .* is not a time"),
    (head(started="9999-12-31T23:59:59-10:00"), "Line 1: started: .* is not a time"),
    (head(started=7), "Line 1: started: Expected"),
    (head(table=["x"]), "Line 1: table: Expected"),
    (head(table="x" * 65), "Line 1: table: Expected"),
    (head(secret=1), "Line 1: Object contains unknown field `secret`"),
    (head(game="no-such-game"), "Line 1: There is no game 'no-such-game'"),
    (head(rules=99), "Line 1: watch is installed with rules version 2, not 99"),
    (head(rules="2"), "Line 1: rules: Expected `int`"),
    (head(rng=99), "Line 1: random generator version 99"),
    (head(seats=7), "Line 1: names lists 2"),
    (head(seats=-1), "Line 1: seats: Expected `int` >= 0"),
    (head(options=[]), "Line 1: options: Expected `object`"),
    (head(options={"nonsense": 1}), "Line 1: There is no option nonsense"),
    (head(seed=5), "Line 1: the commitment does not match the seed"),
    (head(seed=5, commitment=commitment(5)), "hash|refused"),
    (head(position={}), "Line 1: position.now: missing"),
    (head(format="sandtable-log-2"), "Line 1: this is not a log of format sandtable-log-1"),
    (without(1, "game"), "Line 1: Object missing required field `game`"),
    (line(2, at=-1), "Line 2: at: Expected `int` >= 0"),
    (line(2, at=2**60), "Line 2: at: Expected `int` <="),
    (line(2, note=7), "Line 2: note: Expected `str`"),
    (line(2, note="Run away"), "Line 2: note: Expected `str` matching"),
    (line(2, life=[]), "Line 2: life: Expected"),
    (without(2, "life"), "Line 2: a note about the clock needs life and server"),
    (without(2, "server"), "Line 2: a note about the clock needs life and server"),
    (line(2, note="pause", server=None), "Line 2: a note about the clock needs life and server"),
    (line(2, end=7), "Line 2: Object contains unknown field"),
    (line(2, at=10**9), "Line 3: time runs backwards"),
    (without(2, "at"), "Line 2: Object missing required field `at`"),
    (line(3, seat=2), "Line 3: there is no seat 2 at this table"),
    (line(3, seat=None), "Line 3: it does not say whose act this was"),
    (line(3, lag="much"), "Line 3: lag: Expected"),
    (line(3, n=-1), "Line 3: n: Expected"),
    (line(3, n=None), "Line 3: leave out what is not known; it may not be null"),
    (line(4, n=None), "Line 4: leave out what is not known; it may not be null"),
    (line(3, n=2**60), "Line 3: n: Expected"),
    (line(3, message="x" * 1001), "Line 3: message: Expected"),
    (without(3, "lag"), "Line 3: arrived, effective, credit, lag and window go together"),
    (line(4, seat=2), "Line 4: there is no seat 2 at this table"),
    (line(4, seat=True), "Line 4: seat: Expected `int`, got `bool`"),
    (line(4, act=[]), "Line 4: act: Expected `object`"),
    (line(4, act={"act": "fly"}), "Line 4: the act is refused: ST-3"),
    (line(4, extra=1), "Line 4: Object contains unknown field `extra`"),
    (without(4, "credit"), "Line 4: arrived, effective, credit, lag and window go together"),
    (line(4, refused="WA-T2"), "Line 4: the act should be refused by WA-T2, and is not"),
    (line(0, end=1), "time runs backwards"),
    (line(0, hash="0" * 64), "the final position has a different hash"),
    (line(0, hash=None), "hash: Expected `str`"),
    (line(0, outcome=None), "the outcome is a different one"),
    (line(0, extra=None), "Object contains unknown field `extra`"),
    (lambda lines: lines.append(dict(lines[1])), "time runs backwards|nothing may follow"),
    (lambda lines: lines.reverse(), "Line 1: Object"),
]  # fmt: skip


@pytest.mark.policy("SP-K9")
@pytest.mark.parametrize(("change", "says"), WRONG)
def test_what_no_server_of_ours_writes_is_refused(
    change: Callable[[Lines], Any], says: str
) -> None:
    lines = a_log()
    change(lines)
    with pytest.raises(sandtable.SandtableError, match=says):
        bring(as_bytes(lines))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "The file is empty"),
        (b"\n\n", "The file is empty"),
        (b"\xff\xfe\x00", "Line 1: this is not UTF-8 text"),
        (b"{}\n\xc3", "Line 2: this is not UTF-8 text"),
        (b"\x00\x01\x02", "Line 1: It is not JSON"),
        (b"PK\x03\x04", "Line 1: It is not JSON"),
        (b"[" * 100_000, "Line 1: It is nested too deeply"),
        (b'{"a":"' + b"x" * 10_000_000 + b'"}', "Line 1: It has 10000008 characters"),
        (b" " * (MOST_BYTES + 1), "larger than 32 MiB"),
        (as_bytes(a_log()).replace(b"Player 0", b"\\ud800", 1), "Line 1: .*lone surrogate"),
        (as_bytes(a_log()).replace(b'"pace":100', b'"pace":1e999', 1), "Line 1: 1e999"),
        (as_bytes(a_log()).replace(b'"pace":100', b'"pace":NaN', 1), "Line 1: NaN"),
        (as_bytes(a_log()).replace(b'"pace":100', b'"pace":50,"pace":100', 1), "is there twice"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_log_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(sandtable.SandtableError, match=says):
        bring(data)


def test_rules_that_fail_on_a_file_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(lines: Lines) -> None:
        raise KeyError("pawn")

    monkeypatch.setattr("sandtable.server.archive.replayfile.replay", fail)
    with pytest.raises(sandtable.BadLog, match=r"The game's rules fail on it \(KeyError\)"):
        bring(as_bytes(a_log()))


class Place:
    """A data folder and the command that adds to it; afterwards a server shows what is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "file.jsonl"

    def type(self, *words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(words))
        return code, out.getvalue(), err.getvalue()

    def bring(self, data: bytes) -> tuple[int, str, str]:
        self.file.write_bytes(data)
        return self.type("import", str(self.file), "--data-dir", str(self.folder))

    def count(self) -> list[int]:
        with contextlib.closing(sqlite3.connect(self.folder / "sandtable.sqlite3")) as base:
            kinds = ("tables", "log", "table_people", "chat")
            return [base.execute(f"SELECT count(*) FROM {kind}").fetchone()[0] for kind in kinds]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """With one game in it."""
    place = Place(tmp_path)
    assert place.bring(as_bytes(a_log()))[0] == 0
    return place


def get(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.read()


def all_are_shown(place: Place, ids: list[str]) -> None:
    """Everything that the site can ask about a finished game is answered, for each of them."""
    server = Server(place.folder).start()
    try:
        for table_id in ids:
            match = f"/api/v1/matches/{table_id}"
            for path in (
                match,
                f"{match}/log",
                f"{match}/fairness",
                f"{match}/story",
                f"{match}/story?viewer=all",
                f"{match}/at/1000?viewer=all",
                f"{match}/at/1000?viewer=1",
                f"/api/v1/tables/{table_id}",
            ):
                status, said = get(f"{server.url}{path}")
                assert status == 200, (path, said, get(f"{server.url}{match}/log"))
        left, page = set(ids), "/api/v1/matches"
        while page:
            status, said = get(f"{server.url}{page}")
            assert status == 200, said
            listed = json.loads(said)
            left -= {table["id"] for table in listed["tables"]}
            page = f"/api/v1/matches?before={quote(listed['next'])}" if listed["next"] else ""
        assert left == set()
        assert server.metric("sandtable_faults_total") == 0, server.said()
    finally:
        server.stop()


def test_games_that_came_in_are_shown_as_any_other(place: Place) -> None:
    ids = []
    for game in GAMES:
        code, said, _ = place.bring(as_bytes(a_log(game)))
        assert code == 0
        ids.append(said.split()[-1])
    all_are_shown(place, ids)


def test_a_refused_file_leaves_nothing_and_is_told_in_one_line(place: Place) -> None:
    before = place.count()
    lines = a_log()
    lines[0]["options"] = {"a\nb\x1b[31m": 1}
    code, said, why = place.bring(as_bytes(lines))
    assert (code, said) == (1, "")
    assert why == f"{place.file}: {why.split(': ', 1)[1]}"
    assert "Line 1: There is no option a b?[31m" in why
    assert len(why.splitlines()) == 1
    assert place.count() == before


@pytest.mark.policy("SP-K9")
def test_a_game_that_cannot_be_written_whole_is_not_written(place: Place) -> None:
    before = place.count()
    with contextlib.closing(sqlite3.connect(place.folder / "sandtable.sqlite3")) as base:
        base.execute(
            "CREATE TRIGGER full BEFORE INSERT ON log WHEN NEW.seq = 20 "
            "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
    code, said, why = place.bring(as_bytes(a_log()))
    assert (code, said) == (1, "")
    assert "the disk is full" in why
    assert len(why.splitlines()) == 1
    assert place.count() == before


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([2**31, 2**53 + 1, 2**64, -(2**70), 10**200]),
    st.sampled_from(["", "\x00", "\u202e", "\n", "x" * 2000, "../..", "watch", "2026-01-01", "é"]),
    st.sampled_from([[], {}, [None], {"a": []}, [[[[1]]]], {"": {"": 0}}]),
)


def places_in(data: Any) -> list[tuple[Any, Any]]:
    """Every field and every entry anywhere in some JSON data."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    found = [(data, key) for key in keys]
    for key in keys:
        if isinstance(data[key], dict | list):
            found += places_in(data[key])
    return found


def spoil(lines: Lines, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Change one thing, anywhere in a log."""
    number = draw(st.one_of(st.just(0), st.integers(0, len(lines) - 1)))
    how = draw(st.sampled_from(["change", "change", "take", "add", "drop", "twice", "swap"]))
    if how == "drop" and len(lines) > 1:
        del lines[number]
    elif how == "twice":
        lines.insert(number, json.loads(json.dumps(lines[number])))
    elif how == "swap":
        other = draw(st.integers(0, len(lines) - 1))
        lines[number], lines[other] = lines[other], lines[number]
    else:
        inside, key = draw(st.sampled_from(places_in(lines[number]) or [(lines[number], "at")]))
        if how == "take":
            inside.pop(key, None) if isinstance(inside, dict) else inside.pop(key)
        elif how == "add" and isinstance(inside, dict):
            # A copy: what is spoilt next may lie inside of it, and the next file draws it again.
            name = draw(st.sampled_from(["note", "end", "at", "seat", "refused", "n", "x"]))
            inside[name] = deepcopy(draw(JUNK))
        else:
            inside[key] = deepcopy(draw(JUNK))


@st.composite
def spoilt_files(draw: Callable[[st.SearchStrategy[Any]], Any]) -> bytes:
    game = draw(st.sampled_from(sorted(GAMES)))
    lines: Lines = json.loads(json.dumps(a_log(game, draw(st.integers(1, 3)))))
    if draw(st.booleans()):
        # A log may begin in the middle: a position is the largest thing that a stranger can send.
        lines = json.loads(json.dumps(sandtable.load(sandtable.replay(lines, at=900).dump()).log))
    for _ in range(draw(st.integers(0, 3))):
        spoil(lines, draw)
    data = as_bytes(lines)
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=5)) + data[at + draw(st.integers(0, 5)) :]
    return data


def test_whatever_a_file_says_it_comes_in_whole_or_is_refused_in_one_line(place: Place) -> None:
    ids: list[str] = []

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(data=spoilt_files())
    def bring_one(data: bytes) -> None:
        before = place.count()
        code, said, why = place.bring(data)
        if code == 0:
            assert why == ""
            ids.append(said.split()[-1])
        else:
            assert (code, said) == (1, "")
            assert why.startswith(f"{place.file}: ")
            assert len(why.splitlines()) == 1
            assert place.count() == before
        # The engine's own command takes the same files.
        code, _, why = place.type("replay", str(place.file))
        assert code in (0, 2)
        assert len(why.splitlines()) <= 1

    bring_one()
    assert ids
    all_are_shown(place, ids)
