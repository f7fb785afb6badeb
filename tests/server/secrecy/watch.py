"""The watch: who knows which card (WA-T6), and that nobody knows when it rings (WA-S3)."""

import itertools
import re
from typing import Any, ClassVar

from tests.server.secrecy.base import Checker, Path, Truth, Viewer, check, names, values

PAWNS = ("green", "blue", "orange")
FACES = [list(order) for order in itertools.permutations(PAWNS)]
OPEN = ("break", "over")
LONGEST_NUMBER = 1_000
"""No count of this game is as large; what is, is a time."""
SERVER_TIMES = ("server", "since", "ends", "arrived")


class WatchChecker(Checker):
    VIEW = names(
        """squares red yellow pawns order lands_on order_after tokens tokens_spent
        phase turn turn_ends_at
        break_ends_at first game bell_bars points winner winning_card hands aside"""
    )
    TOLD: ClassVar = {
        "moved": ("seat", "pawn", "spent", "to", "forced", "on_yellow"),
        "exchanged": ("seat", "give", "player", "take"),
        "kept": ("seat", "timed_out"),
        "rang": ("why", "turn", "order", "winner", "hands", "aside", "points", "again"),
        "dealt": ("game", "first"),
    }

    def follow(self, truth: Truth) -> None:
        """Somebody who has held a card knows it for the rest of the game."""
        if truth.seq == 0:
            self.known: list[dict[Viewer, list[list[str]]]] = []
            self.ever_open: list[list[list[str]]] = []
        before = self.known[-1] if self.known else {}
        now = {viewer: list(cards) for viewer, cards in before.items()}
        opened = list(self.ever_open[-1]) if self.ever_open else []
        for event in truth.events:
            if event["event"] == "rang":
                opened += FACES
            if event["event"] == "dealt":
                now = {}
            elif event["event"] == "exchanged":
                now[event["seat"]].append(event["received"])
                if event["player"] is not None:
                    now[event["player"]].append(event["given"])
        if not now:
            now = {None: []}
            for seat in range(truth.seats):
                now[seat] = [card for _, card in self.places(truth) if _[0] == seat]
        if self.newcomer is not None and truth.seq == self.joined:
            # They have the cards that lie before them, and not what was learnt by exchanging.
            now[self.newcomer] = [
                c for (owner, _), c in self.places(truth) if owner == self.newcomer
            ]
        self.known.append(now)
        self.ever_open.append(opened)

    def places(self, truth: Truth) -> list[tuple[tuple[Viewer, int], list[str]]]:
        """Each place with the card that lies there: hands by seat, then those set aside."""
        cards: list[int] = truth.table["cards"]
        hand = len(cards) // truth.seats if truth.options["cards"] == "several" else 1
        found: list[tuple[tuple[Viewer, int], list[str]]] = []
        for i, card in enumerate(cards):
            owner = i // hand if i < hand * truth.seats else None
            place = i % hand if owner is not None else i - hand * truth.seats
            found.append(((owner, place), self.face(card)))
        return found

    def face(self, card: int) -> list[str]:
        return FACES[card]

    def is_open(self, truth: Truth) -> bool:
        return truth.table["phase"] in OPEN

    def view(self, viewer: Viewer, truth: Truth, view: dict[str, Any]) -> None:
        table = truth.table
        if not self.is_open(truth):
            check(view["turn_ends_at"] == table["turn_ends_at"], "a time that is no turn's end")
            check(view["break_ends_at"] is None, "when the game stops")
            check(view["winner"] is None, "whose order lies, before the cards are open")
            check(view["winning_card"] is None, "which card names the order, before all are open")
        for (owner, place), card in self.places(truth):
            row = view["aside"] if owner is None else view["hands"][owner]
            shown = row[place]
            if shown is not None:
                check(shown == card, "a card where another lies")
                self.may_know(viewer, truth, shown)
        if view["order_after"] is not None:
            check(viewer == table["turn"], "the orders that another one could make")
        if view["lands_on"] is not None:
            check(viewer == table["turn"], "where another one could land")
        apart = ("hands", "aside", "order", "order_after", "turn_ends_at", "break_ends_at")
        rest = {name: value for name, value in view.items() if name not in apart}
        self.scan(viewer, truth, rest)

    def may_know(self, viewer: Viewer, truth: Truth, card: list[str]) -> None:
        if not self.is_open(truth):
            check(card in self.known[truth.seq][viewer], f"the card {card}")

    def private(self, viewer: Viewer, told: dict[str, Any]) -> tuple[str, ...]:
        if told["event"] != "exchanged" or viewer is None:
            return ()
        own = ("received",) if told["seat"] == viewer else ()
        return (*own, "given") if told["player"] == viewer else own

    def told(self, viewer: Viewer, truth: Truth, told: dict[str, Any], words: str) -> None:
        if told["event"] == "rang":
            # All cards were turned over; this very event says so.
            check(told["at"] <= truth.now, "a ring to come")
            return
        super().told(viewer, truth, told, words)

    def scan(self, viewer: Viewer, truth: Truth, part: Any) -> None:
        if self.is_open(truth):
            return
        for path, value in values(part):
            self.scan_value(viewer, truth, path, value)

    def scan_value(self, viewer: Viewer, truth: Truth, path: Path, value: Any) -> None:
        if isinstance(value, list) and value in FACES:
            earlier = self.ever_open[truth.seq]
            check(value in self.known[truth.seq][viewer] or value in earlier, f"a card at {path}")
        elif isinstance(value, str):
            named = re.findall("|".join(PAWNS), value)
            check(len(set(named)) < 3, f"a card in words: {value}")
            check(not re.search(r"\d{4,}", value), f"a time in words: {value}")
        elif (
            isinstance(value, (int, float)) and not isinstance(value, bool) and path[-1:] != ("at",)
        ):
            check(value < LONGEST_NUMBER, f"a time at {path}")

    def of_the_room(self, viewer: Viewer, truth: Truth, frame: dict[str, Any], text: str) -> None:
        rings = truth.table["rings_at"]
        left = rings - truth.now
        for path, value in values(frame):
            if path[:1] == ("clock",) or path[-1:] in [(name,) for name in SERVER_TIMES]:
                continue
            if isinstance(value, int) and value >= LONGEST_NUMBER:
                check(value not in (rings, left), f"when the timer rings, at {path}")
            if isinstance(value, list):
                check(value not in FACES, f"a card at {path}")
            if isinstance(value, str) and frame["type"] != "chat" and not self.is_open(truth):
                named = re.findall("|".join(PAWNS), value)
                check(len(set(named)) < 3, f"a card in words: {value}")
                check(str(rings) not in value, f"when the timer rings, in words: {value}")
