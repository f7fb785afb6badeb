"""What happened in A Time of Chaos, one sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

HOW_IT_ENDED: Final = {
    "delivered": "The last turn is played",
    "idle": "Nothing is left to find and nobody moves",
    "stalled": "Nothing has come home for too long",
}


def words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "flipped":
        marks = together([names[seat] for seat in told["marked"]])
        return f"{told['city']} in the {told['era']} falls into chaos under a cube of {marks}."
    if kind == "penalised":
        return f"{together([names[seat] for seat in told['seats']])}: one point less."
    if kind == "game_ended":
        return ended_in_words(told, names)
    who = names[told["seat"]]
    if kind == "placed":
        start = f"The table starts {who}" if told["by_table"] else f"{who} starts"
        return (
            f"{start} in {told['city']}: its past is in chaos under a cube, "
            "and a cube lies in its future."
        )
    if kind == "turn_began":
        return f"It is {who}'s {'last ' if told['last'] else ''}turn."
    if kind == "sent":
        return (
            f"Disorder flows in {told['city']} from the {told['era']}: "
            f"a cube of {who} lands in the {told['to']}."
        )
    if kind == "last_turns":
        return f"{who} has delivered enough: everybody else has one more turn."
    if kind == "time_up":
        return f"{who}'s time is up."
    return action_in_words(kind, told, who, names)


def action_in_words(kind: str, told: Mapping[str, Any], who: str, names: Sequence[str]) -> str:
    if kind == "grabbed":
        card = told.get("card")
        what = "a card" if card is None else card
        return f"{who} grabs {what} from the {told['era']} deck."
    if kind == "searched":
        return searched_in_words(told, who)
    if kind == "delivered":
        text = (
            f"{who} brings {told['card']} home to {told['city']} in the {told['era']} "
            f"for {told['points']}{cube_laid(told['pay'], 'there')}."
        )
        return text + (" All cloaks are fresh again." if told["refreshed"] else "")
    if kind == "time_travelled":
        where = f"in the {told['to'] if told['cube'] == 'arrival' else told['era']}"
        return (
            f"{who} travels in {told['city']} from the {told['era']} to the {told['to']}"
            f"{cube_laid(told['cube'], where)}."
        )
    if kind == "travelled":
        return f"{who} travels from {told['city']} to {told['to']} in the {told['era']}."
    if kind == "restored":
        owners = together([names[seat] for seat, cubes in enumerate(told["returned"]) if cubes])
        return f"{who} restores {told['city']} in the {told['era']}; a cube goes back to {owners}."
    if kind == "undone":
        return f"{who} takes back {step_in_words(told['act'], told['city'])}."
    return str(kind)


def searched_in_words(told: Mapping[str, Any], who: str) -> str:
    where = f"in {told['city']}"
    found = f"{who} searches the {told['era']} and finds {told['card']}"
    row = "The deck is empty: the gap stays."
    if told["refill"] is not None:
        row = f"{told['refill']} fills the row."
    return f"{found}{cube_laid(told['pay'], where)}. {row}"


def cube_laid(paid: str, where: str) -> str:
    """Where the disorder of an action lies, if the cloak did not hide it."""
    if paid == "cloak":
        return ", unseen under the cloak"
    return f", leaving a cube {where}"


def step_in_words(act: Mapping[str, Any], city: str) -> str:
    """TC-O3: what was taken back; `city` is where the pawn stands again."""
    kind = act["act"]
    if kind == "travel":
        return f"the way to {act['city']} and stands in {city} again"
    if kind == "time_travel":
        return f"the journey in {city} to the {act['era']}"
    if kind == "deliver":
        return f"the delivery of {act['card']}"
    if kind == "restore":
        return f"the restoring of {city} in the {act['era']}"
    if kind == "send":
        return f"the flow from {act['city']} in the {act['era']}"
    return f"the search in {city}"


def together(people: list[str]) -> str:
    """Ada; Ada and Ben; Ada, Ben and Cleo."""
    if len(people) < 2:
        return "".join(people)
    return f"{', '.join(people[:-1])} and {people[-1]}"


def ended_in_words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    winners = told["winners"]
    people = together([names[seat] for seat in winners])
    points = told["scores"][winners[0]]
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{HOW_IT_ENDED[told['how']]}. {people} {verb} with {points}."
