"""OpenSpiel's connect four: rules in C++, called from Python as its own examples do."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Any

from bench.protocol import COPIED_GAMES, COPIED_SEED, DRAW, Pick, Played, System, minimal_standard


def system(clone_every_step: bool) -> System:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")

    def winner(state: Any) -> int:
        returns = state.returns()
        return DRAW if returns[0] == 0 else int(returns[1] > 0)

    def plain(pick: Pick) -> Played:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            acts = state.legal_actions()
            state.apply_action(acts[int(pick() * len(acts))])
            steps += 1
        return Played(steps, winner(state))

    def cloning(pick: Pick) -> Played:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state = state.clone()
            acts = state.legal_actions()
            state.apply_action(acts[int(pick() * len(acts))])
            steps += 1
        return Played(steps, winner(state))

    reached: list[Any] = []
    pick = minimal_standard(COPIED_SEED)
    for _ in range(COPIED_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            reached.append(state.clone())
            acts = state.legal_actions()
            state.apply_action(acts[int(pick() * len(acts))])

    def copies() -> int:
        for state in reached:
            state.clone()
        return len(reached)

    return System(version("open_spiel"), cloning if clone_every_step else plain, copies)
