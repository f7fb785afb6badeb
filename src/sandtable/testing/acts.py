"""`legal` and `act` agree, in both directions; and refusals are what they should be."""

from collections.abc import Callable
from typing import Any

from sandtable.engine.acts import BAD_ACT, Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import MATCH_OVER, NO_SUCH_SEAT
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.testing.checks import check
from sandtable.testing.description import RULE
from sandtable.testing.plain import difference, trouble
from sandtable.testing.pool import Pool, Stranger
from sandtable.testing.trial import Trial, in_full, texts

MOST_TRIED = 40
"""How many acts of a longer list are tried; at every moment other ones."""

NO_SEATS: tuple[Any, ...] = (-1, 99, None, "0", True, 0.0)
LONG_GAME = 20
"""To come to an end, a match may take this many times the usual steps."""


@check
def check_legal(trial: Trial) -> None:
    """Every listed act is accepted, listed once, and survives a round trip through JSON."""
    for match in trial.moments():
        before = match.hash()
        lists = [match.legal(seat) for seat in range(trial.seats)]
        check_lists(trial, match, lists)
        if match.hash() != before:
            raise trial.broken("looking changes nothing", "legal or active changed the state")
        chance = trial.chance("legal")
        for seat, acts in enumerate(lists):
            for act in some(acts, chance):
                check_form(trial, act)
                check_accepted(trial, match, seat, act, chance)


def check_lists(trial: Trial, match: Match, lists: list[list[Act]]) -> None:
    """No duplicates, the same list when asked again, and `active` agrees."""
    for seat, acts in enumerate(lists):
        listed = texts(acts)
        for i, act in enumerate(acts):
            if type(act) not in trial.game.ACTS:
                raise trial.broken("legal lists acts of the game", f"{act!r} is not in ACTS")
            if listed[i] in listed[:i]:
                raise trial.broken(
                    "legal lists every act once", f"seat {seat} has {listed[i]} twice"
                )
        acts.clear()  # the list is the caller's own: this must not reach into the state
        if texts(match.legal(seat)) != listed:
            raise trial.broken("legal gives the same list again", f"not for seat {seat}")
        acts.extend(match.legal(seat))
    active = match.active()
    having = [seat for seat, acts in enumerate(lists) if acts]
    if active != having:
        raise trial.broken(
            "active names the seats that have a legal act, in order",
            f"active is {active}, and legal lists acts for {having}",
        )


def check_form(trial: Trial, act: Act) -> None:
    form = act.to_json()
    promise = "an act is the same after a way through JSON"
    if found := trouble(form):
        raise trial.broken(promise, f"{form}: {found}")
    again = trial.game.act_from_json(form)
    if type(again) is not type(act) or again != act or again.to_json() != form:
        raise trial.broken(promise, f"{form} comes back as {again.to_json()}")


def check_accepted(trial: Trial, match: Match, seat: Seat, act: Act, chance: Rng) -> None:
    twin = match.copy()
    try:
        events = twin.act(seat, act if chance.below(2) else act.to_json())
    except Refused as refused:
        raise trial.broken(
            "every act that legal lists is accepted",
            f"seat {seat} {canonical(act.to_json())} is refused: {refused}",
        ) from None
    if type(events) is not list or not all(isinstance(event, Event) for event in events):
        raise trial.broken("act returns events", f"{act!r} returned {events!r}")
    if twin.now != match.now:
        raise trial.broken("an act takes no time", f"after {act!r} it is {twin.now}")


@check
def check_refusals(trial: Trial) -> None:
    """An act that is not listed is refused with rule and sentence, and nothing has changed.

    Such acts are found by trying what was legal for other seats and at other instants, by
    changing fields of such acts, and by forms that are no acts at all (ST-3).
    """
    pool = Pool(trial.game)
    for match in trial.walk():
        for seat in trial.some_seats():
            pool.add(match.legal(seat))
    for match in trial.moments(apart=1):
        if match.over:
            continue
        chance = trial.chance("refusals")
        for seat in trial.some_seats():
            listed = frozenset(texts(match.legal(seat)))
            forms = pool.unlisted(listed, chance)
            refuse_all(trial, match, seat, forms)
        for seat in range(trial.seats):
            refuse_all(trial, match, seat, [Stranger()])
        seat = chance.below(trial.seats)
        refuse_all(trial, match, seat, pool.malformed(chance), rule=BAD_ACT)


def refuse_all(
    trial: Trial, match: Match, seat: Seat, forms: list[Any], rule: str | None = None
) -> None:
    """Try them all on one copy; if that is changed in the end, one by one to find the culprit."""
    before = match.hash()
    scratch = match.copy()
    for form in forms:
        if fined(trial, scratch, seat, form, rule):
            scratch = match.copy()
    if scratch.hash() == before:
        return
    for form in forms:
        scratch = match.copy()
        if not fined(trial, scratch, seat, form, rule) and scratch.hash() != before:
            found = difference(match.dump()["position"], scratch.dump()["position"])
            raise trial.broken(
                "a refusal changes nothing", f"seat {seat} {form!r} is refused, yet changed {found}"
            )


