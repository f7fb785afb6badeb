"""Search for players that are programs: a tree of acts over states that a seat may imagine.

Each round draws a state that looks the same to the seat, walks down the tree from there, adds one
act to it, and lets everybody play on by habit until the round is settled. What the seat cannot see
is drawn anew every time, so acts are judged by what they bring on the whole (information-set Monte
Carlo tree search). Time passes in a round as it would at the table: whoever may act does so after
a pause of their own, and alarms ring on the way.

A game teaches the search what it needs to know in a `Mind`.
"""

from math import isqrt
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act
from sandtable.engine.bot import FREE, Budget
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat

SURE: Final = 1_000
"""Worth is counted in thousandths of a win."""
CURIOUS: Final = 700
"""How much is tried that looks worse, unless a mind says otherwise."""
LONGEST: Final = 5_000
"""The most acts of one round; no round should come near."""
NOBODY: Final = -1
NOT_YET: Final = -1


class Wait(Act):
    """To let time pass although one could act. No game has this act; only a search knows it."""

    NAME: ClassVar[str] = "wait"


WAIT: Final[Act] = Wait()
"""What a mind adds to the choices where waiting is worth a thought.

Whoever waits is asked again after a pause, as somebody who looks up once more.
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """What a game teaches a player that searches. One object serves one seat."""

    TREE_OF_ALL: ClassVar[bool] = True
    """Whether the others' acts are part of the tree, as where people take turns.

    Where all act at the same time the tree holds this seat's own acts only, and the others play by
    habit.
    """
    CURIOUS: ClassVar[int] = CURIOUS
    """How much is tried that looks worse: thousandths of a win at one visit.

    Less where the worth of a round says much, as in one that is judged before the end; more where
    it is all or nothing.
    """

    def __init__(self, game: Game[Any], seat: Seat) -> None:
        self.game = game
        self.seat = seat

    def imagine(self, state: State, rng: Rng) -> State:
        """A state that looks the same to this seat, the likelier ones more often."""
        imagined: State = self.game.imagine(state, self.seat, rng)
        return imagined

    def begin(self, state: State) -> None:
        """A round begins at this imagined state."""

    def choices(self, state: State, seat: Seat) -> list[Act]:
        """The acts worth a thought; none to wait until something happens."""
        return self.game.legal(state, seat)

    def code(self, act: Act) -> int:
        """A number for each act that this game has, the same for equal acts."""
        raise NotImplementedError

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        """What a player does without much thought; None to wait until something happens."""
        raise NotImplementedError

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        """How long a player takes for what comes next."""
        raise NotImplementedError

    def settled(self, state: State) -> bool:
        """Whether a round ends here: the game is over, or far enough ahead to judge it."""
        return state.outcome is not None

    def worth(self, state: State, seat: Seat) -> int:
        """How good a settled state is for a seat: its chance to win, in thousandths."""
        raise NotImplementedError


class Node:
    """An act in the tree: how often it could be done and was done, and what came of it."""

    __slots__ = ("act", "available", "children", "code", "seat", "visits", "worth")

    def __init__(self, seat: Seat, code: int, act: Act | None) -> None:
        self.seat = seat
        self.code = code
        self.act = act
        self.visits = 0
        self.available = 0
        self.worth = 0
        self.children: list[Node] = []

    def child(self, seat: Seat, code: int) -> "Node | None":
        for node in self.children:
            if node.code == code and node.seat == seat:
                return node
        return None


class Search:
    """One question: what should this seat do here? Rounds may be added until time is up."""

    def __init__(self, mind: Mind, state: State, rng: Rng) -> None:
        self.mind = mind
        self.game: Game[Any] = mind.game
        self.state = state
        self.rng = rng
        self.curious: int = mind.CURIOUS
        self.root = Node(NOBODY, 0, None)
        self.rounds = 0
        self.steps = 0
        """Acts in all rounds together, for measuring."""

    def think(self, rounds: int, budget: Budget = FREE) -> None:
        """This many rounds; fewer if the budget is spent before, but always one."""
        for _ in range(rounds):
            self.round()
            if budget.is_spent():
                break

    def best(self) -> Act | None:
        """The act that was tried most often; it may be to WAIT."""
        best: Node | None = None
        for node in self.root.children:
            if best is None or (node.visits, node.worth) > (best.visits, best.worth):
                best = node
        return None if best is None else best.act

    def round(self) -> None:
        """Draw a state, walk down the tree, add an act, play on by habit, and remember the end."""
        mind = self.mind
        game = self.game
        rng = self.rng
        me = mind.seat
        state = mind.imagine(self.state, rng)
        mind.begin(state)
        node = self.root
        path: list[Node] = []
        growing = True
        due: list[Ms] = [NOT_YET] * state.seats
        due[me] = state.now
        steps = 0
        while steps < LONGEST and not mind.settled(state):
            seat = self.next_to_act(state, due)
            alarm = game.alarm(state)
            if alarm is not None and (seat == NOBODY or alarm <= due[seat]):
                game.advance(state, alarm)
                continue
            if seat == NOBODY:
                break
            if due[seat] > state.now:
                game.advance(state, due[seat])
            due[seat] = NOT_YET
            act: Act | None = None
            if growing and (mind.TREE_OF_ALL or seat == me):
                chosen = self.descend(node, state, seat)
                if chosen is not None:
                    path.append(chosen)
                    growing = chosen.visits > 0
                    node = chosen
                    act = chosen.act
            else:
                act = mind.habit(state, seat, rng)
            steps += 1
            if act is not None and act is not WAIT:
                game.act(state, seat, act)
        self.remember(path, state)
        self.rounds += 1
        self.steps += steps

    def next_to_act(self, state: State, due: list[Ms]) -> Seat:
        """Whose hand is there first; everybody who may act needs a pause of their own."""
        first = NOBODY
        active = self.game.active(state)
        for seat in range(state.seats):
            if seat not in active:
                due[seat] = NOT_YET
        for seat in active:
            if due[seat] == NOT_YET:
                due[seat] = state.now + self.mind.pause(state, seat, self.rng)
            if first == NOBODY or due[seat] < due[first]:
                first = seat
        return first

    def descend(self, node: Node, state: State, seat: Seat) -> Node | None:
        """An act that was never tried, or the one that promises most; None if there is none."""
        best: Node | None = None
        best_score = 0
        fresh: list[Node] = []
        for act in self.mind.choices(state, seat):
            code = self.mind.code(act)
            child = node.child(seat, code)
            if child is None:
                child = Node(seat, code, act)
                fresh.append(child)
                continue
            child.available += 1
            if child.visits == 0:
                fresh.append(child)
                continue
            unsure = curiosity(child.available, child.visits, self.curious)
            score = child.worth // child.visits + unsure
            if best is None or score > best_score:
                best = child
                best_score = score
        if fresh:
            best = self.rng.pick(fresh)
            if best.available == 0:
                best.available = 1
                node.children.append(best)
        return best

    def remember(self, path: list[Node], state: State) -> None:
        for node in path:
            node.visits += 1
            node.worth += self.mind.worth(state, node.seat)


def curiosity(available: int, visits: int, curious: int = CURIOUS) -> int:
    """The second half of UCB1, in whole numbers: less for what was tried often."""
    return curious * isqrt(10_000 * doublings(available) // visits) // 100


def doublings(n: int) -> int:
    """The logarithm to base 2, rounded up: whole numbers are the same on every machine."""
    return max(1, n.bit_length())
