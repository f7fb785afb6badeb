"""The date and time of day, as they are written down: ISO 8601, UTC."""

from collections.abc import Callable
from datetime import UTC, datetime

Dates = Callable[[], str]
"""Says what time it is; a test has one of its own."""


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
