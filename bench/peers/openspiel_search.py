"""OpenSpiel's Monte Carlo tree search on its connect four: in Python, and in C++.

Both play each simulation to its end at random, once, as ours does, and neither solves endings.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from itertools import cycle
from typing import Any

from bench.protocol import DRAW, FOUR_ROUNDS, Pick, Played, System, four_openings

CURIOUS = 1.7
"""About as much as ours, on its scale from -1 to 1."""
SEED = 3
MEMORY_MB = 1_000


def system(in_python: bool) -> System:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")
    bot = python_bot(game) if in_python else native_bot(pyspiel, game)
    positions: list[Any] = []
    for columns in four_openings():
        state = game.new_initial_state()
        for column in columns:
            state.apply_action(column)
        positions.append(state)
    turn = cycle(positions)

    def playout(_pick: Pick) -> Played:
        bot.mcts_search(next(turn))
        return Played(0, DRAW)

    return System(version("open_spiel"), playout, at_once=FOUR_ROUNDS)


def python_bot(game: Any) -> Any:
    numpy: Any = import_module("numpy")
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    chance = numpy.random.RandomState(SEED)
    judge = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    return mcts.MCTSBot(game, CURIOUS, FOUR_ROUNDS, judge, solve=False, random_state=chance)


def native_bot(pyspiel: Any, game: Any) -> Any:
    judge = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
    return pyspiel.MCTSBot(
        game, judge, CURIOUS, FOUR_ROUNDS, MEMORY_MB, solve=False, seed=SEED, verbose=False
    )
