"""Pebbles. Rules: rules.md."""

from .rules import Rules

GAME = Rules()

__all__ = ["GAME"]
