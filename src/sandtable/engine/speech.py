"""Sentences that say "you" to the person they are about, and the name to everybody else."""

from collections.abc import Sequence
from typing import Final

from sandtable.engine.units import Seat, Viewer

__all__ = ["Speech", "how_long", "sentence"]

SPANS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60))
IRREGULAR: Final = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}


class Speech:
    """The people of a table as a sentence names them; `you` is the seat it is said to, if any."""

    def __init__(self, names: Sequence[str], you: Viewer = None) -> None:
        self._names = names
        self._you = you

    def is_you(self, seat: Seat) -> bool:
        return seat == self._you

    def who(self, seat: Seat) -> str:
        return "you" if seat == self._you else self._names[seat]

    def whose(self, seat: Seat) -> str:
        return "your" if seat == self._you else f"{self._names[seat]}'s"

    def does(self, seat: Seat, verb: str) -> str:
        """Somebody and their verb, which is given as it follows a name: "Ada moves", "you move"."""
        return f"{self.who(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: Seat, verb: str) -> str:
        return plain(verb) if seat == self._you else verb

    def all(self, seats: Sequence[Seat]) -> str:
        """Ada; Ada and Ben; Ada, Ben and you."""
        people = [self._names[seat] for seat in seats if seat != self._you]
        if self._you in seats:
            people.append("you")
        if len(people) < 2:
            return "".join(people)
        return f"{', '.join(people[:-1])} and {people[-1]}"


def plain(verb: str) -> str:
    """A verb as it follows "you": moves, move; carries, carry; searches, search; has, have."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def sentence(text: str) -> str:
    """With a capital if it begins with "you" or "your"; names stay as people write them."""
    begins = text.startswith("your ") or (text.startswith("you") and not text[3:4].isalpha())
    return f"Y{text[1:]}" if begins else text


def sentences(text: str) -> list[str]:
    """A text, cut after each full stop that a space follows."""
    found = text.replace(". ", ".\n").splitlines()
    return [one.strip() for one in found if one.strip()]


def how_long(seconds: int) -> str:
    """10 seconds, 1 minute, 90 seconds, 3 hours, 7 days: in the largest unit that fits exactly."""
    for unit, length in SPANS:
        if seconds >= length and seconds % length == 0:
            return counted(seconds // length, unit)
    return counted(seconds, "second")


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
