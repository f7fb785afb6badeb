"""What the server says to a process in which bots think."""

import secrets
from typing import Any

from sandtable.engine.position import dump_state
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.server.match.play import Play

Order = dict[str, Any]


def to_sit(number: int, life: int, play: Play, seat: Seat, level: str) -> Order:
    """Somebody of this level plays this seat from now on."""
    match = play.match
    return {
        "do": "sit",
        "bot": number,
        "life": life,
        "game": match.game.NAME,
        "rules": match.game.RULES_VERSION,
        "level": level,
        "seat": seat,
        "seats": match.seats,
        "options": match.options,
        "luck": secrets.randbits(128),
    }


def to_look(
    number: int, life: int, play: Play, seat: Seat, luck: Rng, told: list[dict[str, Any]]
) -> Order:
    """What to do here? The table is an imagined one, that looks the same to this seat."""
    game = play.match.game
    imagined = game.imagine(play.known_to(seat), seat, luck)
    return {
        "do": "look",
        "bot": number,
        "life": life,
        "told": told,
        "position": dump_state(game, imagined),
        "planned": False,
        "in_vain": 0,
    }


def to_drop(number: int) -> Order:
    """What is being thought about is out of date."""
    return {"do": "drop", "bot": number}


def to_leave(number: int) -> Order:
    return {"do": "leave", "bot": number}
