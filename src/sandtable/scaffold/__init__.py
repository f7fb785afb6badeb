"""Starts a new game for its author: a package with rules, docs and tests that pass."""

from sandtable.scaffold.names import BadName
from sandtable.scaffold.write import write_game

__all__ = ["BadName", "write_game"]
