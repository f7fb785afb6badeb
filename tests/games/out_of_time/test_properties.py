"""What holds for Out of Time whatever is played, and whenever."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import Match, Refused
from sandtable.engine.events import Event
from sandtable.engine.rng import seeded
from sandtable.games.out_of_time.parts import CARDS, COLOURS, NEXT_TO
from sandtable.games.out_of_time.state import OutOfTimeState

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "timer_seconds": st.sampled_from([1, 3, 30]),
        "turned_tiles": st.sampled_from(["blank", "blocked", "grey"]),
        "placement_seconds": st.sampled_from([1, 20]),
        "allow_stay": st.booleans(),
        "knocking": st.sampled_from(["on", "on", "slips", "off"]),
        "grace_ms": st.sampled_from([0, 1, 300]),
        "protect_seconds": st.sampled_from([0, 1, 5]),
        "give_back_seconds": st.sampled_from([1, 5]),
        "referee": st.sampled_from(["lenient", "strict"]),
    },
)
STEP = st.one_of(
    st.tuples(st.just("act"), st.integers(0, 5), st.integers(0, 10_000)),
    st.tuples(st.just("act"), st.integers(0, 5), st.integers(0, 10_000)),
    st.tuples(st.just("reach"), st.integers(0, 5), st.integers(0, 2 * 19 - 1)),
    st.tuples(st.just("grab"), st.integers(0, 5), st.integers(0, 11)),
    st.tuples(st.just("wait"), st.just(0), st.integers(0, 2_000)),
    st.tuples(st.just("alarm"), st.just(0), st.just(0)),
)
STEPS = st.lists(STEP, max_size=60)


@st.composite
def tables(draw: st.DrawFn) -> Match:
    """A table with any options, often with all glasses placed and some of them ready."""
    seats = draw(st.integers(2, 6))
    options = draw(OPTIONS)
    if seats == 6 and options.get("turned_tiles") == "blocked":
        del options["turned_tiles"]
    match = sandtable.new(
        "out-of-time", seats=seats, seed=draw(st.integers(0, 999)), options=options
    )
    if draw(st.booleans()):
        while match.view(None)["phase"] == "placing":
            match.advance(to=match.alarm)
    return match


def take(match: Match, step: tuple[str, int, int]) -> list[Event]:
    """One step of a random history."""
    kind, who, number = step
    if match.over:
        return []
    if kind == "wait":
        return match.advance(by=number)
    if kind == "reach":
        return reach(match, who % match.seats, number % 2, number // 2)
    if kind == "grab":
        return grab(match, who % match.seats, number)
    active = match.active()
    if kind == "alarm" or not active:
        return [] if match.alarm is None else match.advance(to=match.alarm)
    seat = active[who % len(active)]
    acts = match.legal(seat)
    # The last acts of a list are the rarer ones: standing up, giving back.
    return match.act(seat, acts[-1 - number % len(acts)])


def reach(match: Match, seat: int, which: int, to: int) -> list[Event]:
    """A hand that does not look where it goes: it moves, it clatters, or it is refused."""
    try:
        return match.act(seat, {"act": "move", "glass": 2 * seat + which, "to": to, "take": None})
    except Refused as refused:
        return list(refused.events)


def grab(match: Match, seat: int, number: int) -> list[Event]:
    """A hand that goes where another's glass stands, with the glass that is next to it."""
    glasses = match.view(None)["glasses"]
    to = glasses[number % len(glasses)]["space"]
    for which in (0, 1):
        beside = glasses[2 * seat + 1 - which]["space"]
        if to is not None and beside is not None and to in NEXT_TO[beside]:
            return reach(match, seat, which, to)
    return []


def check_table(match: Match) -> None:
    table = match.dump()["position"]["table"]
    view = match.view(None)
    spaces = [each["space"] for each in table["glasses"]]
    placed = [space for space in spaces if space is not None]
    assert len(set(placed)) == len(placed), "one glass a space"
    for one, two in zip(spaces[::2], spaces[1::2], strict=True):
        assert one is None or two is None or two in NEXT_TO[one], "partners stand together"
    if view["phase"] == "running":
        assert None not in spaces[::2]
    on_cards = [cube for player in table["players"] for cube in player["cubes"]]
    assert len(on_cards) + sum(view["supply"].values()) == 72, "cubes are conserved"
    for colour in COLOURS:
        assert on_cards.count(colour) + view["supply"][colour] == 12
    for player in table["players"]:
        for index, colour in enumerate(COLOURS):
            assert player["cubes"].count(colour) <= CARDS[player["card"]][index]
        assert len(player["scored"]) <= 3
    assert isinstance(match.state, OutOfTimeState)
    assert match.state.fallen == sum(each.fallen for each in match.state.glasses)
    for seat, player in enumerate(view["players"]):
        waiting = [n for n, g in enumerate(view["glasses"]) if is_waiting_for(seat, g)]
        assert player["must_stand_up"] == len(waiting), "OT-K2"
        if waiting and not match.over:
            acts = [act.to_json() for act in match.legal(seat)]
            assert acts == [{"act": "stand_up", "glass": n} for n in waiting], "OT-K2"
    assert [n for n in view["standing"] if n is not None] == [
        n for _, n in sorted((s, n) for n, s in enumerate(spaces) if s is not None)
    ]


