"""What a game's legend says about its view and its acts is true."""

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.engine.legend import DEADLINE, DURATION, SEAT, Deed, Mark, at, fields_in
from sandtable.testing.checks import check
from sandtable.testing.trial import Trial


@check
def check_legend(trial: Trial) -> None:
    """Places that the legend names exist and hold what it says; its acts are those of the game."""
    legend = trial.game.LEGEND
    kinds = {kind.NAME: kind.FIELDS for kind in trial.game.ACTS}
    for name, deed in legend.acts.items():
        if name not in kinds:
            raise trial.broken("a legend knows the game's acts", f"there is no act {name!r}")
        check_deed(trial, name, deed, kinds[name])
    turns = [place for place, mark in legend.view.items() if mark.turn]
    if len(turns) > 1 or any("*" in place for place in turns):
        raise trial.broken("a legend says at one place whose turn it is", ", ".join(turns))
    for match in trial.walk():
        for viewer in (None, *trial.some_seats()):
            view = match.view(viewer)
            for place, mark in legend.view.items():
                check_place(trial, place, mark, view)


def check_deed(trial: Trial, name: str, deed: Deed, fields: Iterable[str]) -> None:
    for field in [*fields_in(deed.each), *deed.seats, *deed.places, *deed.named, *deed.none]:
        if field not in fields:
            raise trial.broken("a legend knows the game's acts", f"{name!r} has no {field!r}")


def check_place(trial: Trial, place: str, mark: Mark, view: dict[str, Any]) -> None:
    first = place.partition(".")[0]
    if first != "*" and first not in view:
        raise trial.broken("a legend speaks of what a view has", f"there is no {first!r} in it")
    if mark.lasts_at and not at(view, mark.lasts_at):
        raise trial.broken("a legend speaks of what a view has", f"there is no {mark.lasts_at!r}")
    for way, value in at(view, place):
        if found := trouble(trial, mark, value):
            where = ".".join(way)
            raise trial.broken("a legend is right about the view", f"{where} is {found}")


def trouble(trial: Trial, mark: Mark, value: Any) -> str:
    """What is wrong with the value at a place; "" if nothing is, or if there is no value."""
    if value is None:
        return ""
    if mark.kind in (DEADLINE, DURATION) and (type(value) is not int or value < 0):
        return f"{value!r}, which is no time in milliseconds"
    if mark.kind == SEAT and (type(value) is not int or not 0 <= value < trial.seats):
        return f"{value!r}, which is no seat"
    if mark.by_seat and not (isinstance(value, list) and len(value) == trial.seats):
        return f"{value!r}, which is not an entry for each of {trial.seats} seats"
    if (mark.columns or mark.numbered) and not isinstance(value, list):
        return f"{value!r}, which is no list"
    if mark.reads and not (isinstance(value, dict) and any(reads_as(mark.reads, value))):
        return f"{value!r}, which lacks what {mark.reads!r} names"
    return ""


def reads_as(ways: str, value: dict[str, Any]) -> Iterator[bool]:
    """Whether every form in which an object can read finds the fields that it names."""
    for way in ways.split("|"):
        yield all(name in value for name in fields_in(way))
