"""A game in words, by its legend: what lies on the table, and what can be done.

A game that is installed needs nothing more to be played here, just as on the site's plain board.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine.legend import DEADLINE, DURATION, HIDDEN, SEAT, Legend, Mark, fields_in
from sandtable.engine.units import Ms, Seat

PLAIN = Mark("plain", "")
NOTHING = "nothing"
LONG = 72
"""Letters that fit beside a title."""


class ViewReader:
    """Reads views and acts of one table to one player."""

    def __init__(self, legend: Legend, names: Sequence[str], you: Seat) -> None:
        self.legend = legend
        self.names = names
        self.you = you
        self._places = {tuple(place.split(".")): mark for place, mark in legend.view.items()}
        self._found: dict[tuple[str, ...], Mark] = {}

    def name(self, seat: Any) -> str:
        if seat == self.you:
            return "you"
        return self.names[seat] if type(seat) is int and 0 <= seat < len(self.names) else str(seat)

    def word(self, text: str) -> str:
        known = self.legend.words.get(text)
        if known is None:
            return text.replace("_", " ")
        known = known.replace(f"{{{self.you}}}'s", "your").replace(f"{{{self.you}}}\u2019s", "your")
        for seat in range(len(self.names)):
            known = known.replace(f"{{{seat}}}", self.name(seat))
        return known

    def mark(self, place: tuple[str, ...]) -> Mark:
        """What stands at a place; the pattern with the fewest stars says it."""
        if place not in self._found:
            best, fewest = PLAIN, len(place) + 1
            for pattern, mark in self._places.items():
                stars = pattern.count("*")
                if len(pattern) == len(place) and stars < fewest and fits(pattern, place):
                    best, fewest = mark, stars
            self._found[place] = best
        return self._found[place]

    def lines(self, view: Mapping[str, Any], now: Ms) -> list[str]:
        """The table, in the order of the legend; what is too long for a line has lines below."""
        order = list(dict.fromkeys(place[0] for place in self._places))
        names = sorted(view, key=lambda name: order.index(name) if name in order else len(order))
        found: list[str] = []
        for name in names:
            if self.is_shown(view[name], (name,)):
                title = self.mark((name,)).title or self.word(name).capitalize()
                found += self.branch(title, view[name], (name,), now, 1)
        return found

    def is_shown(self, value: Any, place: tuple[str, ...]) -> bool:
        return self.mark(place).kind != HIDDEN and value not in (None, [], {})

    def branch(
        self, title: str, value: Any, place: tuple[str, ...], now: Ms, depth: int
    ) -> list[str]:
        """A title with what belongs to it beside it, or below it if that is long."""
        indent = "  " * depth
        said = self.value(value, place, now)
        if len(said) <= LONG and "\n" not in said:
            return [f"{indent}{title}: {said}"]
        mark = self.mark(place)
        lines = [f"{indent}{title}:"]
        if isinstance(value, list) and not mark.columns:
            first = 1 if mark.numbered else 0  # as the acts count them
            for nth, inner in enumerate(value):
                own = self.name(nth) if mark.by_seat else str(first + nth)
                lines += self.branch(own, inner, (*place, str(nth)), now, depth + 1)
        elif isinstance(value, dict) and not mark.reads:
            for name, inner in value.items():
                if self.is_shown(inner, (*place, name)):
                    own = self.mark((*place, name)).title.lower() or self.word(name)
                    lines += self.branch(own, inner, (*place, name), now, depth + 1)
        else:
            lines += [f"{indent}  {row}" for row in said.splitlines()]
        return lines

    def value(self, value: Any, place: tuple[str, ...], now: Ms) -> str:
        mark = self.mark(place)
        if value is None:
            return mark.none or NOTHING
        if mark.kind == SEAT:
            return self.name(value)
        if mark.kind == DEADLINE:
            return f"{max(0, value - now) / 1_000:.0f} s left"
        if mark.kind == DURATION:
            return f"{value // 60_000}:{value // 1_000 % 60:02d}"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, list):
            return self.listed(value, place, mark, now)
        if isinstance(value, dict):
            return self.object(value, place, mark, now)
        return str(value)

    def listed(self, values: list[Any], place: tuple[str, ...], mark: Mark, now: Ms) -> str:
        words = [self.value(value, (*place, str(nth)), now) for nth, value in enumerate(values)]
        if mark.by_seat:
            return "; ".join(f"{self.name(seat)}: {said}" for seat, said in enumerate(words))
        if mark.columns:
            rows = range(0, len(words), mark.columns)
            return "\n".join(", ".join(words[row : row + mark.columns]) for row in rows)
        if mark.numbered:
            words = [f"{nth}: {said}" for nth, said in enumerate(words, 1)]
        return ", ".join(words) or NOTHING

    def object(self, value: Mapping[str, Any], place: tuple[str, ...], mark: Mark, now: Ms) -> str:
        for form in mark.reads.split("|") if mark.reads else ():
            fields = fields_in(form)
            if all(value.get(field) is not None for field in fields):
                for field in fields:
                    said = self.value(value[field], (*place, field), now)
                    form = form.replace(f"{{{field}}}", said)
                return form
        parts: list[str] = []
        for name, inner in value.items():
            own = self.mark((*place, name))
            if own.kind != HIDDEN and inner not in (None, [], {}):
                title = own.title.lower() or self.word(name)
                parts.append(f"{title} {self.value(inner, (*place, name), now)}")
        return ", ".join(parts) or NOTHING

    def act(self, act: Mapping[str, Any]) -> str:
        """An act as its button reads on the site: "Move green, spending 2"."""
        deed = self.legend.acts.get(act["act"])
        if deed is None:
            named = [f"{self.word(name)} {act[name]}" for name in act if name != "act"]
            return f"{self.word(act['act']).capitalize()} {', '.join(named)}".rstrip()
        each = deed.each
        for field in fields_in(each):
            value = act.get(field)
            if value is None:
                said = deed.none.get(field, NOTHING)
            elif field in deed.seats:
                said = self.name(value)
            elif field in deed.named:
                said = self.word(f"{field}-{value}")
            elif type(value) is int:
                said = str(value + 1 if field in deed.places else value)
            elif isinstance(value, list):
                said = ", ".join(str(one) for one in value)
            else:
                said = self.word(str(value))
            each = each.replace(f"{{{field}}}", said)
        return f"{deed.title} {each}".rstrip()

    def runs(self, acts: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[int]]]:
        """Acts that differ only in a number, as one line each, with the places of those acts.

        "Move green, spending 1 to 9, 11": nobody reads a hundred lines while sand runs.
        """
        found: dict[tuple[Any, ...], list[int]] = {}
        for nth, act in enumerate(acts):
            field = self.counted(act)
            rest = tuple((name, str(act[name])) for name in act if name != field)
            found.setdefault((field, rest), []).append(nth)
        lines = []
        for (field, _), places in found.items():
            first = acts[places[0]]
            if field is None or len(places) == 1:
                lines += [(self.act(acts[nth]), [nth]) for nth in places]
                continue
            deed = self.legend.acts.get(first["act"])
            more = 1 if deed is not None and field in deed.places else 0
            numbers = spans(sorted(acts[nth][field] + more for nth in places))
            lines.append((self.act({**first, field: numbers}), places))
        return lines

    def counted(self, act: Mapping[str, Any]) -> str | None:
        """The last field of an act that is a plain number."""
        deed = self.legend.acts.get(act["act"])
        things = (*deed.seats, *deed.named) if deed is not None else ()
        for name in reversed(list(act)):
            if type(act[name]) is int and name not in things:
                return name
        return None


def spans(numbers: Sequence[int]) -> str:
    """1, 2, 3, 5 as "1 to 3, 5"."""
    said: list[str] = []
    begin = 0
    for nth in range(1, len(numbers) + 1):
        if nth < len(numbers) and numbers[nth] == numbers[nth - 1] + 1:
            continue
        first, last = numbers[begin], numbers[nth - 1]
        said.append(str(first) if first == last else f"{first} to {last}")
        begin = nth
    return ", ".join(said)


def words_of(text: str) -> list[str]:
    """The words of a line, without commas and capitals."""
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()


def fits(pattern: tuple[str, ...], place: tuple[str, ...]) -> bool:
    return all(part in ("*", step) for part, step in zip(pattern, place, strict=True))
