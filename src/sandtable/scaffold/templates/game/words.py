"""What happened, one sentence for each event; and what a newcomer reads first."""

from collections.abc import Mapping
from typing import Any

from sandtable.engine.speech import Speech, how_long, sentence


def lessons(options: Mapping[str, Any]) -> list[str]:
    """What I want, what I do, how long I have."""
    return [
        f"To win: come as close to {options['target']} as you can without going over it.",
        "Your move: draw a pebble, lay one aside, or stop for good.",
        f"Time: {how_long(options['turn_seconds'])} a turn. If they run out, you stop.",
    ]


def words(told: Mapping[str, Any], speech: Speech) -> str:
    """One sentence for an event as somebody was told it."""
    if told["event"] == "shown":
        winners = sentence(speech.all(told["winners"])) or "Nobody"
        return f"Everybody shows their pebbles. {winners} won."
    seat = told["seat"]
    if told["event"] == "drew":
        pebble = f" a {told['pebble']}" if "pebble" in told else ""
        return sentence(f"{speech.does(seat, 'draws')}{pebble}.")
    if told["event"] == "dropped":
        return sentence(f"{speech.does(seat, 'lays')} a {told['pebble']} aside.")
    if told["timed_out"]:
        return sentence(f"{speech.does(seat, 'is')} out of time and {speech.verb(seat, 'stops')}.")
    return sentence(f"{speech.does(seat, 'stops')}.")
