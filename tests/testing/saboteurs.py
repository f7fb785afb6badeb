"""Games that break one promise each. The kit must find every one of them.

All are the game of `sandtable new-game` with one thing wrong.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.legend import Deed, Legend, by_seat, deadline, rows, seat, shown
from sandtable.engine.options import Option
from sandtable.engine.questions import LONGEST_ANSWER, Question
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat, Viewer
from sandtable.scaffold.templates.game.actions import Drop, Stop
from sandtable.scaffold.templates.game.events import Drew
from sandtable.scaffold.templates.game.parts import PEBBLES
from sandtable.scaffold.templates.game.rules import Rules
from sandtable.scaffold.templates.game.state import Table
from tests.testing.honest import AnswersQuestions, IfIDraw, VeilsNothingMuch


class ShowsAllHands(Rules):
    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        shown = super().view(state, viewer)
        return {**shown, "hands": [hand.copy() for hand in state.hands]}


class ShowsSpectatorsAllHands(Rules):
    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        shown = super().view(state, viewer)
        if viewer is None:
            shown["hands"] = [hand.copy() for hand in state.hands]
        return shown


class ShowsWhatComesNext(Rules):
    """The next pebble follows from the generator: to see it is to see the future."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        coming = state.rng.copy().below(len(state.bag)) if state.bag else None
        return {**super().view(state, viewer), "coming": coming}


class ClaimsToHaveNoSecrets(Rules):
    ALL_SEE_THE_SAME: ClassVar[bool] = True


class ClaimsToTellNoSecrets(ClaimsToHaveNoSecrets):
    """Nobody sees a pebble, but the player who takes one is told which."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, None)


class TeachesForTooLong(Rules):
    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return [*super().lessons(options), "And a fourth thing."]


class LecturesNewcomers(Rules):
    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return ["This, that and the other. " * 10]


class TeachesNothing(Rules):
    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return []


class ShowsAnEmptyBagAsAnExample(Rules):
    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> Table:
        state = super().example(seats, options, rng, seat)
        state.bag.clear()
        return state


class ShowsTheEndAsAnExample(Rules):
    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> Table:
        state = super().example(seats, options, rng, seat)
        while state.outcome is None:
            self.ring(state)
        return state


class ShowsASmallerTableAsAnExample(Rules):
    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> Table:
        return super().example(seats - 1, options, rng, seat)


class ExplainsWhatIsNotThere(Rules):
    LEGEND: ClassVar[Legend] = Legend({"turns": shown("Turns")})


class SaysHowLongWhereNothingIs(Rules):
    LEGEND: ClassVar[Legend] = Legend({"turn_ends_at": deadline(lasts="turn_lasts")})


class CallsAListADeadline(Rules):
    LEGEND: ClassVar[Legend] = Legend({"aside": deadline()})


class SaysTwiceWhoseTurnItIs(Rules):
    LEGEND: ClassVar[Legend] = Legend(
        {"turn": seat(turn=True), "turn_ends_at": seat(turn=True)},
    )


class CallsTheTargetASeat(Rules):
    LEGEND: ClassVar[Legend] = Legend({"target": seat()})


class DealsTheAsideToSeats(Rules):
    LEGEND: ClassVar[Legend] = Legend({"aside": by_seat()})


class LaysANumberInRows(Rules):
    LEGEND: ClassVar[Legend] = Legend({"target": rows(3)})


class ReadsFieldsOfANumber(Rules):
    LEGEND: ClassVar[Legend] = Legend({"target": shown(reads="{name}")})


class NamesNoActOfItsOwn(Rules):
    LEGEND: ClassVar[Legend] = Legend(acts={"throw": Deed("Throw")})


class NamesNoFieldOfAnAct(Rules):
    LEGEND: ClassVar[Legend] = Legend(acts={"drop": Deed("Drop", "{stone}")})


class HasAWordForNoFieldOfAnAct(Rules):
    LEGEND: ClassVar[Legend] = Legend(acts={"drop": Deed("Drop", none={"stone": "none"})})


class LetsOneBeginTwice(Rules):
    def order_of_play(self, state: Table) -> list[Seat] | None:
        return [state.turn] * state.seats


class ForgetsThatTheBagEmpties(Rules):
    def changing(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        shown = self.view(state, viewer)
        del shown["bag"]
        return shown


class HandsOutItsOwnLists(Rules):
    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "aside": state.aside}


class ShowsFractions(Rules):
    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "full": len(state.bag) / len(PEBBLES)}


class LooksAndCounts(Rules):
    """Looking moves the generator on."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, Any]:
        state.rng.next32()
        return super().view(state, viewer)


