"""PettingZoo's connect_four_v3, with the wrappers that `env()` puts around it for everybody."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Any

from bench.protocol import DRAW, Pick, Played, System


def system() -> System:
    connect_four: Any = import_module("pettingzoo.classic.connect_four_v3")
    env = connect_four.env()

    def playout(pick: Pick) -> Played:
        env.reset()
        steps = 0
        winner = DRAW
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                if reward > 0:
                    winner = env.possible_agents.index(agent)
                env.step(None)
                continue
            # Cheaper than the usual `action_space(agent).sample(mask)`, and comparable.
            acts = observation["action_mask"].nonzero()[0]
            env.step(acts[int(pick() * len(acts))])
            steps += 1
        return Played(steps, winner)

    return System(version("pettingzoo"), playout)
