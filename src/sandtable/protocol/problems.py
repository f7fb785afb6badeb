"""How the server itself says no. docs/protocol.md explains the numbers."""

from typing import Final

from sandtable.engine.errors import SandtableError

BAD_MESSAGE: Final = "SV-1"
NO_SUCH_THING: Final = "SV-2"
FOREIGN_ORIGIN: Final = "SV-3"
NOT_ALLOWED: Final = "SV-4"
TOO_MUCH: Final = "SV-5"
UNKNOWN_PROTOCOL: Final = "SV-6"
NOT_NOW: Final = "SV-7"
DECIDED_LONG_AGO: Final = "SV-8"
SEAT_TAKEN: Final = "SV-9"
NAMELESS: Final = "SV-10"
NO_SUCH_BOT: Final = "SV-11"
CANNOT: Final = "SV-12"
NAME_TAKEN: Final = "SV-13"

STATUS: Final = {
    BAD_MESSAGE: 400,
    NO_SUCH_THING: 404,
    FOREIGN_ORIGIN: 403,
    NOT_ALLOWED: 403,
    TOO_MUCH: 429,
    UNKNOWN_PROTOCOL: 400,
    NOT_NOW: 409,
    DECIDED_LONG_AGO: 409,
    SEAT_TAKEN: 409,
    NAMELESS: 401,
    NO_SUCH_BOT: 422,
    CANNOT: 503,
    NAME_TAKEN: 409,
}

WATCHING: Final = "You are only watching this table."
NOT_BEGUN: Final = "The game has not begun."
NO_SEAT_FREE: Final = "Every seat is taken."
SITS_ELSEWHERE: Final = "You already sit in another seat at this table."
BEGUN: Final = "The game has already begun."
NO_SUCH_TABLE: Final = "There is no such table."
TOO_MANY_REQUESTS: Final = "Too many requests; wait a moment."
NO_SEAT_HERE: Final = "You have no seat at this table."
AT_FAULT: Final = "The server could not deal with that."
PAUSED: Final = "The game is paused."
NO_DISK: Final = "The server cannot get at its data at the moment; nothing was done."

TITLE: Final = {
    BAD_MESSAGE: "Not understood",
    NO_SUCH_THING: "Not found",
    FOREIGN_ORIGIN: "Foreign origin",
    NOT_ALLOWED: "Not allowed",
    TOO_MUCH: "Too many requests",
    UNKNOWN_PROTOCOL: "Unknown protocol",
    NOT_NOW: "Not now",
    DECIDED_LONG_AGO: "Decided long ago",
    SEAT_TAKEN: "The seat is taken",
    NAMELESS: "A name is needed",
    NO_SUCH_BOT: "No such bot",
    CANNOT: "Not possible at the moment",
    NAME_TAKEN: "The name is taken",
}


class Denied(SandtableError):
    """Refused by the server, not by a rule of a game. Nothing has changed."""

    def __init__(self, code: str, message: str, suggestion: str | None = None) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.suggestion = suggestion
        """What would be accepted instead, such as another name."""

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