def is_waiting_for(seat: int, glass: dict[str, Any]) -> bool:
    """Whether a seat has to stand up this glass."""
    return bool(glass["knocked_by"] == seat and glass["seat"] != seat)


@given(tables(), STEPS)
def test_any_history_keeps_the_table_whole(match: Match, steps: list[tuple[str, int, int]]) -> None:
    for step in steps:
        before = match.now
        take(match, step)
        assert match.now >= before
        check_table(match)
        assert match.alarm is None or match.alarm > match.now
        assert match.active() == [s for s in range(match.seats) if match.legal(s)]


@given(tables(), STEPS)
def test_OT_M2_a_running_or_fallen_glass_is_never_moved(
    match: Match, steps: list[tuple[str, int, int]]
) -> None:
    for step in steps:
        before = match.view(None)["glasses"]
        for event in take(match, step):
            if event.NAME == "moved":
                number = event.to_json()["glass"]
                assert before[number]["state"] == "ready"


@given(tables(), STEPS)
def test_OT_K3_sand_is_conserved_across_falls(
    match: Match, steps: list[tuple[str, int, int]]
) -> None:
    """Between being turned over and running through, a glass runs for exactly its sand."""
    sand = match.options["timer_seconds"] * 1_000
    ran: dict[int, int] = {}
    upright: dict[int, int] = {}

    def hear(told: dict[str, Any]) -> None:
        kind, at = told["event"], told["at"]
        number = told.get("glass", -1)
        if kind in ("placed", "moved"):
            ran[number] = 0
            upright[number] = at
        elif kind == "knocked_over":
            ran[number] += min(at - upright.pop(number), sand - ran[number])
            assert told["left"] == sand - ran[number]
        elif kind == "stood_up":
            upright[number] = at
            assert told["runs_out_at"] == at + sand - ran[number]
        elif kind == "ran_through":
            assert ran[number] + at - upright[number] == sand

    match = sandtable.new(match.game, seats=match.seats, seed=match.seed, options=match.options)
    for step in steps:
        for event in take(match, step):
            hear(event.to_json())


@given(tables(), STEPS)
def test_OT_K3_no_glass_falls_while_it_is_protected_and_OT_K4_none_by_its_owner(
    match: Match, steps: list[tuple[str, int, int]]
) -> None:
    protect = match.options["protect_seconds"] * 1_000
    stood: dict[int, int] = {}
    for step in steps:
        for event in take(match, step):
            told = event.to_json()
            if event.NAME == "stood_up":
                stood[told["glass"]] = told["at"]
            elif event.NAME == "knocked_over":
                assert told["at"] >= stood.get(told["glass"], -protect) + protect
                assert told["owner"] != told["seat"]


@given(tables(), STEPS)
def test_OT_K2_every_knock_is_paid_once_and_when_the_glass_stands(
    match: Match, steps: list[tuple[str, int, int]]
) -> None:
    """Each knock brings the culprit one cube to give, or to choose, or to owe: at the stand-up."""
    culprits: dict[int, int] = {}
    for step in steps:
        events = [event.to_json() for event in take(match, step)]
        for nth, told in enumerate(events):
            if told["event"] == "knocked_over":
                culprits[told["glass"]] = told["seat"]
            elif told["event"] == "stood_up":
                culprit = culprits.pop(told["glass"])
                paid = [each for each in events[nth + 1 :] if each["event"] != "refused"]
                due = [each for each in paid if each.get("why") != "last"]
                assert [each["seat"] for each in due] == [culprit]
                assert due[0]["event"] in ("gave_back", "must_give_back", "owes")


