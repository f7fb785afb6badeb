"""What happened in Out of Time, one sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any


def words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "begun":
        return "All glasses are placed: from now on everybody moves at once."
    who = names[told["seat"]]
    if kind in ("placed", "moved"):
        return put_in_words(told, who)
    if kind == "held_back":
        return f"{who} finds no free space next to the first glass and keeps the second in hand."
    if kind == "ran_through":
        return f"{who}'s glass on space {told['space']} has run through."
    if kind == "scored":
        return f"{who} fills a card: {told['scored']} scored."
    if kind == "won":
        return f"{who} wins!"
    if kind == "refused":
        return f"The referee to {who}, by {told['rule']}: {told['message']}"
    if kind == "fined":
        return f"The referee fines {who}: {told['message']}"
    return penalty_in_words(told, who, names)


def put_in_words(told: Mapping[str, Any], who: str) -> str:
    if told["event"] == "moved":
        text = f"{who} moves a glass from space {told['came_from']} to {told['to']}"
    elif told["by_table"]:
        text = f"Time is up for {who}: the table places the glass on space {told['to']}"
    else:
        text = f"{who} places a glass on space {told['to']}"
    if told["took"] is None:
        return text + "."
    return text + f" and takes {a_cube(told['took'])}."


def a_cube(colour: str) -> str:
    return f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} cube"


def penalty_in_words(told: Mapping[str, Any], who: str, names: Sequence[str]) -> str:
    kind = told["event"]
    if kind in ("knocked_over", "stood_up"):
        whose = "their own" if told["owner"] == told["seat"] else f"{names[told['owner']]}'s"
        verb = "knocks over" if kind == "knocked_over" else "stands up"
        return f"{who} {verb} {whose} glass on space {told['space']}."
    if kind == "must_give_back":
        return f"{who} has to choose a cube to give back."
    if kind == "gave_back":
        return f"{who} gives back {a_cube(told['colour'])}."
    if kind == "owes":
        cubes = "cube goes" if told["owed"] == 1 else f"{told['owed']} cubes go"
        return f"{who} has no cube to give back: the next {cubes} straight back."
    return str(kind)
