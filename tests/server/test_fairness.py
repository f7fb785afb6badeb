"""Who was first: measured lag, credit, the window, and 2,000 races."""

import random
from collections.abc import Callable

import pytest

from sandtable.server.fairness import (
    CAP,
    Held,
    LagMeter,
    Told,
    Window,
    credit_for,
    effective,
    sheet,
    window_for,
)

RACES = 2_000
JITTER = 0.2
ACT = {"act": "grab"}


def held(seat: int, effective: float, arrival: float = 0.0) -> Held:
    return Held(seat, 1, ACT, arrival, effective, 0.0)


def test_lag_is_half_the_median_round_trip() -> None:
    meter = LagMeter()
    for round_trip in (40.0, 44.0, 400.0):
        meter.echoed(round_trip)
    assert meter.one_way == 22.0


def test_an_echo_held_back_on_purpose_does_not_beat_the_kernel() -> None:
    meter = LagMeter()
    meter.echoed(300.0)
    meter.kernel_measured(20.0)
    assert meter.one_way == 10.0


def test_nothing_is_credited_before_lag_was_measured() -> None:
    assert credit_for(LagMeter().one_way) == 0.0


def test_credit_is_capped() -> None:
    assert credit_for(400.0) == CAP


def test_an_act_counts_from_its_arrival_minus_the_lag() -> None:
    assert effective(1_000.0, 80.0, None) == 920.0


def test_nothing_counts_from_before_the_seat_was_told_of_it() -> None:
    assert effective(1_000.0, 80.0, 970.0) == 970.0


def test_the_window_is_the_worst_lag_and_never_longer_than_the_cap() -> None:
    assert window_for([10.0, 90.0], contention=True) == 90.0
    assert window_for([10.0, 900.0], contention=True) == CAP


def test_there_is_no_window_where_nobody_races() -> None:
    assert window_for([10.0, 90.0], contention=False) == 0.0


def test_the_window_gives_the_earliest_first_and_nothing_after_the_line() -> None:
    window = Window()
    for act in (held(0, 30.0), held(1, 10.0), held(2, 20.0)):
        window.add(act)
    given = [window.due(25.0), window.due(25.0), window.due(25.0)]
    assert [act and act.seat for act in given] == [1, 2, None]


def test_at_equal_times_the_packet_that_came_first_is_first() -> None:
    window = Window()
    window.add(held(1, 10.0))
    window.add(held(0, 10.0))
    first = window.due(10.0)
    assert first is not None
    assert first.seat == 1


def test_an_act_that_stays_possible_keeps_the_time_it_was_first_told() -> None:
    told = Told()
    told.listed([ACT])
    told.sent(100.0)
    told.listed([ACT, {"act": "other"}])
    told.sent(200.0)
    assert told.when(ACT, 300.0) == 100.0


def test_an_act_whose_list_is_still_unsent_counts_from_its_arrival() -> None:
    told = Told()
    told.listed([ACT])
    assert told.when(ACT, 300.0) == 300.0


def test_the_form_of_an_act_does_not_change_when_it_was_told() -> None:
    told = Told()
    told.listed([{"act": "grab", "from": 1}])
    told.sent(100.0)
    assert told.when({"from": 1, "act": "grab"}, 300.0) == 100.0


class Player:
    """Somebody with a network. Round trip `ping`, each way half of it, 20 % jitter each time."""

    def __init__(self, ping: float, dice: random.Random) -> None:
        self.ping = ping
        self.dice = dice
        self.meter = LagMeter()

    def way(self) -> float:
        return self.ping / 2 * self.dice.uniform(1 - JITTER, 1 + JITTER)

    def is_probed(self) -> None:
        round_trip = self.way() + self.way()
        self.meter.echoed(round_trip + self.held_back())
        self.meter.kernel_measured(round_trip)

    def held_back(self) -> float:
        """How long the client's program waits before it echoes."""
        return 0.0


class EchoesLate(Player):
    def held_back(self) -> float:
        return 250.0


