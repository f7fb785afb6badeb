"""A Time of Chaos: hands and decks are secret, but for cards that lay open (TC-E4)."""

import tomllib
from pathlib import Path as File
from typing import Any, ClassVar

from tests.server.secrecy.base import Checker, Truth, Viewer, check, names, values

PARTS = File(__file__).parents[3] / "src/sandtable/games/time_of_chaos/parts.toml"
STORIES: dict[str, str] = {
    card["name"]: card["story"] for card in tomllib.loads(PARTS.read_text(encoding="utf-8"))["card"]
}
IN_HAND = {"found", "known", "card"}


class ChaosChecker(Checker):
    VIEW = names(
        """grids columns decks open hands delivered scores minus supply cloaks
        phase turn turns actions_left
        first starts_in ender rounds_since_delivery undo turn_began_at turn_ends_at banks
        limits"""
    )
    TOLD: ClassVar = {
        "placed": ("seat", "city", "by_table"),
        "turn_began": ("seat", "turn", "last"),
        "sent": ("seat", "city", "era", "to"),
        "grabbed": ("seat", "era"),
        "searched": ("seat", "city", "era", "slot", "card", "refill", "pay"),
        "delivered": ("seat", "card", "city", "era", "points", "pay", "refreshed"),
        "last_turns": ("seat",),
        "time_travelled": ("seat", "city", "era", "to", "cube"),
        "travelled": ("seat", "city", "era", "to"),
        "restored": ("seat", "city", "era", "returned"),
        "undone": ("seat", "act", "city"),
        "time_up": ("seat",),
        "flipped": ("city", "era", "marked", "returned"),
        "penalised": ("seats",),
        "game_ended": ("how", "winners", "scores"),
    }

    def follow(self, truth: Truth) -> None:
        """A card that once lay open or was delivered is known to all."""
        if truth.seq == 0:
            self.lay_open: list[set[str]] = []
        seen = set(self.lay_open[-1]) if self.lay_open else set()
        seen |= {card for row in truth.table["open"].values() for card in row if card is not None}
        seen |= {card for row in truth.table["delivered"] for card in row}
        self.lay_open.append(seen)

    def hidden(self, viewer: Viewer, truth: Truth) -> set[str]:
        """The cards this viewer may not know the place of, by name."""
        table = truth.table
        found = {name for deck in table["decks"].values() for name in deck}
        for seat, hand in enumerate(table["hands"]):
            if seat != viewer:
                found |= {entry["card"] for entry in hand} - self.lay_open[truth.seq]
        return found

    def private(self, viewer: Viewer, told: dict[str, Any]) -> tuple[str, ...]:
        own = told["event"] == "grabbed" and told["seat"] == viewer
        return ("card",) if own else ()

    def view(self, viewer: Viewer, truth: Truth, view: dict[str, Any]) -> None:
        table = truth.table
        for era, deck in table["decks"].items():
            check(view["decks"][era] == len(deck) and type(view["decks"][era]) is int, "a deck")
        for seat, hand in enumerate(table["hands"]):
            check(len(view["hands"][seat]) == len(hand), "the size of a hand")
            for entry, shown in zip(hand, view["hands"][seat], strict=True):
                check(set(shown) == IN_HAND, f"of a card in a hand: {set(shown) ^ IN_HAND}")
                if shown["card"] is not None:
                    check(shown["card"]["name"] == entry["card"], "another card than is held")
                    open_to = seat == viewer or entry["card"] in self.lay_open[truth.seq]
                    check(open_to, "a card in another's hand")
        self.scan(viewer, truth, view)

    def scan(self, viewer: Viewer, truth: Truth, part: Any) -> None:
        hidden = self.hidden(viewer, truth)
        stories = {STORIES[name] for name in hidden}
        for path, value in values(part):
            if isinstance(value, str):
                named = value in hidden or value in stories
                check(not named, f"a hidden card at {path}")
                if " " in value and path[-1:] != ("story",):
                    told = next((name for name in hidden if name in value), None)
                    check(told is None, f"a hidden card in words: {value}")
