"""What happened in Time 'n' Space, one sentence for each event."""

from collections.abc import Mapping, Sequence
from typing import Any


def words(told: Mapping[str, Any], names: Sequence[str]) -> str:
    """The sentence for an event as somebody was told it."""
    kind: str = told["event"]
    who = names[told["seat"]] if "seat" in told else ""
    if kind in ("owner_asked", "gave", "too_close", "fills", "delivered", "took_bonus", "in_line"):
        return at_a_planet(kind, told, names, who)
    if kind in ("offered", "offer_closed"):
        return talk(kind, told, names, who)
    if kind in ("took_tile", "buried", "built", "upgraded"):
        return tiles(kind, told, who)
    if kind == "chose":
        return f"{who} has chosen {told['count']} of 2 first orders."
    if kind == "revealed":
        return "The first orders are revealed. The time runs!"
    if kind == "turned_over":
        return turned_over(told, who)
    if kind == "ran_out":
        return f"{who}'s timer on {place(told['on'])} has run out."
    if kind == "lifted":
        arrived = f" and is at {told['place']}" if told["place"] is not None else ""
        return f"{who} lifts the timer from {place(told['on'])}{arrived}."
    if kind == "filled":
        return f"{who} produces a {told['colour']} good at {told['on']}."
    if kind == "beamed":
        return f"{who} beams a {told['colour']} good from {told['plant']} to {told['station']}."
    if kind == "put_out":
        return f"{who} puts out the order {told['colour']} {told['value']} on {told['on']}."
    if kind == "finished":
        return finished(told, who)
    if kind == "time_up":
        return "Time is up: no timer may be turned over any more."
    if kind == "scored":
        scores = ", ".join(f"{names[s]} {score}" for s, score in enumerate(told["scores"]))
        won = " and ".join(names[seat] for seat in told["winners"])
        return f"The game is over: {scores}. {won} won."
    return kind


def place(on: str) -> str:
    if on == "research":
        return "the research space"
    return "the ship" if on == "ship" else f"building {on}"


def finished(told: Mapping[str, Any], who: str) -> str:
    there = "with the ship" if told["on"] == "ship" else f"at {place(told['on'])}"
    if told["why"] == "forfeited":
        return f"{who} forfeits the action of {place(told['on'])}."
    if told["why"] == "nothing":
        return f"{who} can do nothing {'more ' if told['steps'] else ''}{there}."
    if told["why"] == "late":
        return f"{who}'s time to deliver is over."
    return f"{who} is done {there}."


def turned_over(told: Mapping[str, Any], who: str) -> str:
    if told["to"] is None:
        return f"{who} turns a timer over onto {place(told['on'])}."
    if told["stays"]:
        return f"{who}'s ship stays at {told['to']}; its timer runs."
    return f"{who}'s ship sets off for {told['to']}."


def at_a_planet(kind: str, told: Mapping[str, Any], names: Sequence[str], who: str) -> str:
    host = names[told["host"]]
    if kind == "delivered":
        return f"{who} delivers a {told['colour']} good to {host}."
    if kind == "took_bonus":
        return f"It is the first order filled at {host}'s planet: {who} takes the white counter."
    if kind == "in_line":
        if told["why"] == "choice":
            return f"{who} waits at {host}'s planet: {host} is choosing an order for a visitor."
        if told["why"] == "behind":
            return f"{who} waits at {host}'s planet, behind others."
        return f"{who} waits at {host}'s planet: somebody else may arrive at the same moment."
    if kind == "too_close":
        together = " and ".join(names[seat] for seat in told["visitors"])
        return f"{together} arrived together: {host} says who fills first."
    visitor = names[told["visitor"]]
    if kind == "owner_asked":
        return f"{host} chooses which order {visitor} gets."
    if kind == "fills":
        if told["how"] == "chosen":
            return f"{host} lets {visitor} fill first."
        return f"{visitor} may fill orders at {host}'s planet."
    text = f"{visitor} gets {host}'s order {told['colour']} {told['value']} from {told['on']}"
    return text + (f", as {host} did not choose." if told["how"] == "silent" else ".")


def talk(kind: str, told: Mapping[str, Any], names: Sequence[str], who: str) -> str:
    other = names[told["to"]]
    if kind == "offered":
        return (
            f"{who} to {other}: I bring you a {told['bring']} good, "
            f"you put out a {told['put_out']} order."
        )
    if told["why"] == "kept":
        return f"{who} has brought {other} what was offered."
    return f"{who}'s offer to {other} is withdrawn."


def tiles(kind: str, told: Mapping[str, Any], who: str) -> str:
    if kind == "took_tile":
        return f"{who} takes a {told['tile']} tile from {told['moon']}."
    if kind == "buried":
        return f"At {told['moon']} the {told['tile']} tile goes to the bottom of the stack."
    if kind == "built":
        return f"{who} builds a stage II {told['tile']} on {told['on']}."
    return f"{who} flips {told['on']}, a {told['kind']}, to stage III."
