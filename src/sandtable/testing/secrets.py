"""Views and imagined states: what a seat may see, and that nothing else reaches it.

What is checked, and why it must hold:

- A state and one that a seat imagines differ only in what that seat may not see. So its view and
  its legal acts are the same in both; if not, the view leaks, or `imagine` forgets.
- Whoever sits at the table may watch it in a second window as well. So the spectator's view, too,
  is the same in a state and in every state that some seat imagines.
- `imagine` depends on what the seat may see and on its random numbers alone. So it gives the same
  from an imagined state; and from tables of other seeds, for as long as the seat was shown and told
  exactly the same at both. The latter does not rest on `imagine` itself: those tables are real.
"""

from typing import Any

from sandtable.engine.errors import BadPosition, Refused
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.position import dump_state, load_state
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.state import State
from sandtable.engine.table import new
from sandtable.engine.units import Seat, Viewer
from sandtable.testing.checks import check
from sandtable.testing.plain import difference, fresh, spoil, trouble
from sandtable.testing.trial import NEXT_SEED, Step, Trial, texts, told

PLAYED_ON = 4
FRESH_TABLES = 40
WORLDS = 3


@check
def check_views(trial: Trial) -> None:
    """A view is plain data of its own, and looking changes nothing."""
    first: dict[tuple[int, Viewer], dict[str, Any]] = {}
    for match in trial.moments():
        before = match.hash()
        open_to_all = match.view(None) if trial.game.ALL_SEE_THE_SAME else None
        for viewer in (None, *trial.some_seats()):
            who = "the spectator" if viewer is None else f"seat {viewer}"
            view = match.view(viewer)
            if open_to_all is not None and (found := difference(open_to_all, view)):
                raise trial.broken("all see the same where a game says so", f"{who}: {found}")
            if not isinstance(view, dict):
                raise trial.broken("a view is plain data", f"that of {who} is {view!r}")
            if found := trouble(view):
                raise trial.broken("a view is plain data", f"that of {who}: {found}")
            kept = fresh(view)
            seen = {**first.setdefault((trial.played, viewer), kept), **match.changing(viewer)}
            if found := difference(kept, seen):
                raise trial.broken(
                    "a view has nothing new beside what is listed as changing", f"{who}: {found}"
                )
            spoil(view)
            if found := difference(kept, match.view(viewer)):
                raise trial.broken(
                    "a view is data of its own", f"writing into that of {who} changed {found}"
                )
        if match.hash() != before:
            raise trial.broken("looking changes nothing", "view changed the state")


@check
def check_imagining(trial: Trial) -> None:
    """An imagined state is a possible one that the seat cannot tell from the real one."""
    for match in trial.moments():
        if match.over:
            continue
        for seat in trial.some_seats():
            check_imagined(trial, match, seat)


def check_imagined(trial: Trial, match: Match, seat: Seat) -> None:
    game, state = trial.game, match.state
    before = match.hash()
    label = f"imagine {trial.seed} {trial.step} {seat}"
    rng = seeded(label)
    twin: State = game.imagine(state, seat, rng)
    if match.hash() != before:
        raise trial.broken("imagining changes nothing", f"seat {seat} changed the real state")
    check_generators(trial, match, seat, twin, rng)
    if twin.now != state.now or twin.seats != state.seats or twin.outcome is not None:
        raise trial.broken(
            "an imagined state is of this moment", f"it is {twin.now} there, and {state.now} here"
        )
    if found := difference(game.view(state, seat), game.view(twin, seat)):
        raise trial.broken(
            "a seat sees the same in a state that it imagines",
            f"seat {seat}, {found}: the view shows what the seat may not see, or imagine changes "
            "what it may see",
        )
    if found := difference(game.view(state, None), game.view(twin, None)):
        raise trial.broken(
            "a spectator sees nothing that a seat may not see",
            f"{found}: seat {seat} does not know it, as it imagines it otherwise",
        )
    if found := difference(texts(game.legal(state, seat)), texts(game.legal(twin, seat))):
        raise trial.broken(
            "a seat has the same legal acts in a state that it imagines", f"seat {seat}, {found}"
        )
    check_fits(trial, match, seat, twin)
    imagined = trial.hash_of(twin)
    for source in (twin, game.imagine(state, seat, seeded(f"another {label}"))):
        again: State = game.imagine(source, seat, seeded(label))
        if trial.hash_of(again) != imagined:
            found = difference(dump_state(game, twin), dump_state(game, again))
            raise trial.broken(
                "imagining rests on nothing that the seat may not see",
                f"seat {seat}, from the real and from an imagined state: {found}",
            )
    play = Match(game, twin, match.options, match.seed)
    trial.play_on(play, trial.chance("imagined"), PLAYED_ON)
    if match.hash() != before:
        raise trial.broken(
            "an imagined state is independent", f"playing on in that of seat {seat} changed this"
        )


