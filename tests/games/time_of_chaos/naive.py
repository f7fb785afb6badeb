"""What a seat may do, worked out once more from its view and the text of the rules.

Slow and plain on purpose: it shares no code with the rules, sees only what a player sees, and is
compared with the real list everywhere.
"""

from typing import Any

from sandtable.engine.events import Event

ERAS = ["past", "present", "future"]

Acts = list[dict[str, Any]]


def legal(view: dict[str, Any], seat: int, restore: str = "rulebook") -> Acts:
    if view["turn"] != seat:
        return []
    if view["phase"] == "place":
        present = view["grids"]["present"]
        return [{"act": "place_pawn", "city": t["city"]} for t in present if not t["pawns"]]
    taking_back: Acts = [{"act": "undo"}] if view["undo"] else []
    if view["phase"] == "send":
        return sends(view, seat) + taking_back
    return actions(view, seat, restore) + taking_back


def sends(view: dict[str, Any], seat: int) -> Acts:
    found: Acts = []
    for number, era in enumerate(ERAS):
        target = ERAS[(number + 1) % 3]
        for tile in view["grids"][era]:
            if not tile["chaos"] or not tile["cubes"][seat] or tile["sent"]:
                continue
            if not of_city(view, target, tile["city"])["chaos"]:
                found.append({"act": "send", "city": tile["city"], "era": era})
    return found


def of_city(view: dict[str, Any], era: str, city: str) -> dict[str, Any]:
    (tile,) = [t for t in view["grids"][era] if t["city"] == city]
    return dict(tile)


def actions(view: dict[str, Any], seat: int, restore: str) -> Acts:
    (era,) = [e for e in ERAS if any(seat in t["pawns"] for t in view["grids"][e])]
    grid = view["grids"][era]
    (place,) = [i for i, t in enumerate(grid) if seat in t["pawns"]]
    here = grid[place]
    city = here["city"]
    pays = ["cube"] * (view["supply"][seat] > 0) + ["cloak"] * view["cloaks"][seat]
    found: Acts = [{"act": "end_turn"}]
    for other, tile in enumerate(grid):
        rows, columns = abs(other // 3 - place // 3), abs(other % 3 - place % 3)
        if rows + columns == 1:
            found.append({"act": "travel", "city": tile["city"]})
    for other_era in ERAS:
        may = restore != "rulebook" if other_era == era else restore != "aid"
        if may and of_city(view, other_era, city)["chaos"]:
            found.append({"act": "restore", "era": other_era})
    if here["chaos"]:
        return found
    hand = [held["card"] for held in view["hands"][seat]]
    if len(hand) < 3:
        if view["decks"][era]:
            found.append({"act": "grab"})
        for slot, card in enumerate(view["open"][era]):
            if card is not None:
                found += [{"act": "search", "slot": slot, "pay": pay} for pay in pays]
    for card in hand:
        if (card["city"], card["era"]) == (city, era):
            found += [{"act": "deliver", "card": card["name"], "pay": pay} for pay in pays]
    for other_era in ERAS:
        if other_era != era and not of_city(view, other_era, city)["chaos"]:
            places = ["departure", "arrival"] * ("cube" in pays) + ["cloak"] * ("cloak" in pays)
            found += [{"act": "time_travel", "era": other_era, "cube": p} for p in places]
    return found


def stands(before: dict[str, Any], act: dict[str, Any], events: list[Event]) -> bool:
    """TC-O3: whether this act, at a table that all saw so, can no longer be taken back.

    Because it showed somebody a card that was hidden, or because it ended the turn.
    """
    told = [event.told(None) or {} for event in events]
    if act["act"] in ("grab", "place_pawn") or any(
        one["event"] in ("turn_began", "game_ended") for one in told
    ):
        return True
    if act["act"] == "search":
        return told[0]["refill"] is not None
    shown = [held["card"]["name"] for held in before["hands"][before["turn"]] if held["known"]]
    return act["act"] == "deliver" and act["card"] not in shown
