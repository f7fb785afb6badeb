"""Work that goes on for as long as the server runs, whatever goes wrong in it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("sandtable.chores")

BREATHE = 1.0
"""Seconds after a fault until the work begins again."""


def keep_on(
    what: str, work: Callable[[], Awaitable[None]], on_fault: Callable[[], None]
) -> asyncio.Task[None]:
    """Do it in a task of its own. A fault is logged and counted, and the work begins again."""

    async def run() -> None:
        while True:
            try:
                await work()
                return
            except Exception:
                log.exception("a fault while %s", what)
                on_fault()
                await asyncio.sleep(BREATHE)

    return asyncio.create_task(run(), name=what)
