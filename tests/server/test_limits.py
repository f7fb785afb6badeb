"""Buckets that fill again."""

from sandtable.server.limits import Bucket, ByAddress, Limits, SocketLimits


def taken(bucket: Bucket, times: int, mono: float) -> int:
    return sum(bucket.take(mono) for _ in range(times))


def test_a_bucket_gives_its_burst_and_no_more() -> None:
    assert taken(Bucket(10, 5), 20, 0.0) == 10


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(10, 5)
    taken(bucket, 10, 0.0)
    assert taken(bucket, 20, 1_000.0) == 5


def test_addresses_do_not_share_a_bucket() -> None:
    limit = ByAddress(1, 1)
    assert limit.take("a", 0.0)
    assert limit.take("b", 0.0)
    assert not limit.take("a", 0.0)


def test_a_seat_may_say_more_than_a_watcher() -> None:
    seat, watcher = SocketLimits(True, True), SocketLimits(True, False)
    assert sum(seat.allows(False, 0.0) for _ in range(200)) == 100
    assert sum(watcher.allows(False, 0.0) for _ in range(200)) == 50


def test_pings_do_not_eat_up_the_acts() -> None:
    limits = SocketLimits(True, True)
    for _ in range(200):
        limits.allows(True, 0.0)
    assert limits.allows(False, 0.0)


def test_limits_can_be_off_for_measurements() -> None:
    limits = Limits(False)
    assert all(limits.allows(limits.guests, "a", 0.0) for _ in range(1_000))
