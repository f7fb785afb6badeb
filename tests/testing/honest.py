"""Unusual games that keep every promise: the kit must let them pass."""

from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.questions import Question
from sandtable.engine.units import Ms, Seat
from sandtable.scaffold.templates.game.rules import Rules
from sandtable.scaffold.templates.game.state import Table


class Rolled(Event):
    NAME: ClassVar[str] = "rolled"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "die")

    def __init__(self, at: Ms, seat: Seat, die: int) -> None:
        super().__init__(at)
        self.seat = seat
        self.die = die


class Opened(Event):
    NAME: ClassVar[str] = "opened"
    PUBLIC: ClassVar[tuple[str, ...]] = ("hands",)

    def __init__(self, at: Ms, hands: list[list[int]]) -> None:
        super().__init__(at)
        self.hands = hands


class Worded(Rules):
    def words(self, told: Any, names: Any) -> str:
        if told["event"] in ("rolled", "opened", "fined"):
            return f"Something else: {told['event']}."
        return super().words(told, names)

    def words_to(self, you: Any, told: Any, names: Any) -> str:
        if told["event"] in ("rolled", "opened", "fined"):
            return self.words(told, names)
        return super().words_to(you, told, names)


class RollsADieForFun(Worded):
    """All are told a number that means nothing: to tell chance is not to tell a secret."""

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        happened = super().act(state, seat, act)
        if state.outcome is None:
            happened.append(Rolled(state.now, seat, state.rng.between(1, 6)))
        return happened


class ShowsAndStirs(Worded):
    """All hands are shown and then dealt again: what was told is no longer true."""

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        happened = super().act(state, seat, act)
        if state.outcome is None:
            happened.append(Opened(state.now, [hand.copy() for hand in state.hands]))
            everything = sorted([p for hand in state.hands for p in hand] + state.bag)
            state.rng.shuffle(everything)
            state.hands = [sorted(everything.pop() for _ in hand) for hand in state.hands]
            state.bag = sorted(everything)
        return happened


class Fined(Event):
    NAME: ClassVar[str] = "fined"
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, at: Ms, seat: Seat) -> None:
        super().__init__(at)
        self.seat = seat


class FinesWhoActsOutOfTurn(Worded):
    """Somebody who acts out of turn gives the others a second more."""

    def act(self, state: Table, seat: Seat, act: Act) -> list[Event]:
        if state.outcome is None and seat != state.turn:
            raise Refused("PE-T1", "It is not your turn, and that costs.", costs=True)
        return super().act(state, seat, act)

    def penalise(self, state: Table, seat: Seat, act: Act, refused: Refused) -> list[Event]:
        state.turn_ends_at += 1_000
        return [Fined(state.now, seat)]


class PlaysWithOpenHands(Rules):
    """Nothing is hidden but what comes next, and everybody knows that."""

    def view(self, state: Table, viewer: Seat | None) -> dict[str, Any]:
        shown = super().view(state, viewer)
        return {**shown, "hands": [hand.copy() for hand in state.hands]}

    def imagine(self, state: Table, seat: Seat, rng: Any) -> Table:
        twin = state.copy()
        twin.rng = rng.fork("imagined")
        return twin


class IfIDraw(Question):
    """How far from the target would I be, if I drew this pebble?"""

    NAME: ClassVar[str] = "if_i_draw"
    FIELDS: ClassVar[dict[str, Any]] = {"pebble": int}

    def __init__(self, pebble: int) -> None:
        self.pebble = pebble


class AnswersQuestions(Rules):
    """Works out for a player what they could work out themselves."""

    QUESTIONS: ClassVar[tuple[type[Question], ...]] = (IfIDraw,)

    def questions(self, state: Table, seat: Seat) -> list[Question]:
        return [] if state.outcome is not None else [IfIDraw(pebble) for pebble in (1, 6)]

    def preview(self, state: Table, seat: Seat, question: Question) -> dict[str, Any]:
        assert isinstance(question, IfIDraw)
        if not 1 <= question.pebble <= 6:
            raise Refused("PE-C1", "There is no such pebble.")
        hand = sorted([*state.hands[seat], question.pebble])
        return {"hand": hand, "left": state.setup.target - sum(hand)}


class VeilsNothingMuch(Rules):
    """A newcomer would know less, if anybody here learnt what does not lie before them."""

    def veil(self, state: Table, seat: Seat) -> Any:
        return {"seat": seat}

    def veiled(self, state: Table, seat: Seat, veil: Any) -> Table:
        return state.copy()
