"""Many ships at one planet, open actions everywhere, and acts and time in any order.

The histories begin where things are scarce, so that what one player does takes steps away from
others: little supply, two tiles at the moon, few orders, four ships that can be lifted.
"""

import json
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Match
from sandtable.engine.acts import Act
from sandtable.engine.events import Event
from tests.games.time_n_space.build import BLUE, GREY, NOW, table

ENDINGS = ("done", "forfeit")
STEP_ACTS = ("fill", "beam", "put_out", "upgrade", "take_tile", "build", "deliver")
OTHERS = ("fill", "take_tile", "deliver", "give")
OWN = ("turn_over",)
"""Acts of others, and one's own, that can take a step away from an open action."""
LIKELY = ("lift", "deliver", "give", "put_out", "fill", "take_tile", "build", "first")

WAITS = (1, 50, 199, 200, 201, 1_500)


def history(seed: int, length: int) -> "Steps":
    """Acts and waits by lot. Lists that Hypothesis draws are mostly short; here long ones count."""
    lot = random.Random(seed)
    steps: Steps = []
    for _ in range(length):
        kind = lot.choices(("act", "likely", "eager", "wait", "alarm"), (1, 3, 5, 2, 1))[0]
        number = lot.choice(WAITS) if kind == "wait" else lot.randrange(4)
        steps.append((kind, number, lot.randrange(1_000)))
    return steps


STEPS = st.builds(history, st.integers(0, 1 << 32), st.integers(20, 80))
Steps = list[tuple[str, int, int]]


@st.composite
def crowds(draw: st.DrawFn) -> Match:
    """Seat 0 has orders out and may put out more; three visitors have goods; timers ran out."""
    colours = st.sampled_from([BLUE, BLUE, GREY])
    pool = {BLUE: [1, 1, 2, 2, 3, 3], GREY: [1, 1, 2, 2, 3, 3]}
    orders: dict[str, list[tuple[str, int]]] = {}
    for letter in draw(st.lists(st.sampled_from("BCCDEF"), min_size=1, max_size=6)):
        colour = draw(colours)
        if len(orders.get(letter, [])) < (2 if letter == "C" else 1):
            value = draw(st.sampled_from(sorted(set(pool[colour]))))
            pool[colour].remove(value)
            orders.setdefault(letter, []).append((colour, value))
    goods = {
        seat: {"E": draw(st.lists(colours, min_size=1, max_size=2)), "F": [draw(colours)]}
        for seat in (1, 2, 3)
    }
    places = {seat: draw(st.sampled_from(["planet-0"] * 3 + ["moon-0"])) for seat in (1, 2, 3)}
    second = st.sampled_from(["A", "A", "C", "research"])
    buildings: dict[int, dict[str, tuple[str, int]]] = {
        0: {"C": ("blue plant", 2), "G": ("centre", 3), "A": ("grey plant", 3)},
        **{seat: {"E": ("station", 2)} for seat in (1, 2, 3)},
    }
    goods_of_all: dict[int, dict[str, list[str]]] = {0: {"A": [GREY] * 3}, **goods}
    left = draw(st.integers(0, 3))
    spare = 12 - 3 - sum(load.count(GREY) for on in goods.values() for load in on.values()) - left
    for seat in (1, 2, 3):
        if spare > 0 and draw(st.booleans()):
            goods_of_all[seat]["A"] = [GREY]
            spare -= 1
    return table(
        seats=4,
        due=NOW + draw(st.sampled_from([4_000, 60_000, 60_000])),
        buildings=buildings,
        goods=goods_of_all,
        orders={0: orders} if orders else {},
        research=dict.fromkeys((1, 2), "centre"),
        tops={0: ["station", "station"][: draw(st.integers(1, 2))]},
        ships={**places, 0: "moon-0"},
        timers={
            0: {"G": 0, "ship": draw(st.sampled_from([0, 300]))},
            **{
                seat: {"ship": draw(st.sampled_from([0, 0, 100, 500])), symbol: 0}
                for seat in (1, 2, 3)
                for symbol in [draw(second) if seat < 3 else "A"]
            },
        },
        timer_seconds=5,
        owner_seconds=draw(st.sampled_from([1, 8, 30])),
        deliver_seconds=draw(st.sampled_from([5, 30])),
        imperceptible_ms=draw(st.sampled_from([0, 200, 2_000])),
        final_seconds=5,
    )


