"""Sandtable: time-driven board games, played, replayed, simulated and studied.

import sandtable
match = sandtable.new("watch", seats=2, seed=7)
match.act(match.active()[0], {"act": "move", "pawn": "green", "spend": 3})
match.advance(by=4_000)
"""

from sandtable.build import refuse_compiled_source

# Before anything that may be compiled: a stale compiled file must not win over an edited source.
refuse_compiled_source()

from sandtable.engine.bot import Bot, Plan, Seen  # noqa: E402
from sandtable.engine.errors import (  # noqa: E402
    BadLog,
    BadOption,
    BadParts,
    BadPosition,
    Refused,
    SandtableError,
    UnknownGame,
)
from sandtable.engine.log import read_log, write_log  # noqa: E402
from sandtable.engine.match import Match  # noqa: E402
from sandtable.engine.registry import find, register  # noqa: E402
from sandtable.engine.registry import installed as games  # noqa: E402
from sandtable.engine.table import load, new, replay  # noqa: E402
from sandtable.version import __version__  # noqa: E402

__all__ = [
    "BadLog",
    "BadOption",
    "BadParts",
    "BadPosition",
    "Bot",
    "Match",
    "Plan",
    "Refused",
    "SandtableError",
    "Seen",
    "UnknownGame",
    "__version__",
    "find",
    "games",
    "load",
    "new",
    "read_log",
    "register",
    "replay",
    "write_log",
]
