"""One heap of deadlines."""

import asyncio
from collections.abc import Callable
from functools import partial

from sandtable.server.base.clockwork import Clockwork


def run(scene: Callable[[Clockwork], None], until: float) -> None:
    async def go() -> None:
        clockwork = Clockwork()
        clockwork.start()
        scene(clockwork)
        await asyncio.sleep(until)
        clockwork.stop()

    asyncio.run(go())


def test_deadlines_ring_in_their_order_and_never_early() -> None:
    rung: list[tuple[str, bool]] = []

    def scene(clockwork: Clockwork) -> None:
        def rings(key: str, due: float) -> None:
            rung.append((key, clockwork.now() >= due))

        now = clockwork.now()
        for key, after in (("c", 30.0), ("a", 10.0), ("b", 20.0)):
            clockwork.set(key, now + after, partial(rings, key, now + after))

    run(scene, 0.2)
    assert rung == [("a", True), ("b", True), ("c", True)]


def test_a_deadline_set_anew_rings_once() -> None:
    rung: list[str] = []

    def scene(clockwork: Clockwork) -> None:
        now = clockwork.now()
        clockwork.set("a", now + 10.0, lambda: rung.append("old"))
        clockwork.set("a", now + 20.0, lambda: rung.append("new"))

    run(scene, 0.2)
    assert rung == ["new"]


def test_it_says_how_late_a_deadline_rang() -> None:
    late: list[float] = []

    def scene(clockwork: Clockwork) -> None:
        clockwork.on_fired = late.append
        clockwork.set("a", clockwork.now() - 5_000.0, lambda: None)

    run(scene, 0.1)
    assert len(late) == 1
    assert 5_000.0 <= late[0] < 60_000.0


def test_a_deadline_taken_back_does_not_ring() -> None:
    rung: list[str] = []

    def scene(clockwork: Clockwork) -> None:
        clockwork.set("a", clockwork.now() + 10.0, lambda: rung.append("a"))
        clockwork.set("a", None, lambda: None)

    run(scene, 0.1)
    assert rung == []


def test_a_fault_at_one_deadline_does_not_stop_the_others() -> None:
    rung: list[str] = []

    def fails() -> None:
        raise ZeroDivisionError

    def scene(clockwork: Clockwork) -> None:
        now = clockwork.now()
        clockwork.set("a", now + 10.0, fails)
        clockwork.set("b", now + 20.0, lambda: rung.append("b"))

    run(scene, 0.2)
    assert rung == ["b"]


def test_many_changes_leave_no_heap_of_stale_deadlines() -> None:
    def scene(clockwork: Clockwork) -> None:
        now = clockwork.now()
        for i in range(5_000):
            clockwork.set("a", now + 50_000.0 + i, lambda: None)
        assert len(clockwork) == 1
        assert len(clockwork._heap) < 100

    run(scene, 0.0)