class RingsNow(Rules):
    def alarm(self, state: Table) -> Ms | None:
        due = super().alarm(state)
        return None if due is None else state.now


class RingsForEver(Rules):
    """The alarm that has rung stays where it was."""

    def ring(self, state: Table) -> list[Event]:
        return []


class NeverGoesOn(Rules):
    def legal(self, state: Table, seat: Seat) -> list[Act]:
        return []

    def alarm(self, state: Table) -> Ms | None:
        return None


class CountsTheSteps(Rules):
    """What happens depends on how long the last step was."""

    def advance(self, state: Table, to: Ms) -> list[Event]:
        length = to - state.now
        happened = super().advance(state, to)
        if happened and state.outcome is None:
            state.turn_ends_at += length % 7
        return happened


class ActsTakeTime(Rules):
    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        happened = super().act(state, seat, act)
        state.now += 1
        return happened


class ForgetsToListStop(Rules):
    def legal(self, state: Table, seat: Seat) -> list[Act]:
        acts = super().legal(state, seat)
        return [act for act in acts if not isinstance(act, Stop) or len(acts) < 3]


class ForgetsToListALargePebble(Rules):
    def legal(self, state: Table, seat: Seat) -> list[Act]:
        acts = super().legal(state, seat)
        return [act for act in acts if not isinstance(act, Drop) or act.pebble < 6 or len(acts) < 4]


class ListsTooMuch(Rules):
    def legal(self, state: Table, seat: Seat) -> list[Act]:
        acts = super().legal(state, seat)
        if acts and state.aside and not any(isinstance(act, Drop) for act in acts):
            acts.append(Drop(state.aside[0]))
        return acts


class ListsTwice(Rules):
    def legal(self, state: Table, seat: Seat) -> list[Act]:
        if state.outcome is not None or seat != state.turn:
            return []
        return [*super().legal(state, seat), *(Drop(p) for p in state.hands[seat])]


class ListsByWhatOthersHold(Rules):
    """Who may stop depends on a pebble that the player cannot see."""

    def legal(self, state: Table, seat: Seat) -> list[Act]:
        acts = super().legal(state, seat)
        barred = state.bag and 6 in state.hands[(seat + 1) % state.seats]
        return [act for act in acts if not (barred and isinstance(act, Stop))]

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        theirs = state.outcome is None and seat == state.turn
        if theirs and isinstance(act, Stop) and act not in self.legal(state, seat):
            raise Refused("PE-T4", "Not now.")
        return super().act(state, seat, act)


class NamesOthersActive(Rules):
    def active(self, state: Table) -> list[Seat]:
        return state.playing.copy()


class GoesOnAfterTheEnd(Rules):
    def alarm(self, state: Table) -> Ms | None:
        return state.turn_ends_at


class ChangesBeforeItRefuses(Rules):
    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        if isinstance(act, Drop) and seat == state.turn and state.outcome is None:
            state.turn_ends_at += 1
        return super().act(state, seat, act)


class RefusesWithoutWords(Rules):
    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        if seat != state.turn and state.outcome is None:
            raise Refused("PE-T1", "")
        return super().act(state, seat, act)


class Stumbles(Rules):
    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        if isinstance(act, Drop) and seat == state.turn and state.outcome is None:
            state.hands[seat].index(act.pebble)
        return super().act(state, seat, act)


class FinesTwice(Rules):
    """An attempt out of turn costs a second; the refusal itself takes another one."""

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        if seat != state.turn and state.outcome is None:
            state.turn_ends_at += 1_000
            raise Refused("PE-T1", "It is not your turn.", costs=True)
        return super().act(state, seat, act)

    def penalise(self, state: Table, seat: Seat, act: Act, refused: Refused) -> list[Event]:
        state.turn_ends_at += 1_000
        return []


class RollsItsOwnDice(Rules):
    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Table:
        state = super().new(seats, options, rng)
        state.turn = random.randrange(seats)
        return state


class RemembersOnTheSide(Rules):
    """State that is not in the state."""

    def __init__(self) -> None:
        self.acts = 0

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        happened = super().act(state, seat, act)
        self.acts += 1
        if state.outcome is None:
            state.turn_ends_at += self.acts % 2
        return happened


class SharingTable(Table):
    def copy(self) -> Table:
        twin = recast(super().copy(), SharingTable)
        twin.aside = self.aside
        return twin


class CopySharesAList(Rules):
    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Table:
        return recast(super().new(seats, options, rng), SharingTable)


