"""What happened in Time 'n' Space, one sentence for each event; and what a newcomer reads."""

from collections.abc import Mapping
from typing import Any, Final

from sandtable.engine.speech import Speech, how_long, sentence
from sandtable.games.time_n_space.options import minutes_of
from sandtable.games.time_n_space.state import CHOICES

MOONS: Final = ("the first moon", "the second moon", "the third moon", "the fourth moon")


def lessons(options: Mapping[str, Any]) -> list[str]:
    glass, game = how_long(options["timer_seconds"]), how_long(60 * minutes_of(options))
    return [
        "To win: fill the orders on the other players' planets. They are worth points.",
        "Your move: turn a timer over onto a building or your ship. When it has run out, lift it "
        "and do what that place does.",
        f"Time: {glass} of sand in a timer, {game} in all. Everybody plays at the same time.",
    ]


def words(told: Mapping[str, Any], speech: Speech) -> str:
    """The sentence for an event as somebody was told it."""
    kind: str = told["event"]
    if kind in ("owner_asked", "gave", "too_close", "fills", "delivered", "took_bonus", "in_line"):
        return sentence(at_a_planet(kind, told, speech))
    if kind in ("offered", "offer_closed"):
        return sentence(talk(kind, told, speech))
    if kind == "buried":
        moon = world(told["moon"], speech)
        return f"On {moon} the {told['tile']} tile goes to the bottom of the stack."
    if kind == "revealed":
        return "The first orders are revealed. The clock is running!"
    if kind == "time_up":
        return "Time is up: no more timers may be turned over."
    if kind == "scored":
        return scored(told, speech)
    return sentence(about_somebody(kind, told, speech))


def about_somebody(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    if kind in ("took_tile", "built", "upgraded"):
        return tiles(kind, told, speech)
    if kind == "chose":
        return f"{speech.does(seat, 'has')} chosen {told['count']} of {CHOICES} first orders."
    if kind == "turned_over":
        return turned_over(told, speech)
    if kind == "ran_out":
        return f"{speech.whose(seat)} timer on {place(told['on'])} has run out."
    if kind == "lifted":
        arrived = (
            f" and {speech.verb(seat, 'is')} now at {world(told['place'], speech)}"
            if told["place"]
            else ""
        )
        return f"{speech.does(seat, 'lifts')} the timer from {place(told['on'])}{arrived}."
    if kind == "filled":
        return f"{speech.does(seat, 'produces')} a {told['colour']} good at {told['on']}."
    if kind == "beamed":
        beams = speech.does(seat, "beams")
        return f"{beams} a {told['colour']} good from {told['plant']} to {told['station']}."
    if kind == "put_out":
        order = f"{told['colour']} order worth {told['value']}"
        return f"{speech.does(seat, 'puts')} out a {order} on {told['on']}."
    if kind == "finished":
        return finished(told, speech)
    return kind


def scored(told: Mapping[str, Any], speech: Speech) -> str:
    scores = ", ".join(f"{speech.who(seat)} {score}" for seat, score in enumerate(told["scores"]))
    won = sentence(f"{speech.all(told['winners'])} won.")
    return f"The game is over: {scores}. {won}"


def world(place: str, speech: Speech) -> str:
    """A place of the sky: "Ada's planet", "the first moon"."""
    kind, _, number = place.partition("-")
    return MOONS[int(number)] if kind == "moon" else f"{speech.whose(int(number))} planet"


def place(on: str) -> str:
    if on == "research":
        return "the research space"
    return "the ship" if on == "ship" else f"building {on}"


def finished(told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    there = "with the ship" if told["on"] == "ship" else f"at {place(told['on'])}"
    if told["why"] == "forfeited":
        return f"{speech.does(seat, 'forfeits')} the action of {place(told['on'])}."
    if told["why"] == "nothing":
        return f"{speech.who(seat)} can do nothing {'more ' if told['steps'] else ''}{there}."
    if told["why"] == "late":
        return f"{speech.whose(seat)} time to deliver is up."
    return f"{speech.does(seat, 'is')} done {there}."


def turned_over(told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    if told["to"] is None:
        return f"{speech.does(seat, 'turns')} a timer over onto {place(told['on'])}."
    if told["stays"]:
        return (
            f"{speech.whose(seat)} ship stays at {world(told['to'], speech)}; its timer is running."
        )
    return f"{speech.whose(seat)} ship sets off for {world(told['to'], speech)}."


def at_a_planet(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    host = told["host"]
    if kind == "delivered":
        delivers = speech.does(told["seat"], "delivers")
        return f"{delivers} a {told['colour']} good to {speech.who(host)}."
    if kind == "took_bonus":
        takes = speech.does(told["seat"], "takes")
        return (
            f"It is the first order filled at {speech.whose(host)} planet: "
            f"{takes} the white counter."
        )
    if kind == "in_line":
        return in_line(told, speech)
    if kind == "too_close":
        together = speech.all(told["visitors"])
        return f"{together} arrived together: {speech.does(host, 'decides')} who fills first."
    visitor = told["visitor"]
    if kind == "owner_asked":
        gets = speech.does(visitor, "gets")
        return f"{speech.does(host, 'chooses')} which order {gets}."
    if kind == "fills":
        if told["how"] == "chosen":
            return f"{speech.does(host, 'lets')} {speech.who(visitor)} fill first."
        return f"{speech.who(visitor)} may fill orders at {speech.whose(host)} planet."
    gets, order = speech.does(visitor, "gets"), f"{told['colour']} order worth {told['value']}"
    text = f"{gets} {speech.whose(host)} {order} from {told['on']}"
    return text + (f", as {speech.who(host)} did not choose." if told["how"] == "silent" else ".")


def in_line(told: Mapping[str, Any], speech: Speech) -> str:
    host = told["host"]
    text = f"{speech.does(told['seat'], 'waits')} at {speech.whose(host)} planet"
    if told["why"] == "choice":
        return f"{text}: {speech.does(host, 'is')} choosing an order for a visitor."
    if told["why"] == "behind":
        return f"{text}, behind others."
    return f"{text}: somebody else may arrive at the same moment."


def talk(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    seat, other = told["seat"], told["to"]
    if kind == "offered":
        return (
            f"{speech.who(seat)} to {speech.who(other)}: \"I'll bring you a {told['bring']} good "
            f'if you put out a {told["put_out"]} order."'
        )
    if told["why"] == "kept":
        return f"{speech.does(seat, 'has')} brought {speech.who(other)} what was offered."
    return f"{speech.whose(seat)} offer to {speech.who(other)} has been withdrawn."


def tiles(kind: str, told: Mapping[str, Any], speech: Speech) -> str:
    seat = told["seat"]
    if kind == "took_tile":
        takes, moon = speech.does(seat, "takes"), world(told["moon"], speech)
        return f"{takes} a {told['tile']} tile from {moon}."
    if kind == "built":
        return f"{speech.does(seat, 'builds')} a stage II {told['tile']} on {told['on']}."
    return f"{speech.does(seat, 'flips')} {told['on']}, a {told['kind']}, to stage III."
