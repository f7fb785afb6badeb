"""Out of Time. Rules: docs/rules/out-of-time.md."""

from sandtable.games.out_of_time.rules import OutOfTime

GAME = OutOfTime()

__all__ = ["GAME"]
