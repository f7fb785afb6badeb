"""Time 'n' Space: first orders are picked in secret (TS-S3), covered tiles are hidden (TS-A5)."""

from typing import Any, ClassVar

from tests.server.secrecy.base import Checker, Truth, Viewer, check, names, values

COLOURS = ("grey", "yellow", "blue", "brown")
KINDS = {*(f"{colour} plant" for colour in COLOURS), "station", "centre"}
LETTERS = tuple("ABCDEFGH")
VALUES = 3
MOON = {"place", "tiles", "top", "bottom"}
PLANET = names("place bonus line owes")
LINE = names("stage due waiting together filling")
OWES = names("visitor until counters orders")
HAND = names("on steps waits until orders")
MAT = names(
    """buildings research above won bonuses timers ship hand may_offer score sheet chosen
    chosen_all"""
)


class SpaceChecker(Checker):
    VIEW = names(
        "mode phase due timer_ms length_ms places next_to supply moons planets mats offers"
    )
    TOLD: ClassVar = {
        "chose": ("seat", "count"),
        "revealed": ("orders", "picked", "ends_at"),
        "turned_over": ("seat", "on", "runs_out_at", "to", "stays"),
        "ran_out": ("seat", "on"),
        "lifted": ("seat", "on", "place"),
        "filled": ("seat", "on", "colour"),
        "beamed": ("seat", "plant", "station", "colour"),
        "put_out": ("seat", "colour", "value", "on"),
        "upgraded": ("seat", "on", "kind"),
        "took_tile": ("seat", "moon", "tile", "top"),
        "buried": ("seat", "moon", "tile", "top"),
        "built": ("seat", "on", "tile"),
        "delivered": ("seat", "host", "colour", "station"),
        "owner_asked": ("host", "visitor", "until"),
        "gave": ("host", "visitor", "colour", "value", "on", "how"),
        "took_bonus": ("seat", "host", "value"),
        "in_line": ("seat", "host", "why"),
        "too_close": ("host", "visitors", "until"),
        "fills": ("host", "visitor", "how"),
        "finished": ("seat", "on", "steps", "why"),
        "offered": ("seat", "to", "bring", "put_out"),
        "offer_closed": ("seat", "to", "why"),
        "time_up": ("until",),
        "scored": ("scores", "winners"),
    }

    def follow(self, truth: Truth) -> None:
        """All see a tile that goes to the bottom, and remember it."""
        moons = truth.table["moons"]
        if truth.seq == 0:
            self.buried: list[list[list[str]]] = []
            self.above = [mat["above"] for mat in truth.table["mats"]]
            self.names = [f"moon-{moon}" for moon in range(len(moons))]
        known = [list(row) for row in self.buried[-1]] if self.buried else [[] for _ in moons]
        for event in truth.events:
            if event["event"] == "buried":
                known[self.moon(event["moon"])].insert(0, event["tile"])
        for row, moon in zip(known, moons, strict=True):
            del row[len(moon["tiles"]) :]
        self.buried.append(known)

    def moon(self, place: str) -> int:
        return int(place.rpartition("-")[2])

    def choosing(self, truth: Truth) -> bool:
        return bool(truth.table["phase"] == "choosing")

    def view(self, viewer: Viewer, truth: Truth, view: dict[str, Any]) -> None:
        for nth, moon in enumerate(truth.table["moons"]):
            shown, tiles = view["moons"][nth], moon["tiles"]
            check(set(shown) == MOON, f"of a moon: {set(shown) ^ MOON}")
            check(shown["tiles"] == len(tiles) and type(shown["tiles"]) is int, "a stack")
            check(shown["top"] == (tiles[-1] if tiles else None), "a covered tile as the top")
            bottom = self.buried[truth.seq][nth]
            check(shown["bottom"] == bottom[: len(shown["bottom"])], "a covered tile")
        for planet in view["planets"]:
            self.planet(truth, planet)
        for seat, mat in enumerate(view["mats"]):
            allowed = MAT | {"choices"} if seat == viewer else MAT
            check(set(mat) == allowed, f"of a mat: {set(mat) ^ allowed}")
            check(type(mat["chosen"]) is int, "what was chosen")
            if mat["hand"] is not None:
                check(set(mat["hand"]) == HAND, f"of an action: {set(mat['hand']) ^ HAND}")
                at = truth.table["mats"][seat]["ship_at"]
                self.orders_are_open(truth, at, mat["hand"]["orders"])
            if self.choosing(truth):
                self.still_choosing(seat, mat)
        rest = {name: view[name] for name in view if name not in ("moons", "places", "next_to")}
        self.scan(viewer, truth, rest)

    def planet(self, truth: Truth, planet: dict[str, Any]) -> None:
        """Who waits and what is owed, all of it open; and of orders only those on the mat."""
        check(set(planet) == PLANET, f"of a planet: {set(planet) ^ PLANET}")
        if planet["line"] is not None:
            check(set(planet["line"]) == LINE, f"of a line: {set(planet['line']) ^ LINE}")
        for owed in planet["owes"]:
            check(set(owed) == OWES, f"of what is owed: {set(owed) ^ OWES}")
            self.orders_are_open(truth, planet["place"], owed["orders"])

    def orders_are_open(self, truth: Truth, place: str, orders: list[dict[str, Any]]) -> None:
        """Orders that a visitor may get lie on the mat of the planet's owner, for all to see."""
        kind, _, seat = place.partition("-")
        check(kind == "planet" or not orders, "orders at no planet")
        for order in orders:
            check(set(order) == {"colour", "value", "on"}, f"of an order: {order}")
            building = truth.table["mats"][int(seat)]["buildings"][LETTERS.index(order["on"])]
            lies = {"order": order["colour"], "value": order["value"]}
            check(lies in building["spots"], f"an order that is not open: {order}")

    def still_choosing(self, seat: int, mat: dict[str, Any]) -> None:
        """Nothing of a choice lies on the mat, or is gone from above it."""
        spots = [spot for building in mat["buildings"] for spot in building["spots"]]
        check(not any(spots), "a chosen order on the mat")
        check(mat["above"] == self.above[seat], "a chosen order missing above the mat")

    def private(self, viewer: Viewer, told: dict[str, Any]) -> tuple[str, ...]:
        own = told["event"] == "chose" and told["seat"] == viewer
        return ("order",) if own else ()

    def told(self, viewer: Viewer, truth: Truth, told: dict[str, Any], words: str) -> None:
        super().told(viewer, truth, told, words)
        if told["event"] == "chose" and told["seat"] != viewer:
            spoken = words.replace(".", " ").replace(",", " ").split()
            check(not set(spoken) & {*COLOURS, *LETTERS}, f"a choice in words: {words}")

    def scan(self, viewer: Viewer, truth: Truth, part: Any) -> None:
        """No row of tiles; and while orders are picked, nobody else's pick."""
        picks = [] if not self.choosing(truth) else self.picks(viewer, truth)
        for path, value in values(part):
            if isinstance(value, list) and len(value) > 1:
                tiles = all(isinstance(item, str) and item in KINDS for item in value)
                check(not tiles, f"a stack at {path}")
            if picks and isinstance(value, (list, dict)) and value:
                flat = list(value.values()) if isinstance(value, dict) else value
                check(not self.names_pick(flat, picks, path), f"a secret choice at {path}")

    def picks(self, viewer: Viewer, truth: Truth) -> list[tuple[str, int, str, int]]:
        """What the others have chosen, and this viewer has not: colour, value, building."""
        own: list[int] = [] if viewer is None else truth.table["mats"][viewer]["chosen"]
        found: list[tuple[str, int, str, int]] = []
        for seat, mat in enumerate(truth.table["mats"]):
            for pick in mat["chosen"]:
                if seat != viewer and pick >= 0 and pick not in own:
                    order, building = divmod(pick, len(LETTERS))
                    colour = COLOURS[order // VALUES]
                    found.append((colour, order % VALUES + 1, LETTERS[building], pick))
        return found

    def names_pick(
        self, flat: list[Any], picks: list[tuple[str, int, str, int]], path: tuple[Any, ...]
    ) -> bool:
        return any(
            colour in flat and value in flat and letter in flat
            for colour, value, letter, _ in picks
        )

    def legal(self, viewer: Viewer, truth: Truth, act: dict[str, Any]) -> None:
        """One's own list names every choice there is, so it names the others' too."""
        if not self.choosing(truth):
            self.scan(viewer, truth, act)
