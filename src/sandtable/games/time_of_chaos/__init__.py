"""A Time of Chaos. Rules: rules.md."""

from sandtable.games.time_of_chaos.rules import TimeOfChaos

GAME = TimeOfChaos()

__all__ = ["GAME"]
