"""Copies, dumps and loaded positions go on exactly as the original does."""

import json
from collections.abc import Iterator
from typing import Any

from sandtable.engine.errors import BadPosition, SandtableError
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.position import dump_state, load_state
from sandtable.engine.rng import seeded
from sandtable.engine.table import load, replay
from sandtable.testing.checks import check
from sandtable.testing.plain import difference, fresh, spoil, trouble
from sandtable.testing.trial import Trial, in_full, texts

SIDE_BY_SIDE = 8
FURTHER = 40
MOST_BREAKS = 80
"""How many ways to break a position are tried at one moment; at every moment other ones."""
NONSENSE: dict[str, Any] = {"no": "sense"}
HALF = 0.5
ODD_LEAVES: tuple[Any, ...] = (None, True, -1, 0, 1, 10**20, -(10**20), "no such word", [])
ODD_HEADERS: tuple[Any, ...] = (NONSENSE, None, -1, "no such word", 10**90, [])
OPEN_TO_ALL = "position.outcome.breakdown"
"""In the game's own words: the engine takes what it finds there."""


@check
def check_copies(trial: Trial) -> None:
    """A copy goes on as the original does, and neither touches the other."""
    kept: list[tuple[int, str, Match]] = []
    for match in trial.moments(apart=2):
        before = match.hash()
        twin, other = match.copy(), match.copy()
        if twin.hash() != before:
            found = difference(match.dump()["position"], twin.dump()["position"])
            raise trial.broken("a copy is exact", found)
        kept.append((trial.step, before, match.copy()))
        side_by_side(trial, twin, other, "a copy goes on as the original does")
        trial.play_on(twin, trial.chance("further"), FURTHER)
        if match.hash() != before:
            raise trial.broken(
                "a copy is independent", "playing on with the copy changed the original"
            )
    for step, before, twin in kept:
        if twin.hash() != before:
            raise trial.broken(
                "a copy is independent",
                f"playing on with the original changed the copy made at step {step}",
            )


def side_by_side(trial: Trial, one: Match, other: Match, promise: str) -> None:
    """The same random steps on both: the same events, the same lists, the same hashes."""
    chance = trial.chance("side by side")
    for _ in range(SIDE_BY_SIDE):
        if one.over:
            break
        step = trial.choose(one, chance)
        happened = in_full(trial.take(one, step)), in_full(trial.take(other, step))
        if found := difference(*happened):
            raise trial.broken(promise, f"after '{step}' other events: {found}")
        if found := difference(one.dump()["position"], other.dump()["position"]):
            raise trial.broken(promise, f"after '{step}' another position: {found}")
    for seat in range(trial.seats):
        if texts(one.legal(seat)) != texts(other.legal(seat)):
            raise trial.broken(promise, f"seat {seat} has other legal acts")


@check
def check_dumps(trial: Trial) -> None:
    """A position survives a round trip through JSON text, and play goes on from it as before."""
    exact = "a loaded position is exactly the dumped one"
    for match in trial.moments(apart=2):
        dumped = fresh(match.dump())
        if found := trouble(dumped):
            raise trial.broken("a position is plain data", found)
        before = match.hash()
        spoil(trial.game.dump(match.state))
        if match.hash() != before:
            raise trial.broken(
                "dump hands out data of its own",
                f"writing into it changed the table: {difference(dumped, match.dump())}",
            )
        try:
            loaded = load(json.loads(canonical(dumped)))
        except SandtableError as refusal:
            raise trial.broken(exact, f"its own dump is refused: {refusal}") from None
        if found := difference(dumped, loaded.dump()):
            raise trial.broken(exact, found)
        if loaded.hash() != before or loaded.alarm != match.alarm:
            raise trial.broken(exact, f"alarms {match.alarm} and {loaded.alarm}")
        for viewer in (None, *range(trial.seats)):
            if found := difference(match.view(viewer), loaded.view(viewer)):
                raise trial.broken(exact, f"the view of {viewer}: {found}")
        side_by_side(trial, match.copy(), loaded, "play goes on from a loaded position as before")
        if replay(loaded.log).hash() != loaded.hash():
            raise trial.broken("a log that begins at a position replays", "another hash")


