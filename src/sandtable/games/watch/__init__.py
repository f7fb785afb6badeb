"""The five-minute watch game. Rules: docs/rules/watch.md."""

from sandtable.games.watch.rules import Watch

GAME = Watch()

__all__ = ["GAME"]
