"""When Python looks for garbage that holds itself: in quiet moments, not in the middle of a race.

Nearly everything here goes as soon as nobody holds it. What is left are circles, as of a closed
table and its people. To find those Python looks at every object of every table, and everything
stands still meanwhile: measured, a tenth of a second with 200 tables, every ten seconds.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 2_000
"""New objects are looked at once, in portions: measured, 3 ms each and 11 at most with 550 tables.

A second look at five portions together took up to 24 ms and found nothing: playing makes no
circles. Those of people who went are old, and wait for a quiet moment in any case.
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
