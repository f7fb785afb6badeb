"""Time: alarms lie ahead, a leap and many small steps come to the same, and logs replay."""

import json

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused, SandtableError
from sandtable.engine.events import Event
from sandtable.engine.log import write_log
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.rng import Rng
from sandtable.engine.table import replay
from sandtable.engine.units import Ms, Seat
from sandtable.testing.checks import check
from sandtable.testing.plain import difference
from sandtable.testing.pool import Pool
from sandtable.testing.trial import Trial, in_full, instant

ALARMS_AHEAD = 4
SMALL_STEPS = 3
TIMES_LOOKED_AT = 6
PAIRS = 3


@check
def check_time(trial: Trial) -> None:
    """An alarm is later than now, and it does not matter in how many steps time passes.

    One leap over several alarms, a step to each alarm, and many small steps: all give the same
    events and the same position. What happens by itself happens at the instant of its alarm.
    """
    for match in trial.moments(apart=1):
        if match.over:
            continue
        steady, times = alarm_by_alarm(trial, match)
        end = steady.now
        leap = match.copy()
        happened = in_full(leap.advance(to=end))
        small = match.copy()
        bit_by_bit = in_full(in_small_steps(trial, small, times, end))
        promise = "it does not matter in how many steps time passes"
        if found := difference(happened, bit_by_bit):
            raise trial.broken(promise, f"one leap to {end} and small steps, events: {found}")
        for name, other in (("a step to each alarm", steady), ("small steps", small)):
            if found := difference(leap.dump()["position"], other.dump()["position"]):
                raise trial.broken(promise, f"one leap to {end} and {name}: {found}")
        check_before_the_alarm(trial, match)


def alarm_by_alarm(trial: Trial, match: Match) -> tuple[Match, list[Ms]]:
    """A copy after some alarms and a little more, and the instants of the alarms."""
    twin = match.copy()
    times: list[Ms] = []
    for _ in range(ALARMS_AHEAD):
        due = trial.alarm(twin)
        if due is None:
            break
        times.append(due)
        for event in trial.let_pass(twin, due):
            if event.at != due:
                raise trial.broken(
                    "an event says when it happened",
                    f"{event.to_json()} happened at the alarm of {due}",
                )
        if twin.over:
            return twin, times
    due = trial.alarm(twin)
    rest = twin.now + 1_000 if due is None else due
    trial.let_pass(twin, instant(twin.now + 1, rest, trial.chance("rest")))
    return twin, times


def in_small_steps(trial: Trial, match: Match, times: list[Ms], end: Ms) -> list[Event]:
    """The same stretch of time in pieces: some at random, and close before and after alarms."""
    chance = trial.chance("small steps")
    stops: list[Ms] = [end]
    for due in times:
        stops += [due - 1, due, due + 1]
    stops += [instant(match.now, end, chance) for _ in range(SMALL_STEPS * (len(times) + 1))]
    happened: list[Event] = []
    for stop in sorted(stops):
        if match.now <= stop <= end and not match.over:
            before = match.now
            happened += match.advance(to=stop)
            if match.now < before or (match.now != stop and not match.over):
                raise trial.broken(
                    "time passes as far as it was told to", f"to {stop}, and it is {match.now}"
                )
    return happened


def check_before_the_alarm(trial: Trial, match: Match) -> None:
    """Nothing happens before the alarm: until then the game's `advance` only sets the time."""
    due = trial.alarm(match)
    if due is None or due - match.now < 2:
        return
    waits = match.copy()
    events = trial.game.advance(waits.state, due - 1)
    expected = match.copy()
    expected.state.now = due - 1
    found = difference(expected.dump()["position"], waits.dump()["position"])
    if events or found:
        raise trial.broken(
            "before the alarm nothing happens", f"at {due - 1}: {found or in_full(events)}"
        )


@check
def check_replay(trial: Trial) -> None:
    """A log replays to the same hash, and at any time to the position of that time."""
    for match, chance in trial.matches():
        seen: dict[Ms, str] = {match.now: match.hash()}
        while trial.goes_on(match):
            before = match.copy()
            trial.go_on(match, chance)
            if match.now > before.now:
                trial.let_pass(before, instant(before.now, match.now - 1, chance))
                seen[before.now] = before.hash()
            seen[match.now] = match.hash()
        check_log(trial, match, seen)


def check_log(trial: Trial, match: Match, seen: dict[Ms, str]) -> None:
    """The log as text and as data; and at some of the times that were seen live."""
    exact = "a log replays exactly"
    chance = trial.chance("replay")
    log = match.log
    try:
        for one in (replay(write_log(log)), replay(json.loads(canonical(log)))):
            if one.hash() != match.hash() or difference(one.log, log):
                raise trial.broken(exact, f"log or hash: {difference(one.log, log)}")
        for at in [chance.pick(sorted(seen)) for _ in range(TIMES_LOOKED_AT)]:
            if replay(log, at=at).hash() != seen[at]:
                raise trial.broken("a log replays to the position of any time", f"not at {at}")
    except SandtableError as refusal:
        raise trial.broken(exact, str(refusal)) from None


@check
def check_ties(trial: Trial) -> None:
    """Acts of several seats at one millisecond, in either order, and together with an alarm."""
    pool = Pool(trial.game)
    for match in trial.moments(apart=2):
        for seat in range(trial.seats):
            pool.add(match.legal(seat)[:PAIRS])
        if match.over:
            continue
        chance = trial.chance("ties")
        rung = match.copy()
        due = trial.alarm(rung)
        if due is not None:
            trial.let_pass(rung, due)
        for table in (match, rung):
            for _ in range(PAIRS if trial.seats > 1 and not table.over else 0):
                one = chance.below(trial.seats)
                other = (one + chance.between(1, trial.seats - 1)) % trial.seats
                first = one, any_act(table, one, pool, chance)
                second = other, any_act(table, other, pool, chance)
                check_tie(trial, table, [first, second], chance)
                check_tie(trial, table, [second, first], chance)


def any_act(match: Match, seat: Seat, pool: Pool, chance: Rng) -> Act | None:
    """An act that the seat has, or else one that somebody had earlier."""
    acts = match.legal(seat) or pool.acts(20)
    return chance.pick(acts) if acts else None


def check_tie(
    trial: Trial, match: Match, attempts: list[tuple[Seat, Act | None]], chance: Rng
) -> None:
    twin = match.copy()
    for seat, act in attempts:
        try:
            if act is not None and not twin.over:
                twin.act(seat, act)
        except Refused:
            continue
    trial.play_on(twin, chance, 2)
    shown = ", then ".join(f"seat {seat} {act!r}" for seat, act in attempts)
    try:
        again = replay(twin.log)
    except SandtableError as refusal:
        raise trial.broken("acts at one millisecond replay", f"{shown}: {refusal}") from None
    if again.hash() != twin.hash():
        raise trial.broken("acts at one millisecond replay", f"{shown}: another hash")
