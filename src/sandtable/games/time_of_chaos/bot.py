"""Who plays A Time of Chaos: the levels of this game, the weakest first."""

from typing import Final

from sandtable.engine.bot import Bot
from sandtable.games.time_of_chaos.bot_club import Club
from sandtable.games.time_of_chaos.bot_expert import Expert
from sandtable.games.time_of_chaos.bot_novice import Novice

BOTS: Final[dict[str, type[Bot]]] = {
    Novice.LEVEL: Novice,
    Club.LEVEL: Club,
    Expert.LEVEL: Expert,
}
