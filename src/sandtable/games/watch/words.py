"""What happened in the watch game, one sentence for each event; and what a newcomer reads first."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine.speech import Speech, how_long, sentence
from sandtable.engine.units import Seat


def lessons(options: Mapping[str, Any]) -> list[str]:
    return [
        "To win: have the pawns in the order on your card when the timer rings. "
        "A pawn on RED is last.",
        "Your move: move a pawn, one token for each square. End on yellow to swap a card.",
        f"Time: {how_long(options['turn_seconds'])} a move. Nobody knows when the timer will ring.",
    ]


def words(told: Mapping[str, Any], speech: Speech) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "moved":
        return moved_in_words(told, speech)
    if kind == "exchanged":
        whom = "a card set aside"
        if told["player"] is not None:
            whom = f"{speech.whose(told['player'])} card"
        return sentence(f"{speech.does(told['seat'], 'exchanges')} a card for {whom}.")
    if kind == "kept":
        seat = told["seat"]
        holder = "you" if speech.is_you(seat) else "they"
        return sentence(f"{speech.does(seat, 'keeps')} what {holder} have.")
    if kind == "dealt":
        begins = speech.does(told["first"], "begins")
        return f"Cards and tokens are dealt; {begins}. The timer is running."
    if kind == "rang":
        return rang_in_words(told, speech)
    return str(kind)


def moved_in_words(told: Mapping[str, Any], speech: Speech) -> str:
    seat, pawn, square = told["seat"], told["pawn"], f"square {told['to']}"
    if told["forced"]:
        whom = speech.who(seat)
        text = f"Time is up for {whom}: one token is spent and {pawn} moves to {square}"
    else:
        tokens = "1 token" if told["spent"] == 1 else f"{told['spent']} tokens"
        spends, moves = speech.does(seat, "spends"), speech.verb(seat, "moves")
        text = sentence(f"{spends} {tokens} and {moves} {pawn} to {square}")
    return text + (", a yellow one." if told["on_yellow"] else ".")


def rang_in_words(told: Mapping[str, Any], speech: Speech) -> str:
    cause = "The timer rings!"
    if told["why"] != "timer":
        cause = "The last token is spent, so the timer rings!"
    if told["order"] is None:
        standing = "Some pawns still share red."
    else:
        standing = f"The order is {', '.join(told['order'])}."
    winner = told["winner"]
    result = "Nobody wins this game."
    if winner is not None:
        result = sentence(f"{speech.does(winner, 'wins')} this game.")
    return f"{cause} {standing} {result}{points_in_words(told['points'], winner, speech)}"


def points_in_words(points: Sequence[int], winner: Seat | None, speech: Speech) -> str:
    """In a match, how it stands; that a win gives its first point goes without saying."""
    if sum(points) <= (winner is not None):
        return ""
    scored = [f"{speech.who(seat)} {count}" for seat, count in enumerate(points) if count]
    return f" Points so far: {', '.join(scored)}."
