"""What happened, one sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any


def words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    """One sentence for an event as somebody was told it."""
    if told["event"] == "shown":
        winners = " and ".join(names[seat] for seat in told["winners"])
        return f"All show their pebbles: {winners or 'nobody'} won."
    who = names[told["seat"]]
    if told["event"] == "drew":
        return f"{who} draws a {told['pebble']}." if "pebble" in told else f"{who} draws."
    if told["event"] == "dropped":
        return f"{who} lays a {told['pebble']} aside."
    return f"{who} is out of time." if told["timed_out"] else f"{who} stops."
