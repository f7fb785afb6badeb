"""What every state has, and what a copy of it is."""

from sandtable.engine.outcome import Outcome
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.state import State, copy_lists


class Hand(State):
    def __init__(self, seats: int, rng: Rng, like: "Hand | None" = None) -> None:
        super().__init__(seats, rng, like)
        self.cards: list[list[int]] = [[1], [2]] if like is None else copy_lists(like.cards)

    def copy(self) -> "Hand":
        return Hand(self.seats, self.rng.copy(), self)


def test_a_fresh_state_begins_at_0_and_is_not_over() -> None:
    state = Hand(2, seeded(1))
    assert (state.seats, state.now, state.outcome) == (2, 0, None)


def test_a_copy_has_the_time_the_outcome_and_the_generator_of_its_original() -> None:
    state = Hand(2, seeded(1))
    state.now = 4_711
    state.outcome = Outcome([0], [1, 0], [{}, {}], "cards")
    state.rng.below(6)
    twin = state.copy()
    assert (twin.seats, twin.now, twin.outcome) == (2, 4_711, state.outcome)
    assert twin.rng.dump() == state.rng.dump()


def test_a_copy_and_its_original_leave_each_other_alone() -> None:
    state = Hand(2, seeded(1))
    twin = state.copy()
    twin.now = 5
    twin.rng.below(6)
    twin.cards[0].append(3)
    state.cards.append([4])
    assert (state.now, state.cards) == (0, [[1], [2], [4]])
    assert twin.cards == [[1, 3], [2]]
    assert state.rng.dump() == seeded(1).dump()
