"""The search, on games so small that the best act is known."""

from typing import Any, ClassVar

from sandtable.engine.acts import Act
from sandtable.engine.bot import Budget
from sandtable.engine.events import Event
from sandtable.engine.game import Game
from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.search import SURE, WAIT, Mind, Search, curiosity
from sandtable.engine.state import State
from sandtable.engine.units import Ms, Seat


class Take(Act):
    NAME: ClassVar[str] = "take"
    FIELDS: ClassVar[dict[str, Any]] = {"count": int}

    def __init__(self, count: int) -> None:
        self.count = count


class Pile(State):
    """Whoever takes the last match wins. Under `coin` lies heads or tails, which nobody sees."""

    def __init__(self, seats: int, rng: Rng, like: "Pile | None" = None) -> None:
        super().__init__(seats, rng, like)
        self.left: int = 0 if like is None else like.left
        self.turn: Seat = 0 if like is None else like.turn
        self.coin: int = 0 if like is None else like.coin
        self.called: int = 0 if like is None else like.called
        self.bell: Ms = 0 if like is None else like.bell

    def copy(self) -> "Pile":
        return Pile(self.seats, self.rng.copy(), self)


class Matches(Game[Pile]):
    NAME: ClassVar[str] = "matches"

    def active(self, state: Pile) -> list[Seat]:
        return [] if state.outcome is not None else [state.turn]

    def legal(self, state: Pile, seat: Seat) -> list[Act]:
        return [Take(n) for n in range(1, min(3, state.left) + 1)] if seat == state.turn else []

    def act(self, state: Pile, seat: Seat, act: Act) -> list[Event]:
        assert isinstance(act, Take)
        state.left -= act.count
        if state.left == 0:
            state.outcome = Outcome([seat], [], [], "last")
        state.turn = 1 - state.turn
        return []

    def alarm(self, state: Pile) -> Ms | None:
        return state.bell if state.bell > state.now else None

    def ring(self, state: Pile) -> list[Event]:
        state.outcome = Outcome([1 - state.turn], [], [], "bell")
        return []

    def imagine(self, state: Pile, seat: Seat, rng: Rng) -> Pile:
        twin = state.copy()
        twin.coin = rng.below(2)
        return twin


class PlainMind(Mind):
    def code(self, act: Act) -> int:
        assert isinstance(act, Take)
        return act.count

    def habit(self, state: State, seat: Seat, rng: Rng) -> Act | None:
        return rng.pick(self.game.legal(state, seat))

    def pause(self, state: State, seat: Seat, rng: Rng) -> Ms:
        return 1_000

    def worth(self, state: State, seat: Seat) -> int:
        assert state.outcome is not None
        return SURE if seat in state.outcome.winners else 0


def pile(left: int, bell: Ms = 0) -> Pile:
    state = Pile(2, seeded(1))
    state.left, state.bell = left, bell
    return state


def taken(search: Search) -> int:
    best = search.best()
    assert isinstance(best, Take)
    return best.count


def thought(left: int, rounds: int = 600, seed: int = 1, bell: Ms = 0) -> Search:
    search = Search(PlainMind(Matches(), 0), pile(left, bell), seeded(seed))
    search.think(rounds)
    return search


def test_it_leaves_four_matches() -> None:
    for left in (5, 6, 7):
        assert left - taken(thought(left)) == 4
    assert taken(thought(3)) == 3


def test_the_others_play_as_well_as_it_does() -> None:
    """Random players would not mind eight matches; somebody who searches does."""
    assert 10 - taken(thought(10, 3_000)) == 8


def test_the_same_seed_gives_the_same_thought() -> None:
    one, two = thought(9, 100, seed=5), thought(9, 100, seed=5)
    assert [n.visits for n in one.root.children] == [n.visits for n in two.root.children]
    assert [n.worth for n in one.root.children] == [n.worth for n in two.root.children]


def test_it_changes_nothing_at_the_table() -> None:
    state = pile(7)
    Search(PlainMind(Matches(), 0), state, seeded(1)).think(50)
    assert (state.left, state.turn, state.now, state.outcome) == (7, 0, 0, None)


