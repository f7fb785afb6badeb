"""All the ways in which the engine says no. Each message is a sentence that a player can read."""

from typing import Any

__all__ = [
    "BadLog",
    "BadOption",
    "BadParts",
    "BadPosition",
    "Refused",
    "SandtableError",
    "UnknownGame",
]


class SandtableError(Exception):
    """The common ancestor: to catch this is to catch all that Sandtable raises on purpose."""


class Refused(SandtableError):
    """An act that the rules forbid. It was not done, and unless it `costs`, nothing has changed.

    `costs` marks an attempt that has consequences all the same, such as an offence that a strict
    referee fines (see `Game.penalise`): the position has changed, `events` tells how, and the log
    keeps the attempt.
    """

    def __init__(self, rule: str, message: str, costs: bool = False) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message
        self.costs = costs
        self.events: list[Any] = []
        """If the attempt cost something, what it cost; else what the table is told of it."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class BadOption(SandtableError):
    """A table option that does not exist, has the wrong type, or a value out of range."""


class BadPosition(SandtableError):
    """A dumped position that no game could have reached, with the place and the reason."""


class BadLog(SandtableError):
    """A log that cannot be replayed, with the line and the reason."""


class BadParts(SandtableError):
    """A parts file that does not describe a playable game, with the line and the reason."""


class UnknownGame(SandtableError):
    """No installed game has this name, or not in this version of its rules."""
