"""Out of Time. Rules: rules.md."""

from sandtable.games.out_of_time.rules import OutOfTime

GAME = OutOfTime()

__all__ = ["GAME"]
