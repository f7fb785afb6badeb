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
from sandtable.games.watch.actions import KEEP, MOVES, Exchange
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_hands import CLUB, IN_A_HURRY, TURN
from sandtable.games.watch.bot_moves import (
    can_end_well,
    cost_to_reach,
    goals_of,
    reply,
    suits,
    weak_spots,
)
from sandtable.games.watch.bot_reasons import reason
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.parts import CARD_COUNT
from sandtable.games.watch.state import EXCHANGE, WatchState

SAMPLES: Final = 10
"""How many ways the unseen cards may lie are thought of for a move."""
FARTHEST: Final = 7
"""The most tokens it spends on one move."""
ENDGAME: Final = 5
"""With this few tokens left and nobody else to move, every way to the end is examined."""


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
        best = 0
        best_score = -(1 << 40)
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
                    held = self.held(state, pawns, layouts, goals)
                    score += held * 100
                    score += self.promise(pawns, goals, setup.squares, mine - spend)
                pawns[pawn] = here
                score += self.rng.below(100)
                if score > best_score:
                    best_score = score
                    best = pawn * 64 + spend
        if best_score == -(1 << 40):
            return self.rng.pick(self.game.legal(state, self.seat))
        return MOVES[best // 64][best % 64]

    def held(
        self, state: WatchState, pawns: list[int], layouts: list[list[int]], goals: int
    ) -> int:
        """For how much of the time until the next turn the order suits, in thousandths."""
        suited = 0
        turns = 0
        hand = state.setup.hand
        for cards in layouts:
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
            holder = place // setup.hand if place < state.seats * setup.hand else None
            if holder == self.seat:
                continue
            price = beliefs.expected(state, known, place, prices)
            if price < best_price:
                best_price = price
                slot = (
                    place % setup.hand if holder is not None else place - state.seats * setup.hand
                )
                best = Exchange(give, holder, slot)
        return best
