"""What a sensible player of the watch game looks at.

It plays for its cards, lets its tokens last as long as it feels the game will, remembers where the
cards are that it has seen, and guesses the others' cards from the orders they play for. It does not
know when the timer rings: like a person, it has only a vague sense of time.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.watch.actions import KEEP, Exchange, Move
from sandtable.games.watch.parts import CARD_COUNT, CARDS, PAWNS
from sandtable.games.watch.state import WatchState, matching_card

USUAL_TURN: Final[Ms] = 4_000
"""How long a turn takes at an ordinary table, to guess how many are left."""

ENDGAME: Final = 5
"""With this few tokens left and nobody else to move, every way to the end is examined."""

NEVER: Final = 99
"""More than any order costs to reach."""


class Club(Bot):
    """A club player. A turn takes it 1.5 to 6 seconds: the sum of two uniform draws."""

    LEVEL: ClassVar[str] = "club"

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.squares = 12
        self.pawns: list[int] = [0, 0, 0]
        self.feels_over_at: Ms = -1
        self.played_for: list[list[int]] = []

    def notice(self, told: dict[str, Any]) -> None:
        """Remember which orders each player brought about, and forget all at a new deal."""
        kind = told["event"]
        if kind == "dealt":
            self.feels_over_at = -1
            self.played_for = []
            self.pawns = [0, 0, 0]
        elif kind == "moved":
            self.pawns[PAWNS.index(told["pawn"])] = told["to"]
            card = matching_card(self.pawns)
            if card >= 0 and not told["forced"]:
                while len(self.played_for) <= told["seat"]:
                    self.played_for.append([0] * CARD_COUNT)
                self.played_for[told["seat"]][card] += 1

    def plan(self, seen: Seen) -> Plan | None:
        acts = seen.legal()
        if not acts:
            return None
        view = seen.view()
        self.squares = view["squares"]
        self.pawns = [view["pawns"][name] for name in PAWNS]
        if self.feels_over_at < 0:
            imagined = seen.imagine(self.rng)
            if isinstance(imagined, WatchState):
                self.feels_over_at = imagined.rings_at
        if view["phase"] == "exchange":
            act = self.choose_exchange(view)
        else:
            act = self.choose_move(view, acts, seen.now)
        thinking = self.rng.between(1_000, 3_500) + self.rng.between(500, 2_500)
        return Plan(min(thinking, (view["turn_ends_at"] - seen.now) * 2 // 3), act)

    def choose_move(self, view: dict[str, Any], acts: list[Act], now: Ms) -> Act:
        tokens: list[int] = view["tokens"]
        mine = tokens[self.seat]
        players = sum(1 for left in tokens if left > 0)
        alone = players == 1
        turns_left = max(1, (self.feels_over_at - now) // (USUAL_TURN * players))
        spare = max(0, mine - turns_left)
        goals = known_cards(view["hands"][self.seat])
        if alone and view["bell_bars"]:
            # WA-P1: whoever spends the last token cannot win, so no order is better than another.
            goals = []
        weight = 100 if turns_left <= 3 else 30 if turns_left <= 6 else 4
        best: Act = acts[0]
        best_cost = 1 << 30
        for act in acts:
            if not isinstance(act, Move) or act.spend > self.squares:
                continue
            cost = self.cost_of(act, mine, spare, weight, goals, alone)
            cost = cost * 8 + self.rng.below(8)
            if cost < best_cost:
                best, best_cost = act, cost
        return best

    def cost_of(
        self, act: Move, mine: int, spare: int, weight: int, goals: list[int], alone: bool
    ) -> int:
        """How bad a move is: tokens it wastes, and how far the order then is from the cards."""
        after = self.pawns.copy()
        after[act.index] = (after[act.index] + act.spend) % self.squares
        left = mine - act.spend
        cost = (act.spend - 1) * 3 + max(0, act.spend - 1 - spare) * 8
        if alone:
            cost = act.spend - 1
            if left <= ENDGAME and not can_end_well(after, left, goals, self.squares):
                cost += 1_000
        if names_order(after, goals):
            # Room to go on with single steps before the first pawn has to cross red.
            return cost - (3 * self.squares - 6 - sum(after)) // 6
        return cost + weight + 2 * cost_to_reach(after, left, goals, self.squares)

    def choose_exchange(self, view: dict[str, Any]) -> Act:
        """Take a card that is nearer to the present order than the worst of one's own."""
        hand = known_cards(view["hands"][self.seat])
        tokens: int = view["tokens"][self.seat]
        prices = [
            0 if names_order(self.pawns, [card]) else self.price(card, tokens)
            for card in range(CARD_COUNT)
        ]
        if min(prices[card] for card in hand) == 0:
            return KEEP
        give = 0
        for slot in range(len(hand)):
            if prices[hand[slot]] > prices[hand[give]]:
                give = slot
        best: Act = KEEP
        # A card in the hand is worth a little more than one unseen.
        best_price = prices[hand[give]] * 10 - 15
        for player in range(len(view["hands"])):
            if player == self.seat:
                continue
            for slot, shown in enumerate(view["hands"][player]):
                price = self.expected(view, player, shown, prices)
                if price < best_price:
                    best, best_price = Exchange(give, player, slot), price
        for slot, shown in enumerate(view["aside"]):
            price = self.expected(view, -1, shown, prices)
            if price < best_price:
                best, best_price = Exchange(give, None, slot), price
        return best

    def price(self, card: int, tokens: int) -> int:
        return cost_to_reach(self.pawns, tokens, [card], self.squares)

    def expected(
        self, view: dict[str, Any], player: Seat, shown: list[str] | None, prices: list[int]
    ) -> int:
        """Ten times what a card may be expected to cost, by what its holder has played for."""
        if shown is not None:
            return prices[card_number(shown)] * 10
        weighed = 0
        weights = 0
        for card in unknown_cards(view):
            weight = 1
            if 0 <= player < len(self.played_for):
                weight += 3 * self.played_for[player][card]
            weighed += prices[card] * weight
            weights += weight
        return weighed * 10 // weights if weights else NEVER * 10