def fined(trial: Trial, match: Match, seat: Seat, form: Any, rule: str | None) -> bool:
    """Try what must be refused; says whether the attempt cost something."""
    before = match.copy()
    try:
        match.act(seat, form)
    except Refused as refused:
        check_words(trial, refused, seat, form)
        if rule is not None and refused.rule != rule:
            raise trial.broken(
                f"a form that is no act is refused by {rule}", f"{form!r}: {refused}"
            ) from None
        if refused.costs:
            check_fine(trial, before, match, seat, form, refused)
        return refused.costs
    raise trial.broken(
        "an act that legal does not list is refused", f"seat {seat} {form!r} is accepted"
    )


def check_words(trial: Trial, refused: Refused, seat: Seat, form: Any) -> None:
    if RULE.fullmatch(refused.rule) is None or not refused.message.strip():
        raise trial.broken(
            "a refusal has the number of a rule and a sentence",
            f"seat {seat} {form!r} is refused with {refused.rule!r}, {refused.message!r}",
        )


def check_fine(
    trial: Trial, before: Match, after: Match, seat: Seat, form: Any, refused: Refused
) -> None:
    """An attempt that costs costs exactly what `penalise` takes."""
    act = form if isinstance(form, Act) else trial.game.act_from_json(form)
    expected = before.copy()
    events = trial.game.penalise(expected.state, seat, act, refused)
    promise = "a costly refusal does what penalise does, and nothing else"
    if found := difference(expected.dump()["position"], after.dump()["position"]):
        raise trial.broken(promise, f"seat {seat} {form!r}: {found}")
    if found := difference(in_full(events), in_full(refused.events)):
        raise trial.broken(promise, f"seat {seat} {form!r}, events: {found}")


@check
def check_seats(trial: Trial) -> None:
    """A seat that does not exist has no acts and no view: ST-1."""
    match = trial.new()
    trial.match = match
    for seat in (*NO_SEATS, trial.seats):
        doors: list[tuple[str, Callable[[Any], Any]]] = [
            ("act", lambda seat: match.act(seat, {})),
            ("legal", lambda seat: match.legal(seat)),
        ]
        if seat is not None:
            doors.append(("view", lambda seat: match.view(seat)))
        for name, door in doors:
            try:
                door(seat)
            except Refused as refused:
                if refused.rule == NO_SUCH_SEAT:
                    continue
            raise trial.broken(
                "a seat that does not exist is refused by ST-1", f"{name} of seat {seat!r}"
            )


@check
def check_end(trial: Trial) -> None:
    """After the end nobody has an act, nothing will happen, and time stands still."""
    pool = Pool(trial.game)
    for match, chance in trial.matches():
        most = trial.step + trial.steps * LONG_GAME
        while not match.over and trial.step < most:
            for seat in match.active():
                pool.add(match.legal(seat)[:MOST_TRIED])
            trial.go_on(match, chance)
        check_over(trial, match, pool)


def check_over(trial: Trial, match: Match, pool: Pool) -> None:
    """The promises of a match that has an outcome."""
    game, state, outcome = trial.game, match.state, match.outcome
    if outcome is None:
        return
    seats = range(trial.seats)
    fits = "an outcome names winners, and scores and breakdown of every seat"
    if any(type(w) is not int or w not in seats for w in outcome.winners) or not outcome.how:
        raise trial.broken(fits, f"winners {outcome.winners}, how {outcome.how!r}")
    if len(outcome.scores) != trial.seats or len(outcome.breakdown) != trial.seats:
        raise trial.broken(fits, f"{outcome.scores} and {outcome.breakdown}")
    if found := trouble(outcome.to_json()):
        raise trial.broken("an outcome is plain data", found)
    before = match.hash()
    over = "after the end nobody has an act and nothing will happen"
    for seat in seats:
        if game.legal(state, seat) or match.legal(seat):
            raise trial.broken(over, f"seat {seat} has legal acts")
    if game.active(state) or match.active():
        raise trial.broken(over, f"active is {game.active(state)}")
    if game.alarm(state) is not None or match.alarm is not None:
        raise trial.broken(over, f"the alarm is {game.alarm(state)!r}, not None")
    if match.advance(by=1_000) or match.hash() != before:
        raise trial.broken(over, "time passed, or something happened")
    for act in pool.acts(MOST_TRIED):
        for seat in seats:
            refused_as_over(trial, match, seat, act)
    if match.hash() != before:
        raise trial.broken("a refusal changes nothing", "an act after the end changed the state")


def refused_as_over(trial: Trial, match: Match, seat: Seat, act: Act) -> None:
    try:
        match.act(seat, act)
    except Refused as refused:
        if refused.rule == MATCH_OVER and refused.message.strip():
            return
    raise trial.broken("after the end every act is refused by ST-2", f"seat {seat} {act!r}")


def some(acts: list[Act], chance: Rng) -> list[Act]:
    """All of a short list, a random part of a long one."""
    if len(acts) <= MOST_TRIED:
        return acts
    return [chance.pick(acts) for _ in range(MOST_TRIED)]
