"""When Python looks for circular garbage: in quiet moments, not in the middle of a race.

Nearly everything here is freed as soon as nothing refers to it. What is left are cycles, such as a
closed table and its people. To find those, Python looks at every object of every table, and
meanwhile everything stands still: measured, a tenth of a second with 200 tables, every ten seconds.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 2_000
"""New objects are looked at once, in portions of this many.

Measured with 550 tables, a portion takes 3 ms, and 11 ms at most. A second look at five portions
together took up to 24 ms and found nothing, because playing makes no cycles. The cycles of people
who have left are old, and wait for a quiet moment in any case.
"""
NEVER = 1_000_000
LOOK_EVERY = 60.0
AT_LATEST = 20 * 60.0


async def collect_on(quiet: Callable[[], bool]) -> None:
    """Look when nobody plays, and every twenty minutes at the latest."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # what was there from the start stays
    gc.set_threshold(YOUNG, NEVER, NEVER)
    looked = time.monotonic()
    try:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if quiet() or time.monotonic() - looked > AT_LATEST:
                gc.collect()
                looked = time.monotonic()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