def take(match: Match, step: tuple[str, int, int]) -> list[Event]:
    """One step of a history: an act of this seat, or time."""
    kind, number, which = step
    if match.over:
        return []
    if kind == "wait":
        return match.advance(by=number)
    if kind == "alarm":
        return match.advance(to=match.alarm)
    acts = match.legal(number)
    if kind == "likely":
        acts = [act for act in acts if act.NAME in LIKELY] or acts
    if kind == "eager":
        acts = [act for act in acts if is_eager(act)] or acts
    if not acts:
        return []
    names = sorted({act.NAME for act in acts})
    acts = [act for act in acts if names[which % len(names)] == act.NAME]
    return match.act(number, acts[which // len(names) % len(acts)])


def is_eager(act: Act) -> bool:
    """What brings ships to the planet and orders onto the mat."""
    plain = act.to_json()
    return plain["act"] in ("deliver", "put_out") or plain.get("on", plain.get("to")) in (
        "ship",
        "G",
        "planet-0",
    )


def names(match: Match, seat: int) -> set[str]:
    return {act.NAME for act in match.legal(seat)}


def check_open_actions(match: Match) -> None:
    """TS-T4: every action that is being carried out has a step left, or waits for one (TS-A11)."""
    view = match.view(None)
    for seat, mat in enumerate(view["mats"]):
        hand = mat["hand"]
        if hand is None:
            assert not names(match, seat) & {*STEP_ACTS, *ENDINGS}
        elif not hand["waits"]:
            assert names(match, seat) & set(STEP_ACTS), f"seat {seat} has an open action: {hand}"
        else:
            assert not names(match, seat) & set(STEP_ACTS)
            stations = [b for b in mat["buildings"] if b["kind"] == "station"]
            goods = Counter(s["good"] for b in stations for s in b["spots"] if s and "good" in s)
            wanted = {order["colour"] for order in hand["orders"]}
            assert wanted & set(goods), f"seat {seat} waits for nothing: {hand}"


@settings(max_examples=150)
@given(crowds(), STEPS)
def test_TS_T4_no_open_action_is_without_a_step(match: Match, steps: Steps) -> None:
    check_open_actions(match)
    for step in steps:
        take(match, step)
        if not match.over:
            check_open_actions(match)


@settings(max_examples=40)
@given(crowds(), STEPS)
def test_TS_T4_lifting_a_moment_before_or_after_gives_the_same_steps(
    match: Match, steps: Steps
) -> None:
    """Whatever act takes steps away: a timer lifted before it or after it comes to the same.

    Unless the act gives what was not there before: then a timer lifted too early was in vain.
    """
    for step in steps:
        if match.over:
            return
        acts = [(seat, act) for seat in range(4) for act in match.legal(seat)]
        for seat, lift in acts:
            for other, act in acts:
                if lift.NAME == "lift" and act.NAME in (OWN if other == seat else OTHERS):
                    before = after_both(match, seat, (seat, lift), (other, act))
                    after = after_both(match, seat, (other, act), (seat, lift))
                    in_vain = after[0] and not before[0]
                    assert before == after or in_vain, f"{lift} by {seat}, {act} by {other}"
        take(match, step)


def after_both(
    match: Match, seat: int, one: tuple[int, Act], two: tuple[int, Act]
) -> tuple[bool, list[str]]:
    """Whether the seat carries out an action after both acts, and what it can do."""
    twin = match.copy()
    twin.act(*one)
    if not twin.over:
        twin.act(*two)
    hand = twin.view(None)["mats"][seat]["hand"]
    return hand is not None, sorted(str(act) for act in twin.legal(seat))


class Book:
    """What visitors may get, kept by hand from the events alone.

    Events do not tell two equal orders on one building apart: once there are two, nothing is said
    any more about which one was the lowest.
    """

    def __init__(self, match: Match) -> None:
        self.most = match.options["deliver_seconds"] * 1_000
        self.visits: dict[int, Counter[tuple[str, int, str]]] = {}
        self.owed: list[tuple[int, Counter[tuple[str, int, str]], str]] = []
        self.open = Counter(
            (spot["order"], spot["value"], building["letter"])
            for building in match.view(None)["mats"][0]["buildings"]
            for spot in building["spots"]
            if spot and "order" in spot
        )
        self.twins = max(self.open.values(), default=0) > 1
        self.lifted: dict[int, int] = {}

    def note(self, event: Event) -> None:
        told = event.to_json()
        kind = told["event"]
        if kind == "lifted" and told["place"] == "planet-0" and told["seat"] != 0:
            self.visits[told["seat"]] = Counter(self.open)
            self.lifted[told["seat"]] = event.at
        elif kind == "finished" and told["on"] == "ship":
            self.visits.pop(told["seat"], None)
        elif kind == "put_out" and told["seat"] == 0:
            self.open[told["colour"], told["value"], told["on"]] += 1
            self.twins = self.twins or max(self.open.values()) > 1
        elif kind == "delivered":
            assert event.at <= self.lifted[told["seat"]] + self.most, "TS-A10: delivered too late"
            self.owed.append((told["seat"], self.visits[told["seat"]], told["colour"]))
        elif kind == "gave":
            self.gave(told)

    def gave(self, told: dict[str, Any]) -> None:
        order = told["colour"], told["value"], told["on"]
        nth = next(
            nth
            for nth, (seat, _, colour) in enumerate(self.owed)
            if (seat, colour) == (told["visitor"], told["colour"])
        )
        _, visit, colour = self.owed.pop(nth)
        assert visit[order] > 0, f"TS-A8, TS-A10: {order} was not open for that visit"
        fits = {key for key in visit if key[0] == colour and visit[key] > 0}
        if told["how"] != "chosen" and not self.twins:
            lowest = min(fits, key=lambda key: (key[1], key[2]))
            assert order == lowest, f"TS-A8: {order} was given instead of {lowest}"
        self.open[order] -= 1
        for other in [*self.visits.values(), *(among for _, among, _ in self.owed), visit]:
            other[order] = min(other[order], self.open[order])


@settings(max_examples=150)
@given(crowds(), STEPS)
def test_TS_A8_and_TS_A10_only_orders_that_were_open_for_the_visit_are_given(
    match: Match, steps: Steps
) -> None:
    book = Book(match)
    for step in steps:
        for event in take(match, step):
            if event.to_json().get("host", 0) == 0:
                book.note(event)
        for owed in match.view(None)["planets"][0]["owes"]:
            check_question(match, owed)
    while not match.over:
        for event in match.advance(to=match.alarm):
            book.note(event)
    assert book.owed == [], "TS-A8: a good was delivered for which nothing was given"


def check_question(match: Match, owed: dict[str, Any]) -> None:
    """TS-A8: the owner is asked exactly where there is a choice, and may answer with any of it."""
    asked = {
        (act["colour"], act["value"], act["on"])
        for act in (act.to_json() for act in match.legal(0))
        if act["act"] == "give"
    }
    fitting = [
        (order["colour"], order["value"], order["on"])
        for order in owed["orders"]
        if owed["counters"][order["colour"]] > 0
    ]
    assert asked == set(fitting)
    for colour, count in owed["counters"].items():
        orders = [order for order in fitting if order[0] == colour]
        assert count == 0 or (len(orders) > count and len(set(orders)) > 1)
    assert len(match.view(None)["planets"][0]["owes"]) == 1, "TS-A11: one choice at a time"


@settings(max_examples=60)
@given(crowds(), STEPS)
def test_a_crowd_can_be_copied_dumped_and_replayed(match: Match, steps: Steps) -> None:
    half = len(steps) // 2
    for step in steps[:half]:
        take(match, step)
        assert sandtable.load(json.loads(json.dumps(match.dump()))).hash() == match.hash()
    twin = match.copy()
    loaded = sandtable.load(json.loads(json.dumps(match.dump())))
    for step in steps[half:]:
        for each in (match, twin, loaded):
            take(each, step)
    assert match.hash() == twin.hash() == loaded.hash()
    assert sandtable.replay(sandtable.write_log(match.log)).hash() == match.hash()


@settings(max_examples=60)
@given(crowds(), STEPS)
def test_whatever_goes_on_when_the_game_ends_its_last_position_can_be_loaded(
    match: Match, steps: Steps
) -> None:
    for step in steps:
        take(match, step)
    while not match.over:
        match.advance(to=match.alarm)
    assert sandtable.load(json.loads(json.dumps(match.dump()))).hash() == match.hash()
