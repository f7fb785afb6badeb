"""An expert that peeks in the middle of its search is found."""

import pytest

from sandtable.engine.bot import Plan, Seen
from sandtable.engine.state import State
from sandtable.engine.units import Seat
from sandtable.games.time_n_space import bot_expert
from sandtable.games.time_n_space.bot_club import Club
from sandtable.games.time_n_space.bot_mind import SpaceMind
from sandtable.games.time_n_space.state import SpaceState
from sandtable.testing import ContractBroken, check_bots
from tests.games.time_n_space.build import GAME

real: list[SpaceState] = []
"""The table itself, which no bot is given."""


class Peeks(SpaceMind):
    """It judges what comes of a round by the tiles that lie covered on the real moons."""

    def worth(self, state: State, seat: Seat) -> int:
        covered = [tile for stack in real[0].stacks for tile in stack[:-1]]
        told = sum(place * tile for place, tile in enumerate(covered))
        return (told * 7919 + super().worth(state, seat) * 31) % 1_000


class Expert(bot_expert.Expert):
    def plan(self, seen: Seen) -> Plan | None:
        state = seen._state
        assert isinstance(state, SpaceState)
        real[:] = [state]
        return super().plan(seen)


def test_a_peek_in_the_judgement_of_an_expert_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_expert, "SpaceMind", Peeks)
    with pytest.raises(ContractBroken, match="a bot does not peek"):
        check_bots(GAME, 3, [1], {}, bots={"club": Club, "expert": Expert})
