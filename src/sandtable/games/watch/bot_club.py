"""The club player of the watch: what a sensible person looks at.

It spends one token a turn while it cannot ring yet, and more when it may: then an order that holds
until its next turn is worth what it can spare. It watches which orders the others bring about and
undo, and guesses their cards from that. It does not know when the timer rings: like a person, it
expects the ring at the set time, give or take a fifth (WA-S3).
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import FREE, Bot, Budget, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.hands import Moment
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.games.watch.actions import KEEP, MOVES
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_hands import CLUB, IN_A_HURRY, TURN
from sandtable.games.watch.bot_moves import (
    can_end_well,
    cost_to_reach,
    exchange_of,
    goals_of,
    reply,
    suits,
    weak_spots,
)
from sandtable.games.watch.bot_reasons import reason
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.parts import CARD_COUNT
from sandtable.games.watch.state import EXCHANGE, WatchState, matching_card

SAMPLES: Final = 10
"""How many ways the unseen cards may lie are thought of for a move."""
FARTHEST: Final = 7
"""The most tokens it spends on one move."""
ENDGAME: Final = 5
"""With this few tokens left and nobody else to move, every way to the end is examined."""


class Idea:
    """An act, and what it is worth: 100,000 for an order that holds until the next turn."""

    def __init__(self, act: Act, score: int) -> None:
        self.act = act
        self.score = score


def score_of(idea: Idea) -> int:
    return idea.score


class Club(Bot):
    """A club player."""

    LEVEL: ClassVar[str] = "club"
    ABOUT: ClassVar[str] = "Saves its tokens for the end, and guesses cards from what others undo."

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.beliefs: Beliefs | None = None
        self.heard: list[dict[str, Any]] = []
        self.budget: Budget = FREE

    def notice(self, told: dict[str, Any]) -> None:
        """Keep what was heard until the next turn; a new deal makes all of it old."""
        if told["event"] == "dealt":
            self.heard.clear()
            self.beliefs = None
        elif told["event"] in ("moved", "exchanged"):
            self.heard.append(told)

    def learn(self, state: WatchState) -> Beliefs:
        beliefs = self.beliefs
        if beliefs is None:
            beliefs = self.beliefs = Beliefs(state.seats, state.setup.hand)
        for told in self.heard:
            if told["event"] == "moved":
                beliefs.moved(told["seat"], told["pawn"], told["to"], told["forced"])
            else:
                one = state.place(told["seat"], told["give"])
                beliefs.swapped(one, state.place(told["player"], told["take"]))
        self.heard.clear()
        return beliefs

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if not acts:
            return None
        self.budget = seen.budget
        state = seen.imagine(self.rng)
        assert isinstance(state, WatchState)
        beliefs = self.learn(state)
        pace = IN_A_HURRY if self.hurries(state) else TURN
        moment = Moment(CLUB, self.rng, pace, self.budget, state.turn_ends_at - state.now)
        act = (
            self.choose_exchange(state, beliefs)
            if state.phase == EXCHANGE
            else self.choose_move(state, beliefs)
        )
        return Plan(moment.take(), act, reason(state, self.seat, act))

    def hurries(self, state: WatchState) -> bool:
        """Whether it may ring any moment, and somebody else would win."""
        hand = state.setup.hand
        if state.phase == EXCHANGE or Tempo(state, self.seat).urgency == 0:
            return False
        return not suits(state.pawns, goals_of(state.cards, self.seat * hand, hand))

    def choose_move(self, state: WatchState, beliefs: Beliefs) -> Act:
        """The move whose order holds longest for what it costs."""
        best: Idea | None = None
        for idea in self.moves(state, beliefs):
            if best is None or idea.score > best.score:
                best = idea
        return self.rng.pick(self.game.legal(state, self.seat)) if best is None else best.act

    def moves(self, state: WatchState, beliefs: Beliefs) -> "list[Idea]":
        """The moves worth a thought, each with how long its order holds for what it costs."""
        setup = state.setup
        mine = state.tokens[self.seat]
        tempo = Tempo(state, self.seat)
        goals = goals_of(state.cards, self.seat * setup.hand, setup.hand)
        alone = tempo.players == 1
        if alone and setup.bell_bars:
            # WA-P1: whoever spends the last token cannot win, so no order is better than another.
            goals = 0
        known = state.seen[self.seat]
        layouts = [beliefs.draw(state, known, self.rng) for _ in range(1 if alone else SAMPLES)]
        price = tempo.price()
        pawns = state.pawns
        found: list[Idea] = []
        for pawn in range(3):
            here = pawns[pawn]
            for spend in range(1, min(mine, FARTHEST, setup.squares - 1) + 1):
                square = (here + spend) % setup.squares
                if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                    continue
                pawns[pawn] = square
                score = -price * (spend - 1) * 100
                if alone:
                    score += self.alone(pawns, mine - spend, goals, setup.squares)
                else:
                    good = self.worth(state, pawns, layouts, mine - spend)
                    if square == setup.yellow_one or square == setup.yellow_two:
                        others = self.worth_taking(state, pawns)
                        for idea in self.swaps(state, pawns, layouts, mine - spend, others):
                            good = max(good, idea.score)
                    score += good
                pawns[pawn] = here
                score += self.rng.below(100)
                found.append(Idea(MOVES[pawn][spend], score))
        return found

    def worth(
        self, state: WatchState, pawns: list[int], layouts: list[list[int]], left: int
    ) -> int:
        """How good an order is for whoever holds this seat's cards: a hundred times for how long it
        holds, and what it promises, on the average of the ways the cards may lie."""
        setup = state.setup
        total = 0
        for cards in layouts:
            goals = goals_of(cards, self.seat * setup.hand, setup.hand)
            total += self.promise(pawns, goals, setup.squares, left)
        return 100 * self.held(state, pawns, layouts) + total // len(layouts)

    def worth_taking(self, state: WatchState, pawns: list[int]) -> list[int]:
        """The places of the cards that it thinks of taking on YELLOW (WA-T5): where it knows that
        the card of this order lies."""
        named = matching_card(pawns)
        if named < 0 or not state.seen[self.seat] >> named & 1:
            return []
        return [state.cards.index(named)]

    def swaps(
        self,
        state: WatchState,
        pawns: list[int],
        layouts: list[list[int]],
        left: int,
        others: list[int],
    ) -> list[Idea]:
        """Exchanges for the cards in these places, each with what it is worth."""
        hand = state.setup.hand
        first = self.seat * hand
        found: list[Idea] = []
        for mine in range(first, first + hand):
            for other in others:
                if first <= other < first + hand:
                    continue
                swapped: list[list[int]] = []
                for cards in layouts:
                    after = cards.copy()
                    after[mine], after[other] = after[other], after[mine]
                    swapped.append(after)
                worth = self.worth(state, pawns, swapped, left)
                found.append(Idea(exchange_of(state, mine, other), worth))
        return found

    def held(self, state: WatchState, pawns: list[int], layouts: list[list[int]]) -> int:
        """For how much of the time until the next turn the order suits, in thousandths."""
        suited = 0
        turns = 0
        hand = state.setup.hand
        for cards in layouts:
            goals = goals_of(cards, self.seat * hand, hand)
            after = pawns.copy()
            seat = self.seat
            while True:
                suited += 1 if suits(after, goals) else 0
                turns += 1
                seat = (seat + 1) % state.seats
                while seat != self.seat and state.tokens[seat] == 0:
                    seat = (seat + 1) % state.seats
                if seat == self.seat:
                    break
                reply(
                    after,
                    state.tokens[seat],
                    goals_of(cards, seat * hand, hand),
                    state.setup.squares,
                )
            # What the last of them leaves is there during this seat's own turn.
        return 1_000 * suited // turns

    def promise(self, pawns: list[int], goals: int, squares: int, left: int) -> int:
        """How good the squares are for later, whatever the others do."""
        if suits(pawns, goals):
            return 4_000 - 1_000 * weak_spots(pawns, squares)
        return -800 * min(6, cost_to_reach(pawns, left, goals, squares))

    def alone(self, pawns: list[int], left: int, goals: int, squares: int) -> int:
        """Nobody else has tokens: the order must suit at the last one, or at the ring before."""
        score = 100_000 if suits(pawns, goals) else 0
        if left <= ENDGAME and not can_end_well(pawns, left, goals, squares):
            score -= 10_000_000
        return score

    def choose_exchange(self, state: WatchState, beliefs: Beliefs) -> Act:
        """Take a card that is nearer to the present order than the worst of one's own."""
        setup = state.setup
        pawns = state.pawns
        tokens = state.tokens[self.seat]
        prices: list[int] = []
        for card in range(CARD_COUNT):
            near = suits(pawns, 1 << card)
            prices.append(
                0 if near else 10 * cost_to_reach(pawns, max(1, tokens), 1 << card, setup.squares)
            )
        hand = state.hand_of(self.seat)
        give = 0
        for slot in range(len(hand)):
            if prices[hand[slot]] == 0:
                return KEEP
            if prices[hand[slot]] > prices[hand[give]]:
                give = slot
        best: Act = KEEP
        best_price = prices[hand[give]] - 10
        known = state.seen[self.seat]
        for place in range(CARD_COUNT):
            if place // setup.hand == self.seat and place < state.seats * setup.hand:
                continue
            price = beliefs.expected(state, known, place, prices)
            if price < best_price:
                best_price = price
                best = exchange_of(state, self.seat * setup.hand + give, place)
        return best
