"""A Time of Chaos. Rules: docs/rules/time-of-chaos.md."""

from sandtable.games.time_of_chaos.rules import TimeOfChaos

GAME = TimeOfChaos()

__all__ = ["GAME"]
