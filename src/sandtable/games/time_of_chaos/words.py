"""What happened in A Time of Chaos, one sentence for each event; and what a newcomer reads."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sandtable.engine.speech import Speech, how_long, sentence
from sandtable.engine.units import Seat

HOW_IT_ENDED: Final = {
    "delivered": "The last turn has been played",
    "idle": "Nothing is left to find, and nobody has taken an action for a whole round",
    "stalled": "Too many rounds have passed without a delivery",
}


def lessons(options: Mapping[str, Any]) -> list[str]:
    limit = options["turn_seconds"]
    return [
        "To win: bring artifacts home, each to its own city and era. They are worth points.",
        "Your move: three actions. Most leave a cube behind. A city with three cubes falls into "
        "chaos, which can cost you a point.",
        "Time: take as long as you like." if limit is None else f"Time: {how_long(limit)} a turn.",
    ]


def words(told: Mapping[str, Any], speech: Speech) -> str:
    """One sentence for an event as somebody was told it."""
    kind = told["event"]
    if kind == "flipped":
        keep = each(told["marked"], "keeps", "keep", speech)
        return f"{told['city']} in the {told['era']} falls into chaos; {keep} a cube there."
    if kind == "penalised":
        return sentence(f"{each(told['seats'], 'loses', 'lose', speech)} a point.")
    if kind == "game_ended":
        return ended_in_words(told, speech)
    return sentence(about_somebody(kind, told, speech))


def each(seats: Sequence[Seat], one: str, several: str, speech: Speech) -> str:
    """Ada loses; you lose; Ada and Ben each lose."""
    if len(seats) == 1:
        return speech.does(seats[0], one)
    return f"{speech.all(seats)} each {several}"


def points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def about_somebody(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    if kind == "placed":
        start = speech.does(seat, "starts")
        if told["by_table"]:
            start = f"{speech.does(seat, 'is')} placed"
        return (
            f"{start} in {told['city']}: its past is in chaos with a cube on it, "
            "and there is a cube in its future."
        )
    if kind == "turn_began":
        return f"It is {speech.whose(seat)} {'last ' if told['last'] else ''}turn."
    if kind == "sent":
        return (
            f"Disorder flows in {told['city']} from the {told['era']}: "
            f"one of {speech.whose(seat)} cubes lands in the {told['to']}."
        )
    if kind == "last_turns":
        has = speech.does(seat, "has")
        return f"{has} delivered enough: everybody else gets one more turn."
    if kind == "time_up":
        return f"{speech.whose(seat)} time is up."
    return action_in_words(kind, told, speech)


def action_in_words(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    if kind == "grabbed":
        card = told.get("card")
        what = "a card" if card is None else card
        return f"{speech.does(seat, 'grabs')} {what} from the {told['era']} deck."
    if kind == "searched":
        return searched_in_words(told, speech)
    if kind == "delivered":
        text = (
            f"{speech.does(seat, 'brings')} {told['card']} home to {told['city']} "
            f"in the {told['era']} for {points(told['points'])}{cube_laid(told['pay'], 'there')}."
        )
        return text + (" All cloaks are ready again." if told["refreshed"] else "")
    travels = speech.does(seat, "travels")
    if kind == "time_travelled":
        where = f"in the {told['to'] if told['cube'] == 'arrival' else told['era']}"
        return (
            f"{travels} in {told['city']} from the {told['era']} to the {told['to']}"
            f"{cube_laid(told['cube'], where)}."
        )
    if kind == "travelled":
        return f"{travels} from {told['city']} to {told['to']} in the {told['era']}."
    if kind == "restored":
        owners = [owner for owner, cubes in enumerate(told["returned"]) if cubes]
        restores = speech.does(seat, "restores")
        one = speech.does(owners[0], "gets") if len(owners) == 1 else ""
        get = one or f"{speech.all(owners)} each get"
        return f"{restores} {told['city']} in the {told['era']}; {get} a cube back."
    if kind == "undone":
        return f"{speech.does(seat, 'takes')} back {step_in_words(told, speech)}."
    return str(kind)


def searched_in_words(told: Mapping[str, Any], speech: Speech) -> str:
    seat, where = told["seat"], f"in {told['city']}"
    searches, finds = speech.does(seat, "searches"), speech.verb(seat, "finds")
    found = f"{searches} the {told['era']} and {finds} {told['card']}"
    row = "The deck is empty: the gap stays."
    if told["refill"] is not None:
        row = f"{told['refill']} takes its place."
    return f"{found}{cube_laid(told['pay'], where)}. {row}"


def cube_laid(paid: str, where: str) -> str:
    """Where the disorder of an action lies, if the cloak did not hide it."""
    if paid == "cloak":
        return ", unseen under the cloak"
    return f", leaving a cube {where}"


def step_in_words(told: Mapping[str, Any], speech: Speech) -> str:
    """TC-O3: what was taken back, and with a way where the pawn stands again."""
    act, city = told["act"], told["city"]
    kind = act["act"]
    if kind == "travel":
        return f"the trip to {act['city']} and {speech.verb(told['seat'], 'is')} back in {city}"
    if kind == "time_travel":
        return f"the journey in {city} to the {act['era']}"
    if kind == "deliver":
        return f"the delivery of {act['card']}"
    if kind == "restore":
        return f"the restoration of {city} in the {act['era']}"
    if kind == "send":
        return f"the flow from {act['city']} in the {act['era']}"
    return f"the search in {city}"


def ended_in_words(told: Mapping[str, Any], speech: Speech) -> str:
    winners = told["winners"]
    score = points(told["scores"][winners[0]])
    if len(winners) == 1:
        result = speech.does(winners[0], "wins")
    else:
        result = f"{speech.all(winners)} share the win"
    return f"{HOW_IT_ENDED[told['how']]}. {sentence(result)} with {score}."
