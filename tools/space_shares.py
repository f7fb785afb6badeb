"""What club players of Time 'n' Space do with their ships and colours, over many games.

PYTHONPATH=$(.venv/bin/python tools/compiled.py) .venv/bin/python -P tools/space_shares.py 60
"""

import sys
from dataclasses import dataclass

from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.registry import find
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_n_space.parts import COLOUR_COUNT
from sandtable.games.time_n_space.state import SpaceState, above_in_colour
from sandtable.lab.simulate import Study

GAME = "time-n-space"
SEATS = 3


@dataclass
class Shares:
    """Counted over the games of one level."""

    at_planets: int = 0
    at_moons: int = 0
    for_nothing_at_planets: int = 0
    """Landings at a planet that delivered nothing, its own included."""
    for_nothing_at_moons: int = 0
    """Landings at a moon from which no tile was taken: on the way, as a rule."""
    waited_ms: int = 0
    """How long ships stood with their sand run out before their timers were lifted."""
    waited_for_nothing: int = 0
    """Landings at a planet for which a ship waited over five seconds, and delivered nothing."""
    colours: int = 0
    given_up: int = 0
    """Colours that score nothing in the end, since an order in them never came out."""


def count(games: int, seed: int = 7, level: str = "club") -> Shares:
    game = find(GAME)
    study = Study(GAME, SEATS, games, seed, (level,) * SEATS)
    found = Shares()
    for number in range(games):
        own = study.seed_of(number)
        match = new(game, seats=SEATS, seed=own)
        bots = {
            seat: make_bot(game, level, seat, seeded(f"{own} bot {seat}")) for seat in range(SEATS)
        }
        driver = Driver(match, bots, seeded(f"{own} driver"))
        driver.begin()
        ready = [0] * SEATS
        waited = [0] * SEATS
        place = [""] * SEATS
        while not match.over:
            for event in driver.step():
                told = event.to_json()
                if told.get("on") != "ship":
                    continue
                seat = told["seat"]
                if told["event"] == "ran_out":
                    ready[seat] = match.now
                elif told["event"] == "lifted":
                    waited[seat] = match.now - ready[seat]
                    place[seat] = told["place"] or ""
                elif told["event"] == "finished":
                    landed(found, place[seat], told["steps"], waited[seat])
        state = match.state
        assert isinstance(state, SpaceState)
        for seat in range(SEATS):
            for colour in range(COLOUR_COUNT):
                found.colours += 1
                found.given_up += above_in_colour(state, seat, colour) > 0
    return found


def landed(found: Shares, place: str, steps: int, waited: int) -> None:
    found.waited_ms += waited
    if place.startswith("moon"):
        found.at_moons += 1
        found.for_nothing_at_moons += steps == 0
        return
    found.at_planets += 1
    if steps == 0:
        found.for_nothing_at_planets += 1
        found.waited_for_nothing += waited > 5_000


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    shares = count(games)
    print(shares)
    print(
        f"landings at planets for nothing {shares.for_nothing_at_planets / shares.at_planets:.1%}"
    )
    print(f"landings at moons without a tile {shares.for_nothing_at_moons / shares.at_moons:.1%}")
    landings = shares.at_planets + shares.at_moons
    print(f"a ship waits {shares.waited_ms / landings / 1000:.1f} s for its timer to be lifted")
    print(f"waits at planets for nothing {shares.waited_for_nothing / shares.at_planets:.1%}")
    print(f"colours given up {shares.given_up / shares.colours:.1%}")
