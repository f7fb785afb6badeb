"""What happened in A Time of Chaos, one sentence an event."""

from typing import Any

HOW_IT_ENDED = {
    "delivered": "The last turn is played",
    "idle": "Nothing is left to find and nobody moves",
    "stalled": "Nothing has come home for too long",
}


def words(told: Any, names: Any) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "flipped":
        marks = together([names[seat] for seat in told["marked"]])
        return f"{told['city']} in the {told['era']} falls into chaos, marked by {marks}."
    if kind == "penalised":
        return f"{together([names[seat] for seat in told['seats']])}: one point less."
    if kind == "game_ended":
        return ended_in_words(told, names)
    who = names[told["seat"]]
    if kind == "placed":
        start = f"The table starts {who}" if told["by_table"] else f"{who} starts"
        return f"{start} in {told['city']}, whose past is already in chaos."
    if kind == "turn_began":
        return f"It is {who}'s {'last ' if told['last'] else ''}turn."
    if kind == "sent":
        return (
            f"Disorder of {who} flows from {told['city']} in the {told['era']} to the {told['to']}."
        )
    if kind == "last_turns":
        return f"{who} has delivered enough: everybody else has one more turn."
    if kind == "time_up":
        return f"{who}'s time is up."
    return action_in_words(kind, told, who)


def action_in_words(kind: str, told: Any, who: str) -> str:
    if kind == "grabbed":
        card = told.get("card")
        what = "a card" if card is None else card
        return f"{who} grabs {what} from the {told['era']} deck."
    if kind == "searched":
        return f"{who} searches the {told['era']} and finds {told['card']}{unseen(told['pay'])}."
    if kind == "delivered":
        text = (
            f"{who} brings {told['card']} home to {told['city']} in the {told['era']} "
            f"for {told['points']}{unseen(told['pay'])}."
        )
        return text + (" All cloaks are fresh again." if told["refreshed"] else "")
    if kind == "time_travelled":
        return (
            f"{who} travels in {told['city']} from the {told['era']} to the {told['to']}"
            f"{unseen(told['cube'])}."
        )
    if kind == "travelled":
        return f"{who} travels from {told['city']} to {told['to']} in the {told['era']}."
    if kind == "restored":
        return f"{who} restores {told['city']} in the {told['era']}."
    return str(kind)


def unseen(paid: str) -> str:
    return ", unseen under the cloak" if paid == "cloak" else ""


def together(people: list[str]) -> str:
    """Ada; Ada and Ben; Ada, Ben and Cleo."""
    if len(people) < 2:
        return "".join(people)
    return f"{', '.join(people[:-1])} and {people[-1]}"


def ended_in_words(told: Any, names: Any) -> str:
    winners = told["winners"]
    people = together([names[seat] for seat in winners])
    points = told["scores"][winners[0]]
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{HOW_IT_ENDED[told['how']]}. {people} {verb} with {points}."
