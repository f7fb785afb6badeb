"""What the places of the view mean, for the plain board. See Sandtable's docs/boards.md."""

from typing import Final

from sandtable.engine.legend import Deed, Legend, by_seat, deadline, hidden, seat, shown

LEGEND: Final = Legend(
    {
        "turn": seat("Turn", turn=True),
        "turn_ends_at": deadline("This turn", lasts="turn_ms", owner="turn"),
        "turn_ms": hidden(),
        "target": shown("Target"),
        "bag": shown("Pebbles in the bag"),
        "aside": shown("Laid aside"),
        "hands": by_seat("Pebbles"),
        "hands.*.*": shown(none="unseen"),
        "playing": shown("Still in"),
        "playing.*": seat(),
    },
    {
        "draw": Deed("Draw a pebble"),
        "drop": Deed("Lay aside", "a {pebble}"),
        "stop": Deed("Stop"),
    },
)