@given(tables(), STEPS, st.data())
def test_what_is_not_listed_is_refused_and_changes_nothing(
    match: Match, steps: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    for step in steps:
        take(match, step)
    if match.over:
        return
    seat = data.draw(st.integers(0, match.seats - 1))
    colours = st.one_of(st.none(), st.sampled_from(COLOURS))
    act: dict[str, Any] = data.draw(
        st.one_of(
            st.fixed_dictionaries(
                {
                    "act": st.just("move"),
                    "glass": st.one_of(st.integers(2 * seat, 2 * seat + 1), st.integers(-1, 12)),
                    "to": st.integers(-1, 19),
                    "take": colours,
                }
            ),
            st.fixed_dictionaries(
                {"act": st.just("place"), "to": st.integers(0, 18), "take": colours}
            ),
            st.fixed_dictionaries({"act": st.just("stand_up"), "glass": st.integers(0, 11)}),
            st.fixed_dictionaries(
                {"act": st.just("give_back"), "colour": st.sampled_from(COLOURS)}
            ),
        )
    )
    listed = [each.to_json() for each in match.legal(seat)]
    assert len(listed) == len({json.dumps(each) for each in listed}), "no act is listed twice"
    before = match.hash()
    if act in listed:
        match.copy().act(seat, act)
        assert match.hash() == before
        return
    with pytest.raises(Refused, match=r"^(OT|ST)-.+: .+") as refused:
        match.act(seat, act)
    if refused.value.costs:
        clatter = refused.value.rule == "OT-K3" and match.options["knocking"] == "on"
        assert clatter or match.options["referee"] == "strict"
        assert match.hash() != before
    else:
        assert match.hash() == before


@given(tables(), STEPS)
def test_copy_dump_and_replay_are_exact(match: Match, steps: list[tuple[str, int, int]]) -> None:
    half = len(steps) // 2
    for step in steps[:half]:
        take(match, step)
    twin = match.copy()
    loaded = sandtable.load(json.loads(json.dumps(match.dump())))
    for step in steps[half:]:
        take(match, step)
        take(twin, step)
        take(loaded, step)
    assert match.hash() == twin.hash() == loaded.hash()
    assert match.view(None) == twin.view(None) == loaded.view(None)
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


@given(tables(), STEPS, st.integers(0, 1_000))
def test_OT_S3_an_imagined_table_differs_in_nothing_but_the_deck(
    match: Match, steps: list[tuple[str, int, int]], seed: int
) -> None:
    for step in steps:
        take(match, step)
    imagined = match.game.imagine(match.state, 0, seeded(seed))
    assert match.game.view(imagined, 0) == match.view(0)
    real, dreamt = match.game.dump(match.state), match.game.dump(imagined)
    assert sorted(real.pop("deck")) == sorted(dreamt.pop("deck"))
    assert real == dreamt


@given(tables(), STEPS, st.integers(0, 10_000))
def test_OT_M6_of_all_who_want_a_space_in_one_millisecond_the_first_gets_it(
    match: Match, steps: list[tuple[str, int, int]], number: int
) -> None:
    for step in steps:
        take(match, step)
    if match.options["grace_ms"] == 0:
        return
    standing = match.view(None)["standing"]
    wanted: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for seat in match.active():
        for each in match.legal(seat):
            act = each.to_json()
            if act["act"] == "move" and standing[act["to"]] is None:
                wanted.setdefault(act["to"], []).append((seat, act))
    races = [acts for acts in wanted.values() if len({seat for seat, _ in acts}) > 1]
    if not races:
        return
    acts = races[number % len(races)]
    first, act = acts[number % len(acts)]
    events = match.act(first, act)
    if match.over:
        return
    assert "moved" in [event.NAME for event in events]
    for seat, other in acts:
        if seat != first:
            with pytest.raises(Refused):
                match.act(seat, other)
    assert match.view(None)["standing"][act["to"]] == act["glass"]
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


def test_OT_S3_imagining_shuffles_and_does_not_peek() -> None:
    match = sandtable.new("out-of-time", seats=3, seed=4)
    real = match.dump()
    other = json.loads(json.dumps(real))
    other["position"]["table"]["deck"].reverse()
    twin = sandtable.load(other)

    def dreamt(of: Match, seed: int) -> list[int]:
        deck: list[int] = of.game.dump(of.game.imagine(of.state, 0, seeded(seed)))["deck"]
        return deck

    assert dreamt(match, 1) == dreamt(twin, 1), "the same for decks that lie differently"
    assert len({tuple(dreamt(match, seed)) for seed in range(20)}) == 20
