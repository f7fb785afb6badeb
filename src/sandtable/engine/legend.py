"""A legend: what the places of a view mean, so that a page can draw a game it has never seen.

A view is plain data with names that the game chose. Its legend says, place by place, which numbers
are deadlines, which are seats, which lists have an entry for each seat, and how things read. A
place is written with dots, and `*` stands for every entry: `mats.*.timers.*.runs_out_at`. What a
legend leaves out is still shown, under its own name. See docs/boards.md.
"""

from typing import Any, Final

__all__ = [
    "Deed",
    "Legend",
    "Mark",
    "by_seat",
    "deadline",
    "duration",
    "hidden",
    "numbered",
    "rows",
    "seat",
    "shown",
]

PLAIN: Final = "plain"
DEADLINE: Final = "deadline"
DURATION: Final = "duration"
SEAT: Final = "seat"
HIDDEN: Final = "hidden"


class Mark:
    """What stands at one place of a view. Made by the functions below."""

    def __init__(self, kind: str, title: str) -> None:
        self.kind = kind
        self.title = title
        self.reads = ""
        """How an object reads, with its fields in braces: "{colour} {value}".

        Where objects differ, several forms stand between bars, and the first that fits is used:
        "{good} good|order: {order} {value}".
        """
        self.none = ""
        """How it reads when there is nothing."""
        self.by_seat = False
        self.columns = 0
        """How many lie side by side, for a list that lies on the table in rows."""
        self.numbered = False
        """Whether players call the entries of this list first, second, third."""
        self.plate = False
        """Whether it is also shown on the name plate of its seat, in sight of everybody."""
        self.lasts = 0
        self.lasts_at = ""
        """How long the sand of a deadline runs in all, or the place in the view that says so."""
        self.owner = ""
        """The field beside a deadline that holds the seat whose deadline it is."""
        self.turn = False
        """Whether it is the seat whose turn it is: a page lights its plate."""

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"kind": self.kind}
        if self.title:
            plain["title"] = self.title
        if self.reads:
            plain["reads"] = self.reads
        if self.none:
            plain["none"] = self.none
        if self.by_seat:
            plain["by_seat"] = True
        if self.columns:
            plain["columns"] = self.columns
        if self.numbered:
            plain["numbered"] = True
        if self.plate:
            plain["plate"] = True
        if self.lasts_at:
            plain["lasts"] = self.lasts_at
        elif self.lasts:
            plain["lasts"] = self.lasts
        if self.owner:
            plain["owner"] = self.owner
        if self.turn:
            plain["turn"] = True
        return plain


def shown(title: str = "", *, reads: str = "", none: str = "", plate: bool = False) -> Mark:
    """Anything, under a title that people understand; with `reads`, an object as one line."""
    mark = Mark(PLAIN, title)
    mark.reads = reads
    mark.none = none
    mark.plate = plate
    return mark


def hidden() -> Mark:
    """For programs only: a page leaves it out."""
    return Mark(HIDDEN, "")


def deadline(title: str = "", *, lasts: int | str = 0, owner: str = "") -> Mark:
    """A table time at which something ends; null while nothing runs. It is shown as a sand glass.

    `lasts` is how long its sand runs in all, in milliseconds, or the place in the view that says
    so. `owner` is the field beside it that holds the seat whose glass it is.
    """
    mark = Mark(DEADLINE, title)
    if isinstance(lasts, str):
        mark.lasts_at = lasts
    else:
        mark.lasts = lasts
    mark.owner = owner
    return mark


def duration(title: str = "", *, plate: bool = False) -> Mark:
    """Milliseconds, shown as minutes and seconds."""
    mark = Mark(DURATION, title)
    mark.plate = plate
    return mark


def seat(title: str = "", *, turn: bool = False) -> Mark:
    """The number of a seat, shown as whoever sits there. With `turn`, it is that seat's turn."""
    mark = Mark(SEAT, title)
    mark.turn = turn
    return mark


def by_seat(title: str = "", *, plate: bool = False) -> Mark:
    """A list with one entry for each seat."""
    mark = Mark(PLAIN, title)
    mark.by_seat = True
    mark.plate = plate
    return mark


def rows(columns: int, title: str = "") -> Mark:
    """A list that lies on the table in rows of this many."""
    mark = Mark(PLAIN, title)
    mark.columns = columns
    return mark


def numbered(title: str = "") -> Mark:
    """A list whose entries acts name by their number; people count them from one."""
    mark = Mark(PLAIN, title)
    mark.numbered = True
    return mark


class Deed:
    """How an act reads on a button: what is done, and to what."""

    def __init__(
        self,
        title: str,
        each: str = "",
        *,
        seats: tuple[str, ...] = (),
        places: tuple[str, ...] = (),
        named: tuple[str, ...] = (),
        none: dict[str, str] | None = None,
    ) -> None:
        self.title = title
        self.each = each
        """What comes after the title, with the act's fields in braces: "to the {era}"."""
        self.seats = seats
        """The fields that hold a seat."""
        self.places = places
        """The fields that count from 0, where people count from 1."""
        self.named = named
        """The fields that hold the number of a thing with a name: `glass` 3 reads as the word
        `glass-3`."""
        self.none: dict[str, str] = none if none is not None else {}
        """How fields read when they are null; "nothing" for those that are not named here."""

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"title": self.title}
        if self.each:
            plain["each"] = self.each
        if self.seats:
            plain["seats"] = list(self.seats)
        if self.places:
            plain["places"] = list(self.places)
        if self.named:
            plain["named"] = list(self.named)
        if self.none:
            plain["none"] = dict(self.none)
        return plain


class Legend:
    """All of it: the places of the view, the acts, and words that are shown as other words."""

    def __init__(
        self,
        view: dict[str, Mark] | None = None,
        acts: dict[str, Deed] | None = None,
        words: dict[str, str] | None = None,
    ) -> None:
        self.view: dict[str, Mark] = view if view is not None else {}
        self.acts: dict[str, Deed] = acts if acts is not None else {}
        self.words: dict[str, str] = words if words is not None else {}
        """Words in views and acts, and how they read; {0} is the name of whoever sits there."""

    def to_json(self) -> dict[str, Any]:
        return {
            "view": {place: mark.to_json() for place, mark in self.view.items()},
            "acts": {name: deed.to_json() for name, deed in self.acts.items()},
            "words": dict(self.words),
        }


def fields_in(template: str) -> list[str]:
    """The names in braces: "{colour} on {on}" has colour and on."""
    found: list[str] = []
    rest = template
    while "{" in rest:
        name, closed, rest = rest.partition("{")[2].partition("}")
        if closed:
            found.append(name)
    return found


def at(data: Any, place: str) -> list[tuple[list[str], Any]]:
    """Everything that stands at a place of a view, each with the path that leads there."""
    here: list[tuple[list[str], Any]] = [([], data)]
    for step in place.split("."):
        there: list[tuple[list[str], Any]] = []
        for way, value in here:
            if isinstance(value, dict):
                names = [str(name) for name in value] if step == "*" else [step]
                there += [([*way, name], value[name]) for name in names if name in value]
            elif isinstance(value, list) and step == "*":
                there += [([*way, str(nth)], value[nth]) for nth in range(len(value))]
        here = there
    return here
