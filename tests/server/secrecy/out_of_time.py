"""Out of Time: all lies open but the order of the cards in the deck (OT-S3)."""

import tomllib
from pathlib import Path as File
from typing import Any, ClassVar

from tests.server.secrecy.base import Checker, Truth, Viewer, check, names, values

PARTS = File(__file__).parents[3] / "src/sandtable/games/out_of_time/parts.toml"
CARDS: list[dict[str, int]] = [
    {colour: card["spaces"].count(colour) for colour in card["spaces"]}
    for card in tomllib.loads(PARTS.read_text(encoding="utf-8"))["card"]
]
COLOURS = {colour for card in CARDS for colour in card}

PLAYER = names("card room cubes scored must_stand_up owed choose_by")
GLASS = names(
    """seat nth space state runs_out_at left knocked_by owner_stands_up_at noticed safe_until
    protected_until"""
)


class OutOfTimeChecker(Checker):
    VIEW = names(
        """colours layout next_to corners tiles standing joker timer_ms cards_to_win phase first
        turn place_by glasses players supply deck"""
    )
    TOLD: ClassVar = {
        "placed": ("seat", "glass", "to", "took", "runs_out_at", "by_table"),
        "held_back": ("seat", "glass"),
        "begun": (),
        "moved": ("seat", "glass", "came_from", "to", "took", "runs_out_at"),
        "ran_through": ("seat", "glass", "space"),
        "scored": ("seat", "card", "scored", "next_card"),
        "won": ("seat",),
        "knocked_over": ("seat", "reached_with", "glass", "owner", "space", "left"),
        "stood_up": ("seat", "glass", "owner", "space", "runs_out_at"),
        "must_give_back": ("seat", "choose_by"),
        "gave_back": ("seat", "colour", "why", "owed"),
        "owes": ("seat", "owed"),
        "fined": ("seat", "rule", "message"),
        "refused": ("seat", "rule", "message"),
    }

    def open_cards(self, truth: Truth, seat: int) -> list[dict[str, int]]:
        """The cards of a player that lie, or have lain, on the table."""
        player = truth.table["players"][seat]
        return [CARDS[player["card"]], *[CARDS[card] for card in player["scored"]]]

    def to_stand_up(self, truth: Truth, seat: int) -> int:
        """How many glasses of others this player has knocked over that lie there (OT-K2)."""
        glasses = enumerate(truth.table["glasses"])
        return sum(n // 2 != seat and glass.get("knocked_by") == seat for n, glass in glasses)

    def view(self, viewer: Viewer, truth: Truth, view: dict[str, Any]) -> None:
        deck: list[int] = truth.table["deck"]
        check(view["deck"] == len(deck) and type(view["deck"]) is int, "the deck")
        for seat, player in enumerate(view["players"]):
            check(set(player) == PLAYER, f"of a player: {set(player) ^ PLAYER}")
            cards = self.open_cards(truth, seat)
            check(player["card"] == cards[0], "a card that does not lie open")
            check(player["scored"] == cards[1:], "a card that was not scored")
            check(set(player["room"]) <= set(cards[0]), "the room on another card")
            check(player["must_stand_up"] == self.to_stand_up(truth, seat), "as a duty")
        for glass, real in zip(view["glasses"], truth.table["glasses"], strict=True):
            check(set(glass) == GLASS, f"of a glass: {set(glass) ^ GLASS}")
            check(glass["protected_until"] == real.get("protected_until"), "as a protection")
            self.scan(viewer, truth, glass)
        check(set(view["supply"]) == COLOURS, "the supply")
        check(all(type(count) is int for count in view["supply"].values()), "the supply")
        check(set(view["tiles"]) <= COLOURS | {"grey", "blank", "blocked"}, "the tiles")

    def told(self, viewer: Viewer, truth: Truth, told: dict[str, Any], words: str) -> None:
        if told["event"] == "scored":
            cards = self.open_cards(truth, told["seat"])
            for field in ("card", "next_card"):
                check(told[field] is None or told[field] in cards, f"a card as {field}")
            told = {**told, "card": None, "next_card": None}
        super().told(viewer, truth, told, words)

    def scan(self, viewer: Viewer, truth: Truth, part: Any) -> None:
        """No card and no row of cards, by whatever name or number."""
        deck: list[int] = truth.table["deck"]
        for path, value in values(part):
            if isinstance(value, dict):
                check(not set(value) & COLOURS, f"a card at {path}")
            elif isinstance(value, list):
                numbers = [item for item in value if type(item) is int]
                row = len(numbers) > 1 and numbers in (deck, deck[::-1], deck[-len(numbers) :])
                check(not row, f"the deck at {path}")
                colours = [item for item in value if isinstance(item, str) and item in COLOURS]
                check(len(colours) < 2, f"a card at {path}")
            elif isinstance(value, str):
                named = [colour for colour in COLOURS if colour in value.split()]
                check(len(named) < 3, f"a card in words: {value}")
