"""What the search needs to know about Out of Time.

Only its own moves are in the tree. The others, and itself beyond the tree, go the shortest way to
a full card; and after a while everybody is judged by when they would have filled their last card.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.search import SURE, WAIT, Mind
from sandtable.engine.state import State
from sandtable.engine.units import SECOND, Ms, Seat
from sandtable.games.out_of_time.actions import (
    MOVES,
    NO_CUBE,
    GiveBack,
    Move,
    Place,
    StandUp,
)
from sandtable.games.out_of_time.bot_hands import CLUB, MOVING, SEEING
from sandtable.games.out_of_time.bot_moves import (
    best_cube,
    free_to_move,
    ready_in,
    sensible,
    wanted,
)
from sandtable.games.out_of_time.bot_routes import TENTHS, Card, Routes
from sandtable.games.out_of_time.moving import is_ready
from sandtable.games.out_of_time.parts import PARTS
from sandtable.games.out_of_time.state import IN_HAND, NOBODY, OutOfTimeState, Player

AHEAD: Final = 25
"""How far a round goes before it is judged, in tenths of the time that a glass runs."""
A_LOSS: Final = 15
"""What a cube that is owed costs, in tenths of a move."""
DETOUR: Final = 2
"""Moves that are this much longer than the shortest way are still worth a thought."""
SOON: Final[Ms] = 4_000
"""A glass that leaves within this time is worth waiting for."""
LOITERS: Final[Ms] = 3_000
"""A glass that its owner leaves standing for this long is not expected to move on."""
UNSURE: Final[Ms] = 10_000
"""How far apart two finishes have to be to be told apart, and this share of the way to them."""
UNSURE_SHARE: Final = 6
PAUSE: Final[Ms] = 800
"""What a move takes beyond the sand."""


class TimeMind(Mind):
    """Only its own moves are in the tree; the others play by habit."""

    TREE_OF_ALL: ClassVar[bool] = False
    CURIOUS: ClassVar[int] = 200

    def __init__(self, game: Game[Any], seat: Seat, routes: Routes) -> None:
        super().__init__(game, seat)
        self.routes = routes
        self.begun: Ms = 0
        self.until: Ms = 0

    def begin(self, state: State) -> None:
        assert isinstance(state, OutOfTimeState)
        self.begun = state.now
        self.until = state.now + AHEAD * state.setup.timer // 10

    def choices(self, state: State, seat: Seat) -> list[Act]:
        """The moves that are not much of a detour, and to wait where that may pay."""
        assert isinstance(state, OutOfTimeState)
        if not free_to_move(state, seat):
            return sensible(state, seat)
        player = state.players[seat]
        card = self.routes.card(player.card)
        need = card.need(player.room)
        found: list[Act] = []
        lengths: list[int] = []
        shortest = 1 << 20
        wait = False
        for nth in range(2):
            glass = state.glasses[2 * seat + nth]
            partner = state.glasses[2 * seat + 1 - nth]
            if not is_ready(state, glass, partner):
                continue
            for to in state.next_to[partner.space]:
                if state.standing[to] != NOBODY and not (
                    to == glass.space and state.setup.allow_stay
                ):
                    wait = wait or self.may_leave(state, seat, player, to)
                    continue
                colour = best_cube(state, player, card, need, to, partner.space)
                length = card.left(card.after(need, colour), partner.space, to)
                found.append(MOVES[glass.number][to][colour])
                lengths.append(length)
                shortest = min(shortest, length)
        near: list[Act] = []
        for nth in range(len(found)):
            if lengths[nth] <= shortest + DETOUR:
                near.append(found[nth])
        if wait and near:
            near.append(WAIT)
        return near

    def may_leave(self, state: OutOfTimeState, seat: Seat, player: Player, to: int) -> bool:
        """Whether somebody else's glass stands on a cube it wants, and may soon be gone."""
        there = state.glasses[state.standing[to]]
        if there.seat == seat or there.fallen:
            return False
        if there.runs_out_at > state.now + SOON or there.runs_out_at + LOITERS < state.now:
            return False
        return wanted(state, player, to)

    def code(self, act: Act) -> int:
        if isinstance(act, Move):
            return 100_000 + act.glass * 1_000 + act.to * 10 + act.colour
        if isinstance(act, Place):
            return 10_000 + act.to * 10 + act.colour
        if isinstance(act, StandUp):
            return 1_000 + act.glass
        if isinstance(act, GiveBack):
            return act.index
        return 9_999

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        """The shortest way that is open; or to wait a moment for a better one."""
        assert isinstance(state, OutOfTimeState)
        if not free_to_move(state, seat):
            return self.at_hand(state, seat, rng)
        player = state.players[seat]
        card = self.routes.card(player.card)
        need = card.need(player.room)
        best = -1
        best_glass = 0
        best_colour = NO_CUBE
        best_score = 1 << 20
        hopes = 1 << 20
        for nth in range(2):
            glass = state.glasses[2 * seat + nth]
            partner = state.glasses[2 * seat + 1 - nth]
            if not is_ready(state, glass, partner):
                continue
            here = partner.space
            for to in state.next_to[here]:
                if state.standing[to] != NOBODY and not (
                    to == glass.space and state.setup.allow_stay
                ):
                    if self.may_leave(state, seat, player, to):
                        colour = best_cube(state, player, card, need, to, here)
                        hopes = min(hopes, 4 * card.left(card.after(need, colour), here, to))
                    continue
                colour = best_cube(state, player, card, need, to, here)
                score = 4 * card.left(card.after(need, colour), here, to) + rng.below(5)
                if score < best_score:
                    best_score = score
                    best = to
                    best_glass = glass.number
                    best_colour = colour
        if best < 0 or hopes + 4 < best_score:
            return None
        return MOVES[best_glass][best][best_colour]

    def at_hand(self, state: OutOfTimeState, seat: Seat, rng: Rng) -> Act | None:
        """What has to be done before moving on."""
        acts = sensible(state, seat)
        if not acts:
            return None
        player = state.players[seat]
        card = self.routes.card(player.card)
        need = card.need(player.room)
        first = state.glasses[2 * seat].space
        best = acts[0]
        best_score = 1 << 20
        for act in acts:
            score = rng.below(5)
            if isinstance(act, Place):
                score += 4 * self.length_from(state, card, card.after(need, act.colour), first, act)
            elif isinstance(act, StandUp):
                return act
            if score < best_score:
                best = act
                best_score = score
        return best

    def length_from(
        self, state: OutOfTimeState, card: Card, need: int, first: int, act: Place
    ) -> int:
        """How far it is after placing a glass; for the first one, with the second best placed."""
        if first != IN_HAND:
            return card.left(need, first, act.to)
        best = 1 << 10
        for near in state.next_to[act.to]:
            if state.standing[near] == NOBODY:
                best = min(best, card.left(need, act.to, near), card.left(need, near, act.to))
        return best

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        return CLUB.take(rng, SEEING) + CLUB.take(rng, MOVING) + rng.below(400)

    def settled(self, state: State) -> bool:
        return state.outcome is not None or state.now >= self.until

    def worth(self, state: State, seat: Seat) -> int:
        """The chance to be done first: against each of the others, and so against all."""
        assert isinstance(state, OutOfTimeState)
        if state.outcome is not None:
            # A sure win should still come soon, and a sure loss late: people may yet do otherwise.
            later = max(0, state.now - self.begun) // SECOND
            return SURE - later if seat in state.outcome.winners else later
        mine = self.done_in(state, seat)
        chance = SURE
        for other in range(state.seats):
            if other != seat:
                theirs = self.done_in(state, other)
                lead = theirs - mine
                unsure = UNSURE + (mine + theirs) // (2 * UNSURE_SHARE)
                chance = chance * (SURE // 2 + SURE * lead // (2 * (abs(lead) + unsure))) // SURE
        return chance

    def done_in(self, state: OutOfTimeState, seat: Seat) -> Ms:
        """In how long a player would fill the last card, going the shortest way."""
        player = state.players[seat]
        card = self.routes.card(player.card)
        one = state.glasses[2 * seat]
        two = state.glasses[2 * seat + 1]
        one_in = ready_in(state, one)
        two_in = ready_in(state, two)
        if two_in < one_in:
            one, two = two, one
            one_in, two_in = two_in, one_in
        cycle = state.setup.timer + PAUSE
        left = PARTS.cards_to_win - len(player.scored)
        tenths = A_LOSS * player.owed
        if one.space == IN_HAND or two.space == IN_HAND:
            tenths += self.routes.usual()
        else:
            moves = card.left(card.need(player.room), one.space, two.space)
            if left == 1 and tenths == 0:
                # Just before the end it matters which of the two glasses makes the last move.
                first = one_in if moves % 2 == 1 else two_in
                return first + (moves - 1) // 2 * cycle
            tenths += TENTHS * moves
        tenths += (left - 1) * self.routes.usual()
        return (one_in + two_in) // 2 + (tenths - 15) * cycle // (2 * TENTHS)
