"""What the search needs to know about the watch."""

from typing import Any, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import SURE, Mind
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.actions import KEEP, MOVES, Exchange, Move
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_moves import cost_to_reach, exchange_of, goals_of, suggest, suits
from sandtable.games.watch.bot_tempo import USUAL_TURN, Tempo
from sandtable.games.watch.listing import legal
from sandtable.games.watch.state import BREAK, MOVE, WatchState, imagined_seen, matching_card
from sandtable.games.watch.winning import game_winner

FARTHEST: Final = 7
"""The most tokens on one move that are worth a thought."""
FAR: Final = 4
"""A card whose order costs more than this is worth exchanging."""


class WatchMind(Mind):
    """Everybody's moves are in the tree; unseen cards are drawn as they are believed to lie."""

    def __init__(self, game: Game[Any], seat: Seat, beliefs: Beliefs) -> None:
        super().__init__(game, seat)
        self.beliefs = beliefs
        self.first: list[Act] = []
        """What this seat may do at the beginning of a round."""
        self.begun = False

    def begin(self, state: State) -> None:
        self.begun = False

    def imagine(self, state: State, rng: Rng) -> State:
        assert isinstance(state, WatchState)
        imagined = self.game.imagine(state, self.seat, rng)
        assert isinstance(imagined, WatchState)
        known = imagined.seen[self.seat]
        likely = imagined.copy()
        likely.cards = self.beliefs.draw(imagined, known, rng)
        for other in range(state.seats):
            if other != self.seat:
                likely.seen[other] = imagined_seen(imagined, likely, other)
        return likely

    def choices(self, state: State, seat: Seat) -> list[Act]:
        assert isinstance(state, WatchState)
        if not self.begun:
            self.begun = True
            return self.first
        acts = legal(state, seat)
        if state.phase != MOVE:
            return acts
        near: list[Act] = []
        for act in acts:
            if isinstance(act, Move) and act.spend <= FARTHEST:
                near.append(act)
        return near if near else acts

    def code(self, act: Act) -> int:
        if isinstance(act, Move):
            return act.index * 1_000 + act.spend
        if isinstance(act, Exchange):
            player = -1 if act.player is None else act.player
            return 10_000 + (player + 1) * 100 + act.give * 10 + act.take
        return 9_999

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        assert isinstance(state, WatchState)
        setup = state.setup
        goals = goals_of(state.cards, seat * setup.hand, setup.hand)
        if state.phase != MOVE:
            return self.take_or_leave(state, seat, goals, rng)
        tempo = Tempo(state, seat)
        found = suggest(
            state.pawns,
            state.tokens[seat],
            goals,
            setup.squares,
            tempo.price(),
            rng,
            state.seen[seat],
            1 << setup.yellow_one | 1 << setup.yellow_two,
        )
        return MOVES[found // 64][found % 64]

    def take_or_leave(self, state: WatchState, seat: Seat, goals: int, rng: Rng) -> Act:
        """Take the card of the present order if one knows where it lies; keep one's own if its
        order is near; otherwise take any other."""
        tokens = max(1, state.tokens[seat])
        squares = state.setup.squares
        if suits(state.pawns, goals):
            return KEEP
        named = matching_card(state.pawns)
        if named >= 0 and state.seen[seat] >> named & 1:
            return exchange_of(state, seat * state.setup.hand, state.cards.index(named))
        if cost_to_reach(state.pawns, tokens, goals, squares) <= FAR:
            return KEEP
        return rng.pick(legal(state, seat))

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        assert isinstance(state, WatchState)
        if state.phase != MOVE:
            return 1_000
        return USUAL_TURN // 2 + rng.below(USUAL_TURN)

    def settled(self, state: State) -> bool:
        assert isinstance(state, WatchState)
        return state.phase >= BREAK

    def worth(self, state: State, seat: Seat) -> int:
        """A game that nobody wins is played again, with the same chance for everybody."""
        assert isinstance(state, WatchState)
        winner = game_winner(state)
        if winner is None:
            return SURE // state.seats
        return SURE if winner == seat else 0
