"""What happened in the watch game, one sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any


def words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "moved":
        who = names[told["seat"]]
        tokens = "1 token" if told["spent"] == 1 else f"{told['spent']} tokens"
        text = f"{who} spends {tokens} and moves {told['pawn']} to square {told['to']}"
        if told["forced"]:
            text = f"Time is up for {who}: the table moves {told['pawn']} to square {told['to']}"
        return text + (", a yellow one." if told["on_yellow"] else ".")
    if kind == "exchanged":
        whom = "a card set aside" if told["player"] is None else f"{names[told['player']]}'s card"
        return f"{names[told['seat']]} exchanges a card for {whom}."
    if kind == "kept":
        return f"{names[told['seat']]} keeps what {names[told['seat']]} has."
    if kind == "dealt":
        return f"Cards and tokens are dealt; {names[told['first']]} begins. The timer runs."
    if kind == "rang":
        return rang_in_words(told, names)
    return str(kind)


def rang_in_words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    cause = "The timer rings!" if told["why"] == "timer" else "The last token is spent: the ring!"
    if told["order"] is None:
        standing = "Pawns still share red."
    else:
        standing = f"The order is {', '.join(told['order'])}."
    winner = told["winner"]
    result = "Nobody wins this game." if winner is None else f"{names[winner]} wins it."
    return f"{cause} {standing} {result}"
