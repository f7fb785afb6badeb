"""The five-minute watch game. Rules: rules.md."""

from sandtable.games.watch.rules import Watch

GAME = Watch()

__all__ = ["GAME"]
