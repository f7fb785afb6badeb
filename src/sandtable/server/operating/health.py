"""Whether the server can write, for `/healthz`: one check serves all who ask at the time."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

FRESH_FOR = 1.0
"""Seconds for which the last check is believed."""
LOOK_FOR = 5.0
NEVER = float("-inf")


class Health:
    def __init__(self, try_disk: Callable[[], Awaitable[None]]) -> None:
        self._try_disk = try_disk
        self._ok = False
        self._looked_at = NEVER
        self._looking: asyncio.Task[bool] | None = None

    async def good(self) -> bool:
        """However many ask, there is at most one write a second, and one at a time."""
        if time.monotonic() - self._looked_at < FRESH_FOR:
            return self._ok
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    def doubt(self) -> None:
        """Something could not be written: the last check is out of date."""
        self._looked_at = NEVER

    async def _look(self) -> bool:
        try:
            async with asyncio.timeout(LOOK_FOR):
                await self._try_disk()
            self._ok = True
        except (TimeoutError, sa.exc.SQLAlchemyError):
            self._ok = False
        finally:
            self._looking = None
        self._looked_at = time.monotonic()
        return self._ok
