"""What the places of the view mean, in words."""

from typing import Final

from sandtable.engine.legend import (
    Deed,
    Legend,
    by_seat,
    deadline,
    duration,
    hidden,
    numbered,
    rows,
    seat,
    shown,
)

SIDE: Final = 3
"""The nine tiles of an era lie in a square."""

CARD: Final = "{name}: bring it to {city} in the {era} for {points}"

LEGEND: Final = Legend(
    {
        "phase": shown("Now"),
        "turn": seat("Turn"),
        "actions_left": shown("Actions left"),
        "turn_ends_at": deadline("This turn", owner="turn"),
        "turn_began_at": hidden(),
        "grids": shown("The world"),
        "grids.*": rows(SIDE),
        "grids.*.*": shown(reads="{city}"),
        "grids.*.*.sign": hidden(),
        "grids.*.*.sent": shown("has sent a cube"),
        "grids.*.*.flows_to": shown("disorder flows to the"),
        "grids.*.*.cubes": by_seat("Cubes"),
        "grids.*.*.pawns.*": seat(),
        "open": shown("Cards to search for"),
        "open.*": numbered(),
        "open.*.*": shown(reads=CARD),
        "open.*.*.found": hidden(),
        "open.*.*.story": hidden(),
        "decks": shown("Cards left in each deck"),
        "scores": by_seat("Points", plate=True),
        "minus": by_seat("Points lost"),
        "supply": by_seat("Cubes left", plate=True),
        "cloaks": by_seat("Cloak ready"),
        "banks": by_seat("Spare time", plate=True),
        "banks.*": duration(),
        "hands": by_seat("Hand"),
        "hands.*.*": shown(reads="{card}"),
        "hands.*.*.found": shown("from the"),
        "hands.*.*.known": shown("seen by all"),
        "hands.*.*.card": shown(reads=CARD, none="face down"),
        "hands.*.*.card.found": hidden(),
        "hands.*.*.card.story": hidden(),
        "delivered": by_seat("Brought home"),
        "delivered.*.*": shown(reads="{name} ({points})"),
        "delivered.*.*.found": hidden(),
        "delivered.*.*.city": hidden(),
        "delivered.*.*.era": hidden(),
        "delivered.*.*.story": hidden(),
        "first": seat("First player"),
        "ender": seat("Ended the game"),
        "turns": hidden(),
        "rounds_since_delivery": shown("Rounds without a delivery"),
        "undo": hidden(),
        "limits": hidden(),
    },
    {
        "place_pawn": Deed("Start in", "{city}"),
        "send": Deed("Let disorder flow from", "{city} in the {era}"),
        "grab": Deed("Grab the top card of the deck here"),
        "search": Deed("Search for card", "{slot} ({pay})", places=("slot",)),
        "deliver": Deed("Bring home", "{card} ({pay})"),
        "time_travel": Deed("Travel in time", "to the {era} ({cube})"),
        "travel": Deed("Travel", "to {city}"),
        "restore": Deed("Restore this city", "in the {era}"),
        "end_turn": Deed("End the turn"),
        "undo": Deed("Take back the last step"),
    },
    {
        "departure": "cube where you leave",
        "arrival": "cube where you arrive",
        "place": "choosing where to start",
        "send": "choosing where disorder flows",
        "act": "taking actions",
    },
)
