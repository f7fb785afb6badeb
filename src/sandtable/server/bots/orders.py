"""What the server says to a process in which bots think."""

import secrets
import time
from typing import Any

from sandtable.engine.position import dump_state
from sandtable.engine.rng import Rng
from sandtable.engine.units import Seat
from sandtable.server.base.tableclock import Mono
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
    number: int,
    life: int,
    play: Play,
    seat: Seat,
    luck: Rng,
    told: list[dict[str, Any]],
    mono: Mono,
) -> Order:
    """What to do here? The table is an imagined one, that looks the same to this seat.

    The match stands where something last happened. Whoever looks sees how far the sand has run
    since then.
    """
    game, clock = play.match.game, play.clock
    imagined = game.imagine(play.known_to(seat), seat, luck)
    alarm = game.alarm(imagined)
    now = clock.whole(mono) if alarm is None else min(clock.whole(mono), alarm - 1)
    if now > imagined.now:
        game.advance(imagined, now)
    ago = max(0.0, clock.at(mono) - imagined.now) * 100 / clock.pace
    return {
        "do": "look",
        "bot": number,
        "life": life,
        "told": told,
        "position": dump_state(game, imagined),
        "now": imagined.now,
        "asked": time.monotonic() - ago / 1_000,
        "pace": clock.pace,
        "planned": False,
        "in_vain": 0,
    }


def to_drop(number: int) -> Order:
    """What is being thought about is out of date."""
    return {"do": "drop", "bot": number}


def to_leave(number: int) -> Order:
    return {"do": "leave", "bot": number}