class ForgetfulTable(Table):
    def copy(self) -> Table:
        twin = recast(super().copy(), ForgetfulTable)
        twin.playing = list(range(self.seats))
        return twin


class CopyForgets(Rules):
    def new(self, seats: int, options: dict[str, Any], rng: Rng) -> Table:
        return recast(super().new(seats, options, rng), ForgetfulTable)


def recast(state: Table, kind: type[Table]) -> Table:
    """The same table, copied in another way."""
    return kind(state.seats, state.rng, state.setup, state)


class DumpForgets(Rules):
    def dump(self, state: Table) -> dict[str, Any]:
        whole = super().dump(state)
        del whole["turn_ends_at"]
        return whole

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Table:
        whole = {**data, "turn_ends_at": now + 15_000}
        return super().load(whole, seats, options, rng, now, over)


class DumpHandsOutItsOwnLists(Rules):
    def dump(self, state: Table) -> dict[str, Any]:
        return {**super().dump(state), "aside": state.aside}


class LoadStumbles(Rules):
    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Table:
        if data["turn"] < 0:
            raise ValueError("no such seat")
        return super().load(data, seats, options, rng, now, over)


class LoadMakesUpWhatIsMissing(Rules):
    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Table:
        if isinstance(data, Mapping):
            data = {"aside": [], **data}
        return super().load(data, seats, options, rng, now, over)


class LoadTakesAnything(Rules):
    """A seat out of nowhere is accepted, and then nobody can go on."""

    def load(
        self, data: Any, seats: int, options: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> Table:
        if isinstance(data, dict) and type(data.get("turn")) is int and data["turn"] >= seats:
            state = super().load({**data, "turn": 0}, seats, options, rng, now, over)
            state.turn = data["turn"]
            return state
        return super().load(data, seats, options, rng, now, over)


class ImaginesTheTruth(Rules):
    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = state.copy()
        twin.rng = rng.fork("imagined")
        return twin


class ImaginesOneHandTruly(Rules):
    """The neighbour's pebbles are the real ones, the others' are drawn."""

    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = super().imagine(state, seat, rng)
        neighbour = (seat + 1) % state.seats
        for i, pebble in enumerate(state.hands[neighbour]):
            for hand in (twin.bag, *twin.hands[:neighbour], *twin.hands[neighbour + 1 :]):
                mine = hand is twin.hands[seat]
                if not mine and pebble in hand and twin.hands[neighbour][i] != pebble:
                    hand[hand.index(pebble)] = twin.hands[neighbour][i]
                    twin.hands[neighbour][i] = pebble
        for hand in (twin.bag, *twin.hands):
            hand.sort()
        return twin


class ImaginesTheFuture(Rules):
    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = super().imagine(state, seat, rng)
        twin.rng = state.rng.copy()
        return twin


class ImaginesByTheRealOrder(Rules):
    """Shuffles the hidden pebbles, but from the order in which they really lie."""

    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = state.copy()
        others = [other for other in range(state.seats) if other != seat]
        unseen = [pebble for other in others for pebble in state.hands[other]] + state.bag
        rng.shuffle(unseen)
        for other in others:
            twin.hands[other] = sorted(unseen.pop() for _ in state.hands[other])
        twin.bag = sorted(unseen)
        twin.rng = rng.fork("imagined")
        return twin


class ImaginesItsOwnHandOtherwise(Rules):
    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = super().imagine(state, seat, rng)
        if twin.bag and twin.hands[seat]:
            twin.bag[0], twin.hands[seat][0] = twin.hands[seat][0], twin.bag[0]
            twin.bag.sort()
            twin.hands[seat].sort()
        return twin


class ImaginesTheImpossible(Rules):
    def imagine(self, state: Table, seat: Seat, rng: Rng) -> Table:
        twin = super().imagine(state, seat, rng)
        twin.bag = sorted(rng.between(1, 6) for _ in twin.bag)
        return twin


class OpenDrew(Drew):
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "pebble")
    PRIVATE: ClassVar[dict[str, str]] = {}


class WhisperedDrew(Drew):
    """Tells those who only watch what it does not tell the players."""

    def told(self, viewer: Viewer) -> dict[str, Any] | None:
        return self.to_json() if viewer is None else super().told(viewer)


class LateDrew(Drew):
    def __init__(self, at: Ms, seat: Seat, pebble: int) -> None:
        super().__init__(at + 1, seat, pebble)


class DrawsOtherwise(Rules):
    DREW: ClassVar[type[Drew]] = Drew

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        return [
            self.DREW(event.at, event.seat, event.pebble) if isinstance(event, Drew) else event
            for event in super().act(state, seat, act)
        ]


