"""Time 'n' Space. Rules: rules.md."""

from sandtable.games.time_n_space.rules import TimeNSpace

GAME = TimeNSpace()

__all__ = ["GAME"]
