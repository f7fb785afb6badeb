"""What happened in Out of Time, one sentence for each event; and what a newcomer reads first."""

from collections.abc import Mapping
from typing import Any

from sandtable.engine.speech import Speech, how_long, sentence
from sandtable.engine.units import Seat


def lessons(options: Mapping[str, Any]) -> list[str]:
    return [
        "To win: be the first to fill three cards. A space gives you a cube of its colour.",
        "Your move: once a glass has run out, move it to a space next to your other one.",
        f"Time: {how_long(options['timer_seconds'])} of sand in each glass. No turns: be quick!",
    ]


def words(told: Mapping[str, Any], speech: Speech) -> str:
    """One sentence for an event as somebody was told it."""
    if told["event"] == "begun":
        return "All glasses are placed: from now on everybody moves at the same time."
    return sentence(about_somebody(told, told["seat"], speech))


def about_somebody(told: Mapping[str, Any], seat: Seat, speech: Speech) -> str:
    kind = told["event"]
    if kind in ("placed", "moved"):
        return put_in_words(told, seat, speech)
    if kind == "held_back":
        finds, keeps = speech.does(seat, "finds"), speech.verb(seat, "keeps")
        own = "your" if speech.is_you(seat) else "their"
        return f"{finds} no free space next to {own} first glass and {keeps} the second in hand."
    if kind == "ran_through":
        return f"{speech.whose(seat)} glass on space {told['space']} has run out."
    if kind == "scored":
        return f"{speech.does(seat, 'fills')} a card; that makes {told['scored']}."
    if kind == "won":
        has, wins = speech.does(seat, "has"), speech.verb(seat, "wins")
        return f"{has} filled all the cards it takes, and {wins}!"
    if kind == "refused":
        return f'The referee tells {speech.who(seat)}: "{told["message"]}" ({told["rule"]})'
    if kind == "fined":
        return f'The referee fines {speech.who(seat)} a cube: "{told["message"]}"'
    return penalty_in_words(told, seat, speech)


def put_in_words(told: Mapping[str, Any], seat: Seat, speech: Speech) -> str:
    by_table = told["event"] == "placed" and told["by_table"]
    if told["event"] == "moved":
        moves = speech.does(seat, "moves")
        text = f"{moves} a glass from space {told['came_from']} to {told['to']}"
    elif by_table:
        whom = speech.who(seat)
        text = f"Time is up for {whom}: a glass is placed on space {told['to']}"
    else:
        text = f"{speech.does(seat, 'places')} a glass on space {told['to']}"
    if told["took"] is None:
        return text + "."
    cube = a_cube(told["took"])
    if by_table:
        return text + f" and {cube} is taken."
    return text + f" and {speech.verb(seat, 'takes')} {cube}."


def a_cube(colour: str) -> str:
    return f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} cube"


def penalty_in_words(told: Mapping[str, Any], seat: Seat, speech: Speech) -> str:
    kind = told["event"]
    if kind in ("knocked_over", "stood_up"):
        verb, way = ("knocks", "over") if kind == "knocked_over" else ("stands", "up")
        glass = f"{whose(told, seat, speech)} glass on space {told['space']}"
        return f"{speech.does(seat, verb)} {way} {glass}."
    if kind == "must_give_back":
        return f"{speech.does(seat, 'has')} to choose a cube to give back."
    if kind == "gave_back":
        return f"{speech.does(seat, 'gives')} back {a_cube(told['colour'])}."
    if kind == "owes":
        cubes = "cube" if told["owed"] == 1 else f"{told['owed']} cubes"
        taker = "you" if speech.is_you(seat) else "they"
        has = speech.does(seat, "has")
        return f"{has} no cube to give back; the next {cubes} {taker} take will go straight back."
    return str(kind)


def whose(told: Mapping[str, Any], seat: Seat, speech: Speech) -> str:
    if told["owner"] != seat:
        return speech.whose(told["owner"])
    return "your own" if speech.is_you(seat) else "their own"