class TellsASecret(DrawsOtherwise):
    DREW: ClassVar[type[Drew]] = OpenDrew


class WhispersToSpectators(DrawsOtherwise):
    DREW: ClassVar[type[Drew]] = WhisperedDrew


class TellsTheWrongTime(DrawsOtherwise):
    DREW: ClassVar[type[Drew]] = LateDrew


class HasNoWords(Rules):
    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return "" if told["event"] == "dropped" else super().words(told, names)


class SpeaksToYouAlone(Rules):
    """Has words for the person it is about, and forgets everybody else."""

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return "You did something." if you is None else super().words_to(you, told, names)


class HasNothingToSayToYou(Rules):
    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return super().words_to(you, told, names) if you is None else ""


class Loose(Option):
    def check(self, value: Any) -> Any:
        return value

    def shape(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 6, "maximum": 30}


class TakesAnyOption(Rules):
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Loose("target", "PE-E2", "Target", "Anything goes.", 12),
        Rules.OPTIONS[1],
    )


class NobodyStops(Rules):
    """Time that runs out ends nothing."""

    def ring(self, state: Table) -> list[Event]:
        state.turn_ends_at = state.now + state.setup.turn
        return []


class AnswersByWhatOthersHold(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        others = sum(sum(hand) for other, hand in enumerate(state.hands) if other != seat)
        return {**super().preview(state, seat, question), "others": others}


class RefusesByWhatOthersHold(AnswersQuestions):
    """Even a refusal can tell a secret."""

    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        if isinstance(question, IfIDraw) and question.pebble not in (1, 6):
            left = "some" if question.pebble in state.bag else "none"
            raise Refused("PE-C1", f"There are {left} of those left in the bag.")
        return super().preview(state, seat, question)


class AnswersWithTheFuture(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        coming = state.rng.copy().below(len(state.bag)) if state.bag else None
        return {**super().preview(state, seat, question), "coming": coming}


class AnswersByDrawing(AnswersQuestions):
    """To answer, it moves the generator on."""

    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        state.rng.next32()
        return super().preview(state, seat, question)


class AnswersWithItsOwnLists(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        return {**super().preview(state, seat, question), "aside": state.aside}


class AnswersInFractions(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        return {**super().preview(state, seat, question), "full": len(state.bag) / len(PEBBLES)}


class AnswersAtLength(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        return {**super().preview(state, seat, question), "story": "so " * LONGEST_ANSWER}


class ChargesForQuestions(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        raise Refused("PE-T1", "That costs you a turn.", costs=True)


class RefusesWhatItSuggests(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        raise Refused("PE-T1", "Not now.")


class StumblesOverQuestions(AnswersQuestions):
    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        assert isinstance(question, IfIDraw)
        return {"left": PEBBLES[question.pebble]}


class TakesAnythingForAQuestion(AnswersQuestions):
    def question_from_json(self, data: Any) -> Question:
        return IfIDraw(1)


class SuggestsNoQuestion(AnswersQuestions):
    def questions(self, state: Table, seat: Seat) -> list[Question]:
        return []


class CallsTwoQuestionsTheSame(AnswersQuestions):
    QUESTIONS: ClassVar[tuple[type[Question], ...]] = (IfIDraw, IfIDraw)


class VeilsWithFractions(VeilsNothingMuch):
    def veil(self, state: Table, seat: Seat) -> Any:
        return {"seat": seat, "full": len(state.bag) / len(PEBBLES)}


class VeilsInPlace(VeilsNothingMuch):
    """It hides things from the newcomer by taking them off the table."""

    def veiled(self, state: Table, seat: Seat, veil: Any) -> Table:
        state.aside.clear()
        state.turn_ends_at += 1
        return state


class VeilsFromEverybody(VeilsNothingMuch):
    def veiled(self, state: Table, seat: Seat, veil: Any) -> Table:
        twin = super().veiled(state, seat, veil)
        twin.aside.append(1)
        return twin


class TiesTheHandsOfNewcomers(VeilsNothingMuch):
    def veiled(self, state: Table, seat: Seat, veil: Any) -> Table:
        twin = super().veiled(state, seat, veil)
        if seat == state.turn:
            twin.hands[seat] = [0] * len(twin.hands[seat])
        return twin


class VeilsIntoTheImpossible(VeilsNothingMuch):
    """What the newcomer does not know of no longer adds up."""

    def veiled(self, state: Table, seat: Seat, veil: Any) -> Table:
        twin = super().veiled(state, seat, veil)
        twin.bag[-1:] = [9] * len(twin.bag[-1:])
        return twin