@check
def check_broken_dumps(trial: Trial) -> None:
    """A broken position is refused with BadPosition, unless it is a possible position after all.

    Fields are dropped and added, values replaced. `load` may accept the result only if it dumps to
    the very same data and can be looked at and played on. An object or a fraction in the place of a
    value cannot be accepted by any game.
    """
    for match in trial.moments(apart=8):
        position = fresh(match.dump()["position"])
        whole = canonical(position)
        chance = trial.chance("broken dumps")
        breaks = list(all_breaks(position, "position"))
        chance.shuffle(breaks)
        for one in breaks[:MOST_BREAKS]:
            mutant = one.of(position)
            if canonical(mutant) != whole:
                check_break(trial, match, one, mutant)
        check_headers(trial, match)


class Break:
    """One thing done to a position: which value is replaced by what.

    `hopeless` means that no game can accept the result.
    """

    def __init__(self, what: str, keys: list[Any], value: Any, hopeless: bool = False) -> None:
        self.what = what
        self.keys = keys
        self.value = value
        self.hopeless = hopeless

    def of(self, data: Any) -> Any:
        """The broken position; the given one stays whole."""
        broken = fresh(data)
        if not self.keys:
            return self.value
        holder = broken
        for key in self.keys[:-1]:
            holder = holder[key]
        holder[self.keys[-1]] = self.value
        return broken


def all_breaks(data: Any, path: str, keys: tuple[Any, ...] = ()) -> Iterator[Break]:
    """Everything that can be broken in a position."""
    at = list(keys)
    closed = not path.startswith(OPEN_TO_ALL)
    yield Break(f"{path} replaced by {NONSENSE}", at, NONSENSE, closed)
    if isinstance(data, dict):
        yield Break(f"{path} with a field more", at, {**data, "no such field": 0})
        for key in data:
            rest = {name: value for name, value in data.items() if name != key}
            yield Break(f"{path} without {key}", at, rest)
            yield from all_breaks(data[key], f"{path}.{key}", (*keys, key))
    elif isinstance(data, list):
        yield Break(f"{path} with an entry more", at, [*data, *data[:1]])
        yield Break(f"{path} with an entry less", at, data[:-1])
        for i in range(len(data)):
            yield from all_breaks(data[i], f"{path}[{i}]", (*keys, i))
    else:
        yield Break(f"{path} replaced by {HALF}", at, HALF, closed)
        for odd in ODD_LEAVES:
            yield Break(f"{path} replaced by {odd!r}", at, odd)


def check_break(trial: Trial, match: Match, one: Break, mutant: Any) -> None:
    what = one.what
    written = canonical(mutant)
    try:
        state = load_state(trial.game, mutant, trial.seats, match.options)
    except BadPosition as refusal:
        if not str(refusal).strip():
            raise trial.broken("a refused position says why", what) from None
        return
    except Exception as problem:
        raise trial.broken(
            "a broken position is refused with BadPosition",
            f"{what}: {type(problem).__name__}: {problem}",
        ) from problem
    if one.hopeless:
        raise trial.broken("a broken position is refused with BadPosition", f"{what}: accepted")
    again = dump_state(trial.game, state)
    if canonical(again) != written:
        found = difference(json.loads(written), again)
        raise trial.broken(
            "a position that is accepted is taken as it stands",
            f"{what}: accepted, but loaded as another one: {found}",
        )
    loaded = Match(trial.game, state, match.options, match.seed, mutant)
    try:
        look_and_play(trial, loaded)
    except Exception as problem:
        raise trial.broken(
            "a position that is accepted can be played",
            f"{what}: accepted, and then {type(problem).__name__}: {problem}",
        ) from problem


def look_and_play(trial: Trial, match: Match) -> None:
    for viewer in (None, *range(trial.seats)):
        match.view(viewer)
    if match.over:
        return
    chance = seeded("look and play")
    for _ in range(2):
        trial.play_on(match, chance, 1 if match.active() or match.alarm is not None else 0)


def check_headers(trial: Trial, match: Match) -> None:
    """What stands around a position is checked as well, and only our own exceptions are raised."""
    dumped = match.dump()
    broken_ones: list[tuple[str, dict[str, Any]]] = [
        ("the dump with a field more", {**dumped, "no such field": 0})
    ]
    for field in dumped:
        rest = {name: value for name, value in dumped.items() if name != field}
        broken_ones.append((f"the dump without {field}", rest))
        broken_ones.extend(
            (f"{field} replaced by {odd!r}", {**dumped, field: odd}) for odd in ODD_HEADERS
        )
    for what, broken in broken_ones:
        try:
            load(fresh(broken))
        except SandtableError:
            continue
        except Exception as problem:
            raise trial.broken(
                "a broken dump is refused with a reason",
                f"{what}: {type(problem).__name__}: {problem}",
            ) from problem
        raise trial.broken("a broken dump is refused with a reason", f"{what}: accepted")
