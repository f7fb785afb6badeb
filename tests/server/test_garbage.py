"""Circular garbage is collected when nobody plays."""

import asyncio
import gc
import weakref

import pytest

from sandtable.server.operating import garbage


class Circle:
    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("quiet", [True, False])
def test_circles_go_in_quiet_moments_and_settings_come_back(
    quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.01)
    before = gc.get_threshold()

    async def scene() -> bool:
        task = asyncio.create_task(garbage.collect_on(lambda: quiet))
        await asyncio.sleep(0)
        assert gc.get_threshold() == (garbage.YOUNG, garbage.NEVER, garbage.NEVER)
        old = Circle()
        kept = weakref.ref(old)
        gc.collect(1)  # what outlives this is old; young garbage goes in any case
        del old
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return kept() is None

    assert asyncio.run(scene()) is quiet
    assert gc.get_threshold() == before