def test_time_passes_while_others_think() -> None:
    """It rings after a second and a half, for whoever does not have to move then."""
    search = thought(3, 200, bell=1_500)
    quick, late = thought(2, 200, bell=1_500), thought(9, 200, bell=500)
    assert taken(search) == 3
    assert taken(quick) == 2
    assert all(node.worth == SURE * node.visits for node in late.root.children)


class Calling(Matches):
    """A coin lies under a hand: take 3 to be safe, or call it with 1 or 2."""

    def legal(self, state: Pile, seat: Seat) -> list[Act]:
        return [Take(1), Take(2), Take(3)] if state.called == 0 else []

    def active(self, state: Pile) -> list[Seat]:
        return [0] if state.called == 0 else []

    def act(self, state: Pile, seat: Seat, act: Act) -> list[Event]:
        assert isinstance(act, Take)
        state.called = act.count
        state.outcome = Outcome([], [], [], "called")
        return []


class CallingMind(PlainMind):
    def worth(self, state: State, seat: Seat) -> int:
        assert isinstance(state, Pile)
        if state.called == 3:
            return SURE * 6 // 10
        return SURE if state.called == 1 + state.coin else 0


def test_what_it_cannot_see_is_drawn_anew_in_every_round() -> None:
    for coin in (0, 1):
        state = pile(3)
        state.coin = coin
        search = Search(CallingMind(Calling(), 0), state, seeded(3))
        search.think(400)
        assert taken(search) == 3


class Spent(Budget):
    def __init__(self, after: int) -> None:
        self.left = after

    def is_spent(self) -> bool:
        self.left -= 1
        return self.left <= 0


def test_a_spent_budget_ends_the_thought_but_not_before_there_is_an_answer() -> None:
    search = Search(PlainMind(Matches(), 0), pile(7), seeded(1))
    search.think(1_000, Spent(1))
    assert search.rounds == 1
    assert search.best() is not None
    search.think(1_000, Spent(10))
    assert search.rounds == 11


class OwnMind(PlainMind):
    TREE_OF_ALL: ClassVar[bool] = False


def test_where_all_act_at_once_only_its_own_acts_are_in_the_tree() -> None:
    search = Search(OwnMind(Matches(), 0), pile(9), seeded(1))
    search.think(200)
    seats = [node.seat for top in search.root.children for node in [top, *top.children]]
    assert set(seats) == {0}
    every = thought(9, 200)
    assert {node.seat for top in every.root.children for node in top.children} == {1}


def test_what_was_tried_often_is_less_interesting() -> None:
    assert curiosity(100, 1) > curiosity(100, 10) > curiosity(100, 90) > 0
    assert curiosity(1_000, 10) > curiosity(10, 10)


class Patient(Matches):
    """The bell is for whoever has the turn, so that it pays not to move before it rings."""

    def ring(self, state: Pile) -> list[Event]:
        state.outcome = Outcome([state.turn], [], [], "bell")
        return []


class PatientMind(PlainMind):
    def choices(self, state: State, seat: Seat) -> list[Act]:
        return [*self.game.legal(state, seat), WAIT]

    def code(self, act: Act) -> int:
        return 0 if act is WAIT else super().code(act)


def test_to_wait_is_a_choice_where_a_mind_offers_it() -> None:
    """Four matches are lost for whoever has to take some; the bell rings in three seconds."""
    search = Search(PatientMind(Patient(), 0), pile(4, bell=3_000), seeded(1))
    search.think(400)
    assert search.best() is WAIT
    assert taken(thought(4)) > 0


class CalmMind(CallingMind):
    CURIOUS: ClassVar[int] = 100


def test_a_mind_says_how_much_is_tried_that_looks_worse() -> None:
    curious = Search(CallingMind(Calling(), 0), pile(3), seeded(3))
    calm = Search(CalmMind(Calling(), 0), pile(3), seeded(3))
    for search in (curious, calm):
        search.think(400)
    assert max(n.visits for n in calm.root.children) > max(n.visits for n in curious.root.children)
