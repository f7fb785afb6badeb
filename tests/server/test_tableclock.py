"""Table time: scaled, and stopped in pauses."""

from sandtable.server.base.tableclock import TableClock


def test_a_table_clock_stands_until_it_is_started() -> None:
    clock = TableClock(100)
    assert clock.whole(5_000.0) == 0
    assert clock.shown(5_000.0).rate == 0


def test_pace_scales_time() -> None:
    clock = TableClock(50)
    clock.run(1_000.0)
    assert clock.whole(3_000.0) == 1_000


def test_a_pause_costs_no_sand() -> None:
    clock = TableClock(100)
    clock.run(0.0)
    clock.stop(700.0)
    clock.run(90_000.0)
    assert clock.whole(90_300.0) == 1_000


def test_the_real_instant_of_a_table_time() -> None:
    clock = TableClock(200)
    clock.run(1_000.0)
    assert clock.when(500) == 1_250.0


def test_a_standing_clock_reaches_no_table_time() -> None:
    assert TableClock(100).when(500) is None


def test_what_is_shown_lets_a_page_compute_any_time() -> None:
    clock = TableClock(150)
    clock.run(1_000.0)
    shown = clock.shown(2_000.0)
    later = shown.now + shown.rate * (3_000 - shown.server)
    assert later == clock.whole(3_000.0)