def race(
    players: list[Player], dice: random.Random, window_on: bool, lie: Callable[[Told], None]
) -> int:
    """All see the same chance at once and grab at the same true instant. Who wins?"""
    for player in players:
        player.is_probed()
    width = window_for([p.meter.one_way for p in players], contention=window_on)
    opened, acted = 0.0, 5_000.0 + dice.uniform(0, 100)
    window = Window()
    arrivals = []
    for seat, player in enumerate(players):
        told = Told()
        told.listed([ACT])
        told.sent(opened)
        lie(told)
        arrival = acted + player.way()
        credit = credit_for(player.meter.one_way) if window_on else 0.0
        moment = effective(arrival, credit, told.when(ACT, arrival))
        arrivals.append((arrival, Held(seat, 1, ACT, arrival, moment, credit)))
    decided: list[int] = []
    for arrival, act in sorted(arrivals, key=lambda entry: entry[0]):
        while (first := window.due(arrival - width)) is not None:
            decided.append(first.seat)
        window.add(act)
    decided += [act.seat for act in window.clear()]
    return decided[0]


def share_of_second(players: list[Player], dice: random.Random, window_on: bool) -> float:
    for _ in range(10):
        for player in players:
            player.is_probed()
    won = sum(race(players, dice, window_on, lambda told: None) for _ in range(RACES))
    return won / RACES


def test_near_and_far_win_alike() -> None:
    dice = random.Random(7)
    share = share_of_second([Player(20, dice), Player(200, dice)], dice, window_on=True)
    assert 0.45 <= share <= 0.55


def test_without_the_window_the_near_one_wins_nearly_all() -> None:
    dice = random.Random(7)
    share = share_of_second([Player(20, dice), Player(200, dice)], dice, window_on=False)
    assert share < 0.02


@pytest.mark.parametrize("ping", [20, 80, 200])
def test_echoing_late_gains_nothing_over_an_honest_player(ping: float) -> None:
    dice = random.Random(11)
    honest = share_of_second([Player(60, dice), Player(ping, dice)], dice, window_on=True)
    dice = random.Random(11)
    lying = share_of_second([Player(60, dice), EchoesLate(ping, dice)], dice, window_on=True)
    assert lying <= honest + 0.03


def test_a_reaction_is_never_judged_from_before_it_was_possible() -> None:
    """Behind a proxy the kernel knows nothing: even then a late echo buys no head start."""
    meter = LagMeter()
    for _ in range(15):
        meter.echoed(600.0)
    sent, arrival = 1_000.0, 1_030.0
    assert effective(arrival, credit_for(meter.one_way), sent) == sent


def line(seat: int, effective: int, arrived: int, **more: object) -> dict[str, object]:
    return {
        "at": effective,
        "seat": seat,
        "act": ACT,
        "arrived": arrived,
        "effective": effective,
        "credit": arrived - effective,
        "lag": arrived - effective,
        "window": 100,
        **more,
    }


def test_the_sheet_shows_lag_and_credit_of_every_seat() -> None:
    lines = [line(0, 1_000, 1_010), line(1, 2_000, 2_090), line(1, 3_000, 3_110)]
    found = sheet(lines, ["Ada", "Bob"])
    assert (found.seats[0].lag_median, found.seats[1].lag_worst) == (10, 110)
    assert found.seats[1].credit_total == 200
    assert found.window == 100


def test_the_sheet_lists_a_race_that_compensation_decided() -> None:
    lines = [line(1, 1_000, 1_100), line(0, 1_020, 1_030, note="refused", rule="X-1")]
    (found,) = sheet(lines, ["Ada", "Bob"]).races
    assert (found.first, found.second, found.arrived_first) == (1, 0, 0)
    assert found.overturned
    assert found.lost


def test_the_sheet_lists_no_race_where_nobody_lost() -> None:
    assert sheet([line(0, 1_000, 1_010), line(1, 1_030, 1_050)], ["Ada", "Bob"]).races == []
