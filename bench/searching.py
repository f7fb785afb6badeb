"""Our search: rounds a second on connect four, and on each of our games as its expert does it.

To the runner a round is what a game is elsewhere, and the acts of a round are its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

import sandtable
from bench.connect_four import GAME, Board
from bench.four_search import think
from bench.ours import described, seats_for
from bench.protocol import DRAW, FOUR_ROUNDS, Pick, Played, System, four_openings
from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, seeded
from sandtable.engine.search import Mind, Search
from sandtable.engine.state import State
from sandtable.engine.units import Seat
from sandtable.games.out_of_time.bot_mind import TimeMind
from sandtable.games.out_of_time.bot_routes import routes_on
from sandtable.games.out_of_time.state import OutOfTimeState
from sandtable.games.time_n_space.bot_mind import SpaceMind
from sandtable.games.time_n_space.parts import COLOUR_COUNT
from sandtable.games.time_n_space.state import PLAY, SpaceState
from sandtable.games.time_of_chaos.bot_expert import Expert
from sandtable.games.time_of_chaos.bot_rehearsal import Rehearsal
from sandtable.games.time_of_chaos.state import NOBODY, ChaosState
from sandtable.games.watch.bot_beliefs import Beliefs
from sandtable.games.watch.bot_mind import WatchMind
from sandtable.games.watch.bot_tempo import Tempo
from sandtable.games.watch.state import MOVE, WatchState

POSITIONS = 12
"""How many positions are thought about, one after the other."""
FROM_EACH_GAME = 3
APART = 20
"""So many steps of a game lie between two of them."""
AT_ONCE = 60
"""Rounds of one search."""

Thought = Callable[[int], int]
"""So many rounds about one position; returns the acts in them, or 0 if they are not counted."""


def connect_four() -> System:
    return described(one_after_another([about_four(c) for c in four_openings()]), None, FOUR_ROUNDS)


def about_four(columns: list[int]) -> Thought:
    match = sandtable.new(GAME, seats=2, seed=0)
    for number, column in enumerate(columns):
        match.act(number % 2, {"act": "drop", "column": column})
    state = match.state
    assert isinstance(state, Board)
    seeds = count()
    return lambda _rounds: think(state, FOUR_ROUNDS, next(seeds)).steps


def installed(name: str) -> System:
    game = sandtable.find(name)
    thoughts: list[Thought] = []
    for seed in count():
        for found in worth_a_search(game, seed):
            thoughts.append(found)
            if len(thoughts) == POSITIONS:
                return described(one_after_another(thoughts), None, AT_ONCE)
    raise AssertionError


def one_after_another(thoughts: list[Thought]) -> Callable[[Pick], Played]:
    turn = cycle(thoughts)
    return lambda _pick: Played(next(turn)(AT_ONCE), DRAW)


def worth_a_search(game: Game[Any], seed: int) -> Iterator[Thought]:
    """Positions of one game between club players at which an expert would search."""
    match = sandtable.new(game, seats=seats_for(game), seed=seed)
    rng = seeded(seed)
    bots = {seat: make_bot(game, "club", seat, rng.fork(f"bot {seat}")) for seat in seats_of(match)}
    driver = Driver(match, bots, rng)
    driver.begin()
    steps = found = 0
    while match.outcome is None and found < FROM_EACH_GAME:
        driver.step()
        steps += 1
        active = match.active()
        if steps < APART or not active:
            continue
        thought = thought_about(game, match.state.copy(), active[0])
        if thought is not None:
            yield thought
            steps = 0
            found += 1


def seats_of(match: Match) -> range:
    return range(match.state.seats)


def thought_about(game: Game[Any], state: State, seat: Seat) -> Thought | None:
    """The search of the game's expert; None where it would not search."""
    rng = seeded(state.now)
    match state:
        case WatchState():
            if state.phase != MOVE or Tempo(state, seat).urgency == 0:
                return None
            return in_a_tree(WatchMind(game, seat, Beliefs(state.seats, state.setup.hand)), state)
        case OutOfTimeState():
            return in_a_tree(TimeMind(game, seat, routes_on(state)), state)
        case SpaceState():
            if state.phase != PLAY:
                return None
            mind = SpaceMind(game, seat, state.seats, list(range(COLOUR_COUNT)))
            return in_a_tree(mind, state) if len(mind.choices(state, seat)) > 1 else None
        case ChaosState():
            return rehearsed(game, state, seat, rng) if state.ender == NOBODY else None
        case _:
            raise SystemExit(f"bench: nobody has said how {game.NAME} is searched")


def in_a_tree(mind: Mind, state: State) -> Thought:
    seeds = count()

    def think_on(rounds: int) -> int:
        search = Search(mind, state, seeded(next(seeds)))
        search.think(rounds)
        return search.steps

    return think_on


def rehearsed(game: Game[Any], state: ChaosState, seat: Seat, rng: Rng) -> Thought:
    """Its turns are found once; a round plays one of them on, on a table that is imagined."""
    expert = Expert(game, seat, rng)
    ideas = expert.ideas(expert.thoughts(state).found(state))
    rehearsal = Rehearsal(game, seat, state)

    def think_on(rounds: int) -> int:
        done = 0
        while done < rounds:
            table = game.imagine(state, seat, rng)
            for idea in ideas[: rounds - done]:
                rehearsal.play(table.copy(), idea.acts)
                done += 1
        return 0

    return think_on
