"""OT-K3: what somebody with nothing to lose, who knocks whatever they reach, can still do."""

from typing import Any, ClassVar

import pytest

import sandtable
from sandtable import Match
from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.rng import seeded
from sandtable.games.out_of_time.actions import Move

TEN_MINUTES = 600_000
BLINK = 50
"""So often the griefer looks at the table."""


class Griefer(Bot):
    """Knocks over what is in reach, follows the others where nothing is, and never helps."""

    LEVEL: ClassVar[str] = "griefer"

    def plan(self, seen: Seen) -> Plan:
        view = seen.view()
        acts = seen.legal()
        if view["phase"] == "placing":
            return Plan(BLINK, acts[0] if acts else None)
        if view["players"][self.seat]["must_stand_up"]:
            return Plan(BLINK, None)
        near = reaches(view, self.seat)
        now = [reach for reach in near if can_fall(view, seen.now, reach)]
        if now:
            return Plan(BLINK, self.rng.pick(now))
        moves = [act for act in acts if isinstance(act, Move) and act.take is None]
        return Plan(BLINK, self.rng.pick(moves) if moves and not near else None)


def reaches(view: dict[str, Any], seat: int) -> list[Move]:
    """Every reach, with a glass that has run out, for a space where another's stands."""
    return [
        Move(number, to, None)
        for number in (2 * seat, 2 * seat + 1)
        for to in view["next_to"][view["glasses"][number ^ 1]["space"]]
        if view["standing"][to] is not None and view["standing"][to] >> 1 != seat
    ]


def can_fall(view: dict[str, Any], now: int, reach: Move) -> bool:
    there = view["glasses"][view["standing"][reach.to]]
    ready: bool = view["glasses"][reach.glass]["state"] == "ready"
    safe = max(there["safe_until"], there["protected_until"] or 0)
    return ready and there["state"] != "fallen" and now >= safe


class Harm:
    """What was done in ten minutes: how often each glass fell, and for how long it lay."""

    def __init__(self, match: Match, seat: int) -> None:
        bots: dict[int, Bot] = {seat: Griefer(match.game, seat, seeded("griefer"))}
        for other in range(match.seats):
            if other != seat:
                bots[other] = make_bot(match.game, "club", other, seeded(other))
        driver = Driver(match, bots, seeded("driver"))
        driver.begin()
        self.falls = [0] * (2 * match.seats)
        self.lay = [0] * (2 * match.seats)
        self.fell_at: dict[int, int] = {}
        began = TEN_MINUTES
        while not match.over and match.now < began + TEN_MINUTES:
            for event in driver.step():
                if event.NAME == "begun":
                    began = match.now
                self.hear(event.to_json())

    def hear(self, told: dict[str, Any]) -> None:
        number = told.get("glass", -1)
        if told["event"] == "knocked_over":
            self.falls[number] += 1
            self.fell_at[number] = told["at"]
        elif told["event"] == "stood_up":
            self.lay[number] += told["at"] - self.fell_at.pop(number)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_OT_K3_a_griefer_can_annoy_but_not_stop_anybody(seats: int, seed: int) -> None:
    """Of every 8 seconds a glass lies for 3 and is safe for 5.

    Without protection, and with a culprit who is free to go on, two players' glasses lay for nine
    tenths of the time, and whoever sat beside the griefer moved 1 to 5 times in ten minutes.
    """
    match = sandtable.new("out-of-time", seats=seats, seed=seed)
    harm = Harm(match, 0)
    assert 0 < max(harm.falls) <= TEN_MINUTES // 8_000
    assert max(harm.lay) <= match.now * 3 // 8
    moved = [entry.seat for entry in match.entries if entry.act.NAME == "move"]
    assert all(moved.count(seat) >= 15 for seat in range(1, seats))
