"""Events: well made, and telling nobody more than they may know afterwards."""

from typing import Any

from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.position import dump_state
from sandtable.engine.rng import seeded
from sandtable.engine.state import State
from sandtable.engine.units import Seat, Viewer
from sandtable.testing.checks import check
from sandtable.testing.plain import difference, fresh, leaves, trouble
from sandtable.testing.secrets import hears
from sandtable.testing.trial import Step, Trial, texts, told

LOOKS, MOST_LOOKS = 2, 10
"""How often one kind of event is examined at one table, and all kinds together."""
FEW, MANY = 20, 160
SURE = 30
"""With this many tables, all agree by chance on a coin toss once in 2**30 times."""


@check
def check_events(trial: Trial) -> None:
    """An event is plain data with its time, and each viewer is told a part of it, in words too."""
    names = [f"Player {seat}" for seat in range(trial.seats)]
    for match, chance in trial.matches():
        while trial.goes_on(match):
            step, events = trial.go_on(match, chance)
            for event in events:
                check_event(trial, event, names)
                if step.act is not None and event.at != match.now:
                    raise trial.broken(
                        "an event says when it happened",
                        f"{event.to_json()} happened at {match.now}",
                    )


def check_event(trial: Trial, event: Event, names: list[str]) -> None:
    full = event.to_json()
    if not event.NAME:
        raise trial.broken("an event has a name", f"{full} has none")
    if found := trouble(full):
        raise trial.broken("an event is plain data", f"{full}: {found}")
    everybody = event.told(None)
    for viewer in (None, *range(trial.seats)):
        heard = event.told(viewer)
        if trial.game.ALL_SEE_THE_SAME and heard != everybody:
            raise trial.broken(
                "all hear the same where a game says so",
                f"spectators hear {everybody}, seat {viewer} hears {heard}",
            )
        if heard is not None:
            check_heard(trial, viewer, heard, full, names)
        if everybody is not None and (heard is None or not is_part(everybody, heard)):
            raise trial.broken(
                "a spectator is told nothing that a seat is not told",
                f"spectators hear {everybody}, seat {viewer} hears {heard}",
            )


def check_heard(
    trial: Trial, viewer: Viewer, heard: dict[str, Any], full: dict[str, Any], names: list[str]
) -> None:
    if found := trouble(heard):
        raise trial.broken("what is told is plain data", f"{heard}: {found}")
    if heard.get("event") != full["event"] or heard.get("at") != full["at"]:
        raise trial.broken("what is told names the event and its time", f"{heard} of {full}")
    if not is_part(heard, full):
        raise trial.broken(
            "what is told is a part of what happened", f"{viewer} hears {heard} of {full}"
        )
    before = fresh(heard)
    words = trial.game.words(heard, names)
    for said in (words, trial.game.words_to(viewer, heard, names)):
        if type(said) is not str or not said.strip():
            raise trial.broken("every event can be said in words", f"{heard} gives {said!r}")
    if (said := trial.game.words_to(None, heard, names)) != words:
        raise trial.broken("words_to nobody in particular are words", f"{said!r}, not {words!r}")
    if found := difference(before, heard):
        raise trial.broken("words change nothing", found)


def is_part(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    return all(
        field in whole and not difference(value, whole[field]) for field, value in part.items()
    )


@check
def check_telling(trial: Trial) -> None:
    """What a seat is told, it may know afterwards.

    Before something happens, the seat imagines many tables, and the same is done at each. They fall
    into groups by what the seat then sees and hears. If all tables of each group agree on something
    hidden, and the groups do not agree with each other, then what was said gave it away. So a state
    that the seat imagines afterwards must agree with its table about it. If it mostly does not, the
    seat was told a secret, or `imagine` forgets what it was told.
    """
    looked_at: list[str] = []
    for match, chance in trial.matches():
        while trial.goes_on(match) and len(looked_at) < MOST_LOOKS:
            before = match.copy()
            step, events = trial.go_on(match, chance)
            kind = " ".join([event.NAME for event in events])
            if events and not match.over and looked_at.count(kind) < LOOKS:
                looked_at.append(kind)
                other = (max(step.seat, 0) + chance.between(1, trial.seats)) % trial.seats
                check_told(trial, before, step, events, other)


def check_told(trial: Trial, before: Match, step: Step, events: list[Event], seat: Seat) -> None:
    """First a few imagined tables; if those raise a suspicion, many more."""
    names = [one["event"] for one in told(events, seat)]
    suspects: list[str] = []
    for many, enough in ((FEW, 2), (MANY, SURE)):
        groups = group_tables(trial, before, step, names, seat, many)
        if sum(len(group) - 1 for group in groups) < enough:
            return
        suspects = given_away(groups)
        if not suspects:
            return
    raise trial.broken(
        "what a seat is told, it may know afterwards",
        f"seat {seat} hears of '{' '.join(names)}' and so knows {suspects[0]}, "
        "which it then imagines otherwise: it was told a secret, or imagine forgets",
    )


class Imagined:
    """A table as it is after something happened there, and as the seat then imagines it."""

    def __init__(self, real: dict[str, str], afterwards: dict[str, str]) -> None:
        self.real = real
        self.afterwards = afterwards


def group_tables(
    trial: Trial, before: Match, step: Step, names: list[str], seat: Seat, many: int
) -> list[list[Imagined]]:
    """Imagined tables with such events, grouped by what the seat then sees and hears."""
    game = trial.game
    groups: dict[str, list[Imagined]] = {}
    for i in range(many):
        state: State = game.imagine(before.state, seat, seeded(f"before {i}"))
        world = Match(game, state, before.options, before.seed)
        heard = hears(trial, world, step, seat)
        if world.over or heard is None or [one["event"] for one in heard] != names:
            continue
        shown = canonical([heard, world.view(seat), texts(world.legal(seat))])
        afterwards: State = game.imagine(state, seat, seeded(f"after {i}"))
        groups.setdefault(shown, []).append(
            Imagined(table_of(trial, state), table_of(trial, afterwards))
        )
    return list(groups.values())


def given_away(groups: list[list[Imagined]]) -> list[str]:
    """The places on which each group agrees, but not all groups, and which imagining gets wrong."""
    found: list[str] = []
    for path in groups[0][0].real:
        firsts = [group[0].real.get(path) for group in groups]
        agree = all(
            table.real.get(path) == first
            for group, first in zip(groups, firsts, strict=True)
            for table in group
        )
        if not agree or all(value == firsts[0] for value in firsts):
            continue
        several = [table for group in groups if len(group) > 1 for table in group]
        denied = [one for one in several if one.afterwards.get(path) != one.real.get(path)]
        if 2 * len(denied) >= len(several):
            found.append(path)
    return found


def table_of(trial: Trial, state: State) -> dict[str, str]:
    """The game's own part of a position, flat: each place and what is there."""
    table = dump_state(trial.game, state)["table"]
    return {path: repr(value) for path, value in leaves(table)}
