"""Work that goes on for as long as the server runs, and errors that nothing else would catch."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger("sandtable.chores")

BREATHE = 1.0
"""Seconds to wait after a fault before the work starts again."""


def keep_on(
    what: str, work: Callable[[], Awaitable[None]], on_fault: Callable[[], None]
) -> asyncio.Task[None]:
    """Do it in a task of its own. A fault is logged and counted, and the work starts again."""

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


def watch_loop(on_fault: Callable[[], None]) -> None:
    """Log and count what nothing caught: the exception of a task or a callback."""

    def told(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, ConnectionError):
            return  # somebody hung up
        # asyncio itself would log the task, and with it the values in its error.
        log.error("a fault that nobody caught: %s", context.get("message"), exc_info=error)
        on_fault()

    asyncio.get_running_loop().set_exception_handler(told)
