"""What happens in the watch game: one function for each rule or two.

A rule that other modules need as well is in

- winning: who holds the card that names the present order
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.legend import Legend
from sandtable.engine.options import Option
from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng
from sandtable.engine.speech import Speech
from sandtable.engine.units import Ms, Seat, Viewer
from sandtable.games.watch import actions, listing, options, position, view, words
from sandtable.games.watch.actions import Exchange, Keep, Move
from sandtable.games.watch.events import Dealt, Exchanged, Kept, Moved, Rang
from sandtable.games.watch.legend import LEGEND
from sandtable.games.watch.options import RANKS_TARGET, setup_for
from sandtable.games.watch.parts import CARD_COUNT, CARDS, EVERY_CARD, PAWNS
from sandtable.games.watch.state import (
    BREAK,
    EXCHANGE,
    MOVE,
    OVER,
    RED,
    WatchState,
    placing,
)
from sandtable.games.watch.winning import barred, game_winner

IN_ORDER: Final = list(range(CARD_COUNT))


class Watch(Game[WatchState]):
    """The five-minute watch game."""

    NAME: ClassVar[str] = "watch"
    TITLE: ClassVar[str] = "The Watch"
    BLURB: ClassVar[str] = "Three shared pawns, a secret order, and a timer nobody can see."
    LENGTH: ClassVar[str] = "5 minutes"
    GOAL: ClassVar[str] = (
        "Your secret card shows the order in which the pawns must stand when the hidden timer "
        "rings. On your turn, choose a pawn and spend tokens to move it."
    )
    RULES_VERSION: ClassVar[int] = 2
    MIN_SEATS: ClassVar[int] = 2
    MAX_SEATS: ClassVar[int] = 6
    ACTS: ClassVar[tuple[type[Act], ...]] = actions.ACTS
    OPTIONS: ClassVar[tuple[Option, ...]] = options.OPTIONS
    LEGEND: ClassVar[Legend] = LEGEND

    def check_options(self, chosen: dict[str, Any], seats: int) -> None:
        options.check_options(chosen, seats)

    def new(self, seats: int, chosen: dict[str, Any], rng: Rng) -> WatchState:
        state = WatchState(seats, rng, setup_for(seats, chosen))
        named = state.setup.first
        state.first = rng.below(seats) if named < 0 else named
        deal(state)
        return state

    def active(self, state: WatchState) -> list[Seat]:
        return listing.active(state)

    def legal(self, state: WatchState, seat: Seat) -> list[Act]:
        return listing.legal(state, seat)

    def act(self, state: WatchState, seat: Seat, act: Act) -> list[Event]:
        if state.phase == OVER:
            raise Refused("ST-2", "The game is over.")
        if state.phase == BREAK:
            raise Refused("WA-E4", "The next game has not been dealt yet.")
        if seat != state.turn:
            raise Refused("WA-T1", "It is not your turn.")
        if isinstance(act, Move):
            return move(state, act)
        if isinstance(act, Exchange):
            return exchange(state, act)
        if isinstance(act, Keep):
            if state.phase != EXCHANGE:
                raise Refused("WA-T5", "There is nothing to decline: you did not end on yellow.")
            happened: list[Event] = [Kept(state.now, seat, False)]
            pass_turn(state, happened)
            return happened
        raise Refused("ST-3", "The Watch has no such act.")

    def alarm(self, state: WatchState) -> Ms | None:
        if state.phase == OVER:
            return None
        if state.phase == BREAK:
            return state.break_ends_at
        return state.rings_at if state.rings_at < state.turn_ends_at else state.turn_ends_at

    def ring(self, state: WatchState) -> list[Event]:
        """At one millisecond: the ring before the end of a turn (WA-E1 stops all at once)."""
        happened: list[Event] = []
        if state.phase == BREAK:
            if state.now >= state.break_ends_at:
                deal(state)
                happened.append(Dealt(state.now, state.game, state.first))
        elif state.now >= state.rings_at:
            ring(state, "timer", happened)
        elif state.now >= state.turn_ends_at:
            time_is_up(state, happened)
        return happened

    def view(self, state: WatchState, viewer: Viewer) -> dict[str, Any]:
        return view.view(state, viewer)

    def imagine(self, state: WatchState, seat: Seat, rng: Rng) -> WatchState:
        return view.imagine(state, seat, rng)

    def veil(self, state: WatchState, seat: Seat) -> Any:
        return view.veil(state, seat)

    def lift_veil(self, veil: Any, seat: Seat, event: Event) -> Any:
        return view.lift_veil(veil, seat, event)

    def veiled(self, state: WatchState, seat: Seat, veil: Any) -> WatchState:
        return view.veiled(state, seat, veil)

    def dump(self, state: WatchState) -> dict[str, Any]:
        return position.dump(state)

    def load(
        self, data: Any, seats: int, chosen: dict[str, Any], rng: Rng, now: Ms, over: bool
    ) -> WatchState:
        return position.load(data, setup_for(seats, chosen), seats, rng, now, over)

    def order_of_play(self, state: WatchState) -> list[Seat] | None:
        """WA-T1: clockwise. In a match: in its first game."""
        return [(state.first + nth) % state.seats for nth in range(state.seats)]

    def lessons(self, options: Mapping[str, Any]) -> list[str]:
        return words.lessons(options)

    def example(self, seats: int, options: dict[str, Any], rng: Rng, seat: Seat) -> WatchState:
        """Each pawn has gone its own way, so that there is an order; now it is this seat's move."""
        state = self.new(seats, options, rng)
        setup = state.setup
        ways = [
            square
            for square in range(1, min(setup.squares, setup.share // 2))
            if square not in (setup.yellow_one, setup.yellow_two)
        ]
        rng.shuffle(ways)
        state.turn = state.first = (seat - len(PAWNS)) % seats
        for pawn in range(len(PAWNS)):
            carry_out(state, pawn, ways[pawn], ways[pawn], False, [])
        return state

    def words(self, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names))

    def words_to(self, you: Viewer, told: Mapping[str, Any], names: Sequence[str]) -> str:
        return words.words(told, Speech(names, you))


def deal(state: WatchState) -> None:
    """WA-S1, WA-S3, WA-C3: pawns on RED, fresh tokens and cards, the hidden timer runs."""
    setup = state.setup
    state.pawns = [RED, RED, RED]
    state.tokens = [setup.share] * state.seats
    state.spent = 0
    state.cards = IN_ORDER.copy()
    state.rng.shuffle(state.cards)
    for seat in range(state.seats):
        known = 0
        for place in range(seat * setup.hand, (seat + 1) * setup.hand):
            known |= 1 << state.cards[place]
        state.seen[seat] = known
    state.started_at = state.now
    state.rings_at = state.now + setup.timer
    if setup.jitter:
        state.rings_at += state.rng.between(-setup.jitter, setup.jitter)
    state.turn = state.first
    begin_turn(state)


def begin_turn(state: WatchState) -> None:
    state.phase = MOVE
    state.turn_ends_at = state.now + state.setup.turn


def is_taken(state: WatchState, pawn: int, square: int) -> bool:
    """WA-T3: whether another pawn stands there."""
    return state.pawns[pawn - 1] == square or state.pawns[pawn - 2] == square


def move(state: WatchState, act: Move) -> list[Event]:
    """WA-T1 to WA-T3: spend tokens and move a pawn exactly that far."""
    if state.phase != MOVE:
        raise Refused("WA-T1", "You have moved already: exchange a card, or keep yours.")
    spend = act.spend
    if spend < 1:
        raise Refused("WA-T1", "A move costs at least one token.")
    tokens = state.tokens[state.turn]
    if spend > tokens:
        raise Refused("WA-T2", f"That takes {spend} tokens, and you have {tokens}.")
    square = (state.pawns[act.index] + spend) % state.setup.squares
    if is_taken(state, act.index, square):
        raise Refused("WA-T3", f"There is a pawn on square {square} already.")
    happened: list[Event] = []
    carry_out(state, act.index, spend, square, False, happened)
    return happened


def carry_out(
    state: WatchState, pawn: int, spend: int, square: int, forced: bool, happened: list[Event]
) -> None:
    """The move itself, and what the square it ends on brings."""
    setup = state.setup
    state.pawns[pawn] = square
    state.tokens[state.turn] -= spend
    state.spent += spend
    on_yellow = square == setup.yellow_one or square == setup.yellow_two
    happened.append(Moved(state.now, state.turn, PAWNS[pawn], spend, square, forced, on_yellow))
    if on_yellow and not forced:
        state.phase = EXCHANGE
    else:
        pass_turn(state, happened)


def exchange(state: WatchState, act: Exchange) -> list[Event]:
    """WA-T5: swap a card unseen with another player's or one set aside; each sees the new one."""
    if state.phase != EXCHANGE:
        raise Refused("WA-T5", "You may exchange a card only when you have ended on yellow.")
    seat = state.turn
    hand = state.setup.hand
    if not 0 <= act.give < hand:
        raise Refused("WA-T5", "You do not have that card.")
    player = act.player
    if player is None:
        if not 0 <= act.take < CARD_COUNT - state.seats * hand:
            raise Refused("WA-T5", "No such card is set aside.")
    elif not 0 <= player < state.seats or player == seat:
        raise Refused("WA-T5", "Exchange with another player, or for a card set aside.")
    elif not 0 <= act.take < hand:
        raise Refused("WA-T5", "That player does not have that card.")
    mine = state.place(seat, act.give)
    theirs = state.place(player, act.take)
    given = state.cards[mine]
    received = state.cards[theirs]
    state.cards[mine] = received
    state.cards[theirs] = given
    state.seen[seat] |= 1 << received
    if player is not None:
        state.seen[player] |= 1 << given
    happened: list[Event] = [
        Exchanged(state.now, seat, act.give, player, act.take, received, given)
    ]
    pass_turn(state, happened)
    return happened


def time_is_up(state: WatchState, happened: list[Event]) -> None:
    """WA-T7: the table spends one token on a random pawn that can move, without an exchange."""
    if state.phase == EXCHANGE:
        happened.append(Kept(state.now, state.turn, True))
        pass_turn(state, happened)
        return
    squares = state.setup.squares
    movable = [
        pawn for pawn in range(3) if not is_taken(state, pawn, (state.pawns[pawn] + 1) % squares)
    ]
    pawn = state.rng.pick(movable)
    carry_out(state, pawn, 1, (state.pawns[pawn] + 1) % squares, True, happened)


def pass_turn(state: WatchState, happened: list[Event]) -> None:
    """WA-T1, WA-T4: clockwise to the next player with tokens; WA-E6: nobody has any, it rings."""
    seats = state.seats
    seat = state.turn
    for _ in range(seats):
        seat += 1
        if seat == seats:
            seat = 0
        if state.tokens[seat] > 0:
            state.turn = seat
            begin_turn(state)
            return
    ring(state, "tokens", happened)


def ring(state: WatchState, why: str, happened: list[Event]) -> None:
    """WA-E1: the game stops at once; then it is over, or another one is dealt."""
    winner = game_winner(state)
    score_game(state, winner)
    ended = match_is_over(state, winner)
    happened.append(
        Rang(
            state.now,
            why,
            state.turn,
            winner,
            state.pawns.copy(),
            state.cards.copy(),
            state.seats,
            state.setup.hand,
            state.points.copy(),
            not ended,
        )
    )
    for seat in range(state.seats):
        state.seen[seat] = EVERY_CARD
    if ended:
        state.phase = OVER
        state.outcome = outcome(state, why)
        return
    if winner is not None or state.setup.by_ranks:
        # WA-O1: the start passes on from game to game; a game that nobody won is the same again.
        state.game += 1
        state.first = (state.first + 1) % state.seats
    if state.setup.pause == 0:
        deal(state)
        happened.append(Dealt(state.now, state.game, state.first))
    else:
        state.phase = BREAK
        state.break_ends_at = state.now + state.setup.pause


def score_game(state: WatchState, winner: Seat | None) -> None:
    if state.setup.by_ranks:
        for seat in range(state.seats):
            if not barred(state, seat):
                state.points[seat] += rank_points(state, seat)
    elif winner is not None:
        state.points[winner] += 1


def rank_points(state: WatchState, seat: Seat) -> int:
    """WA-P2: one point for every pawn in the place a card gives it; the best of several cards."""
    placed = placing(state.pawns)
    best = 0
    for card in state.hand_of(seat):
        hits = 0
        for i in range(3):
            if CARDS[card][i] == placed[i]:
                hits += 1
        best = max(best, hits)
    return best


def match_is_over(state: WatchState, winner: Seat | None) -> bool:
    if state.setup.by_ranks:
        best = max(state.points)
        return best >= RANKS_TARGET and state.points.count(best) == 1
    if state.setup.is_match:
        return winner is not None and state.game == state.seats
    return winner is not None


def outcome(state: WatchState, why: str) -> Outcome:
    """WA-E4, WA-O1: the most points win; in a match equal points share the win."""
    best = -1
    winners: list[Seat] = []
    breakdown: list[dict[str, Any]] = []
    for seat in range(state.seats):
        points = state.points[seat]
        if points > best:
            best = points
            winners = []
        if points == best:
            winners.append(seat)
        breakdown.append({"points": points, "tokens_left": state.tokens[seat]})
    return Outcome(winners, state.points.copy(), breakdown, why)