def check_generators(trial: Trial, match: Match, seat: Seat, twin: State, rng: Rng) -> None:
    """With the real generator, somebody would know what is drawn next."""
    promise = "the generator of an imagined state is drawn anew"
    if twin.rng.dump() == match.state.rng.dump() or twin.rng is match.state.rng:
        raise trial.broken(promise, f"seat {seat} imagines the real one, and with it the future")
    if twin.rng is rng:
        raise trial.broken(promise, "it is the very one that imagine was given, not one of its own")
    other = trial.game.imagine(match.state, seat, trial.chance(f"other {seat}"))
    if twin.rng.dump() == other.rng.dump():
        raise trial.broken(promise, f"seat {seat} imagines the same one every time")


def check_fits(trial: Trial, match: Match, seat: Seat, twin: State) -> None:
    """By the game's own checks, it is a possible position."""
    promise = "an imagined state is a possible position"
    try:
        loaded = load_state(trial.game, dump_state(trial.game, twin), trial.seats, match.options)
    except BadPosition as refusal:
        raise trial.broken(promise, f"that of seat {seat} is refused: {refusal}") from None
    if found := difference(dump_state(trial.game, twin), dump_state(trial.game, loaded)):
        raise trial.broken(promise, f"that of seat {seat} loads as another: {found}")


@check
def check_newcomers(trial: Trial) -> None:
    """Somebody who takes a seat over knows less than the seat did; nothing else is different."""
    game = trial.game
    for match in trial.moments():
        for seat in trial.some_seats():
            veil = game.veil(match.state, seat)
            if veil is None:
                continue
            if found := trouble(veil):
                raise trial.broken("a veil is plain data", f"that of seat {seat}: {found}")
            before = match.hash()
            twin: State = game.veiled(match.state, seat, veil)
            if match.hash() != before:
                raise trial.broken("a veil changes nothing", f"seat {seat} changed the state")
            for viewer in (None, *range(trial.seats)):
                same = viewer != seat
                if same and (found := difference(match.view(viewer), game.view(twin, viewer))):
                    raise trial.broken(
                        "a veil hides things from one seat alone", f"viewer {viewer}: {found}"
                    )
            if found := difference(texts(match.legal(seat)), texts(game.legal(twin, seat))):
                raise trial.broken("a newcomer has all of the seat's acts", f"{seat}: {found}")
            if not match.over:
                check_fits(trial, match, seat, game.imagine(twin, seat, trial.chance("veiled")))


@check
def check_secrets(trial: Trial) -> None:
    """At tables that look the same to a seat, the seat imagines the same.

    Tables of other seeds, and this one with another generator, are played in step. Those at which
    the seat sees or hears something different are dropped; at the others it must imagine the same.
    """
    for match, chance in trial.matches():
        seat = trial.played % trial.seats
        worlds = tables_alike(trial, match, seat)
        while trial.goes_on(match):
            if len(worlds) < WORLDS:
                worlds.append(with_another_future(trial, match))
            compare_worlds(trial, match, worlds, seat)
            step, events = trial.go_on(match, chance)
            heard = told(events, seat)
            worlds = [
                world
                for world in worlds
                if hears(trial, world, step, seat) == heard and looks_alike(match, world, seat)
            ]


def tables_alike(trial: Trial, match: Match, seat: Seat) -> list[Match]:
    """Fresh tables of other seeds that look like this one to the seat."""
    found: list[Match] = []
    for i in range(FRESH_TABLES):
        seed = match.seed + (1 + i) * NEXT_SEED
        other = new(trial.game, seats=trial.seats, seed=seed, options=trial.options)
        if looks_alike(match, other, seat):
            found.append(other)
            if len(found) == WORLDS - 1:
                break
    return found


def with_another_future(trial: Trial, match: Match) -> Match:
    """This table, where other things will be drawn."""
    twin = match.copy()
    twin.state.rng = trial.chance("another future")
    return twin


def looks_alike(one: Match, other: Match, seat: Seat) -> bool:
    """Whether a seat sees the same, and may do the same, at two tables."""
    return (
        one.now == other.now
        and one.over == other.over
        and canonical(one.view(seat)) == canonical(other.view(seat))
        and texts(one.legal(seat)) == texts(other.legal(seat))
    )


def hears(trial: Trial, match: Match, step: Step, seat: Seat) -> list[dict[str, Any]] | None:
    """What a seat is told when the same is done at another table; None if it cannot be done."""
    try:
        if step.act is None:
            return told(trial.let_pass(match, step.to), seat)
        return told(match.act(step.seat, step.act), seat)
    except Refused:
        return None


def compare_worlds(trial: Trial, match: Match, worlds: list[Match], seat: Seat) -> None:
    label = f"worlds {trial.seed} {trial.step} {seat}"
    mine: State = trial.game.imagine(match.state, seat, seeded(label))
    expected = trial.hash_of(mine)
    for world in worlds:
        other: State = trial.game.imagine(world.state, seat, seeded(label))
        if trial.hash_of(other) != expected:
            found = difference(dump_state(trial.game, mine), dump_state(trial.game, other))
            raise trial.broken(
                "imagining rests on nothing that the seat may not see",
                f"seat {seat} saw and heard the same at two tables, and imagines {found}",
            )
