"""The units of the table. Time is an integer number of milliseconds since the match began."""

from typing import Final, TypeAlias

__all__ = ["MINUTE", "SECOND", "Ms", "Seat", "Viewer"]

Ms: TypeAlias = int
"""Table time, or a span of it, in milliseconds."""

Seat: TypeAlias = int
"""A place at the table, counted clockwise from 0."""

Viewer: TypeAlias = int | None
"""Who is looking: a seat, or None for somebody who only watches."""

SECOND: Final = 1_000
MINUTE: Final = 60_000