def card_number(names: list[str]) -> int:
    return CARDS.index([PAWNS.index(name) for name in names])


def known_cards(hand: list[list[str] | None]) -> list[int]:
    return [card_number(names) for names in hand if names is not None]


def unknown_cards(view: dict[str, Any]) -> list[int]:
    """The cards this seat has not seen in this game."""
    seen: list[int] = known_cards(view["aside"])
    for hand in view["hands"]:
        seen.extend(known_cards(hand))
    return [card for card in range(CARD_COUNT) if card not in seen]


def names_order(pawns: list[int], goals: list[int]) -> bool:
    """Whether one of these cards names the present order."""
    for card in goals:
        order = CARDS[card]
        if pawns[order[0]] > pawns[order[1]] > pawns[order[2]]:
            return True
    return False


def cost_to_reach(pawns: list[int], tokens: int, goals: list[int], squares: int) -> int:
    """The fewest tokens with which one move brings about the order of one of these cards."""
    best = NEVER
    for pawn in range(3):
        for spend in range(1, min(tokens, squares, best - 1) + 1):
            square = (pawns[pawn] + spend) % squares
            if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                continue
            after = pawns.copy()
            after[pawn] = square
            if names_order(after, goals):
                best = spend
                break
    return best


def can_end_well(pawns: list[int], tokens: int, goals: list[int], squares: int) -> bool:
    """Whether somebody who moves alone can spend all tokens and end with the right order."""
    if tokens == 0:
        return names_order(pawns, goals)
    for pawn in range(3):
        for spend in range(1, tokens + 1):
            square = (pawns[pawn] + spend) % squares
            if square == pawns[pawn - 1] or square == pawns[pawn - 2]:
                continue
            after = pawns.copy()
            after[pawn] = square
            if can_end_well(after, tokens - spend, goals, squares):
                return True
    return False


BOTS: Final[dict[str, type[Bot]]] = {"club": Club}
