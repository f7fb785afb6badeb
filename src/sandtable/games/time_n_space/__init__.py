"""Time 'n' Space. Rules: docs/rules/time-n-space.md."""

from sandtable.games.time_n_space.rules import TimeNSpace

GAME = TimeNSpace()

__all__ = ["GAME"]
