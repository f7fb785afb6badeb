"""Pebbles. Rules: docs/rules/pebbles.md."""

from .rules import Rules

GAME = Rules()

__all__ = ["GAME"]
