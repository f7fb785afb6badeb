"""Questions and their answers: plain, small, without a trace, and no way to see more.

A preview is a second way to look at a table. A state and one that a seat imagines differ only in
what that seat may not see, so the answer, or the refusal, must be the same in both. The same holds
for somebody who has taken the seat over, behind their veil.
"""

from typing import Any

from sandtable.engine.acts import fits, may_be_null
from sandtable.engine.errors import Refused
from sandtable.engine.game import MATCH_OVER, NO_SUCH_SEAT
from sandtable.engine.match import Match
from sandtable.engine.plain import canonical
from sandtable.engine.questions import BAD_QUESTION, LONGEST_ANSWER
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.state import State
from sandtable.engine.units import Seat
from sandtable.testing.checks import STEPS, check
from sandtable.testing.description import RULE
from sandtable.testing.plain import difference, fresh, spoil, trouble
from sandtable.testing.pool import ODD_NUMBERS, WRONG_KIND
from sandtable.testing.trial import Trial

NO_QUESTIONS: tuple[Any, ...] = (
    None,
    7,
    "a question",
    [],
    {},
    {"ask": None},
    {"ask": 7},
    {"ask": {}},
    {"ask": "no such question"},
    {"act": "no such question"},
)


@check
def check_previews(trial: Trial) -> None:
    """An answer is plain and small, changes nothing, and tells a seat only what it may know."""
    names = [kind.NAME for kind in trial.game.QUESTIONS]
    if len(set(names)) != len(names) or "" in names:
        raise trial.broken("every question has a name of its own", f"they are {names}")
    suggested = 0
    for match in trial.moments():
        before = match.hash()
        chance = trial.chance("previews")
        for seat in trial.some_seats():
            forms = [question.to_json() for question in trial.game.questions(match.state, seat)]
            suggested += len(forms)
            if match.over and forms:
                raise trial.broken("after the end there is nothing to ask", f"{forms[0]}")
            for form in forms:
                check_answer(trial, match, seat, form)
            for form in [*forms, *variants(trial, forms, chance)]:
                check_blindness(trial, match, seat, form)
            for form in [*NO_QUESTIONS, *malformed(trial, forms)]:
                check_malformed(trial, match, seat, form)
        for stranger in (-1, trial.seats, None, "0", True):
            if asked(trial, match, stranger, {"ask": "anything"})[0] != NO_SUCH_SEAT:
                raise trial.broken("only a seat can ask", f"{stranger!r} was answered")
        if match.hash() != before:
            raise trial.broken("asking changes nothing", "a question changed the state")
    if names and not suggested and trial.step >= STEPS:
        raise trial.broken(
            "a game that answers questions suggests some",
            "without any, nobody can try whether an answer tells too much",
        )


def check_answer(trial: Trial, match: Match, seat: Seat, form: dict[str, Any]) -> None:
    """A question that the game itself suggests has an answer."""
    rule, answer = asked(trial, match, seat, form)
    if rule:
        raise trial.broken(
            "a question that the game suggests has an answer", f"{form} is refused: {answer}"
        )
    if type(answer) is not dict:
        raise trial.broken("an answer is plain data", f"{form}: {answer!r}")
    if found := trouble(answer):
        raise trial.broken("an answer is plain data", f"{form}: {found}")
    if (size := len(canonical(answer))) > LONGEST_ANSWER:
        raise trial.broken("an answer is short", f"{form} takes {size} bytes")
    kept = fresh(answer)
    spoil(answer)
    if found := difference(kept, asked(trial, match, seat, form)[1]):
        raise trial.broken("an answer is data of its own", f"writing into it changed {found}")


def asked(trial: Trial, match: Match, seat: Any, form: Any) -> tuple[str, Any]:
    """The rule of a refusal with its sentence, or "" and the answer."""
    try:
        return "", match.preview(seat, form)
    except Refused as refused:
        if refused.costs:
            raise trial.broken("a question costs nothing", f"{form}: {refused}") from None
        if not RULE.fullmatch(refused.rule) or not refused.message.strip():
            raise trial.broken(
                "a refusal has the number of a rule and a sentence", f"{form}: {refused}"
            ) from None
        return refused.rule, refused.message


def check_blindness(trial: Trial, match: Match, seat: Seat, form: dict[str, Any]) -> None:
    """The same in every state that looks the same to the seat, or to a newcomer in it."""
    game = trial.game
    if match.over:
        return
    sources: list[State] = [match.state]
    veil = game.veil(match.state, seat)
    if veil is not None:
        sources.append(game.veiled(match.state, seat, veil))
    for source in sources:
        label = f"previews {trial.seed} {trial.step} {seat}"
        imagined: State = game.imagine(source, seat, seeded(label))
        here = asked(trial, Match(game, source, match.options, match.seed), seat, form)
        there = asked(trial, Match(game, imagined, match.options, match.seed), seat, form)
        if found := difference(list(here), list(there)):
            raise trial.broken(
                "an answer rests on nothing that the seat may not see",
                f"seat {seat} asks {form} here and in a state that it imagines: {found}",
            )


def check_malformed(trial: Trial, match: Match, seat: Seat, form: Any) -> None:
    expected = MATCH_OVER if match.over else BAD_QUESTION
    rule, _ = asked(trial, match, seat, form)
    if rule != expected:
        raise trial.broken(
            f"what is no question of the game is refused by {expected}",
            f"{form!r} is refused by {rule}" if rule else f"{form!r} is answered",
        )


def variants(trial: Trial, forms: list[dict[str, Any]], chance: Rng) -> list[dict[str, Any]]:
    """Questions of the right form about other things, which may have an answer or not."""
    found: list[dict[str, Any]] = []
    for form in forms:
        for field, value in form.items():
            if type(value) is int:
                near = [value - 1, value + 1, chance.pick(list(ODD_NUMBERS))]
                found += [{**form, field: other} for other in near]
            elif field != "ask" and type(value) is str:
                found += [{**form, field: other} for other in ("", value.upper())]
    return found


def malformed(trial: Trial, forms: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Questions with a field too many, too few, or of the wrong kind."""
    found: list[dict[str, Any]] = []
    for kind in trial.game.QUESTIONS:
        form = next((form for form in forms if form["ask"] == kind.NAME), None)
        if form is None:
            continue
        found.append({**form, "no such field": 1})
        for field, wanted in kind.FIELDS.items():
            if not may_be_null(wanted):
                found.append({name: value for name, value in form.items() if name != field})
            found += [{**form, field: odd} for odd in WRONG_KIND if not fits(odd, wanted)]
    return found
