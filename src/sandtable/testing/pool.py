"""Acts that were legal somewhere, at some time, and what can be made of them that is not."""

from typing import Any, ClassVar

from sandtable.engine.acts import Act, fits, may_be_null
from sandtable.engine.errors import Refused
from sandtable.engine.game import Game
from sandtable.engine.plain import canonical
from sandtable.engine.rng import Rng

AS_THEY_ARE = 40
CHANGED = 40
MOST_VALUES = 60
ODD_NUMBERS = (-1, 0, 1, 7, 10**6, 10**30)
WRONG_KIND: tuple[Any, ...] = (None, "no such word", 3, 1.5, True, [], {}, [0], {"no": "sense"})
NO_ACTS: tuple[Any, ...] = (
    None,
    7,
    "an act",
    [],
    [{"act": "x"}],
    {},
    {"act": None},
    {"act": 7},
    {"act": ["x"]},
    {"act": {}},
    {"act": "no such act"},
    {7: "x"},
)


class Stranger(Act):
    """An act of another game."""

    NAME: ClassVar[str] = "stranger"


class Pool:
    """All acts seen at a table, and for every field the values seen there."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.forms: dict[str, dict[str, Any]] = {}
        self.values: dict[tuple[str, str], list[Any]] = {}

    def add(self, acts: list[Act]) -> None:
        for act in acts:
            form = act.to_json()
            text = canonical(form)
            if text in self.forms:
                continue
            self.forms[text] = form
            for field in act.FIELDS:
                seen = self.values.setdefault((act.NAME, field), [])
                if form[field] not in seen and len(seen) < MOST_VALUES:
                    seen.append(form[field])

    def acts(self, most: int) -> list[Act]:
        return [self.game.act_from_json(form) for form in list(self.forms.values())[:most]]

    def unlisted(self, listed: frozenset[str], chance: Rng) -> list[dict[str, Any]]:
        """Forms of acts that are not in the list: seen elsewhere, or changed in a field or two."""
        everything = list(self.forms.values())
        if not everything:
            return []
        found: dict[str, dict[str, Any]] = {}
        picked = [chance.pick(everything) for _ in range(AS_THEY_ARE)]
        picked += [self.changed(chance.pick(everything), chance) for _ in range(CHANGED)]
        for form in picked:
            try:
                text = canonical(self.game.act_from_json(form).to_json())
            except Refused:
                text = canonical(form)
            if text not in listed:
                found[text] = form
        return list(found.values())

    def changed(self, form: dict[str, Any], chance: Rng) -> dict[str, Any]:
        """The act with one field changed, or two, to values of the right kind."""
        fields = [field for field in form if field != "act"]
        changed = dict(form)
        for _ in range(chance.between(1, 2) if fields else 0):
            field = chance.pick(fields)
            others: list[Any] = list(self.values.get((form["act"], field), []))
            value = changed[field]
            if type(value) is int:
                others += [value - 1, value + 1, chance.pick(list(ODD_NUMBERS))]
            elif type(value) is str:
                others += ["", value.upper()]
            elif type(value) is bool:
                others += [not value]
            if others:
                changed[field] = chance.pick(others)
        return changed

    def malformed(self, chance: Rng) -> list[Any]:
        """Forms that are not acts of the game at all."""
        found: list[Any] = list(NO_ACTS)
        for kind in self.game.ACTS:
            forms = [form for form in self.forms.values() if form["act"] == kind.NAME]
            if not forms:
                continue
            form = chance.pick(forms)
            found.append({**form, "no such field": 1})
            for field in kind.FIELDS:
                wanted = kind.FIELDS[field]
                if not may_be_null(wanted):
                    found.append({name: value for name, value in form.items() if name != field})
                found += [{**form, field: odd} for odd in WRONG_KIND if not fits(odd, wanted)]
        return found
