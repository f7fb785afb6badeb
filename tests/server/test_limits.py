"""Buckets that fill again."""

import pytest

from sandtable.server.net.addresses import Proxies, is_loopback
from sandtable.server.net.limits import Bucket, ByAddress, Limits, SocketLimits


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


@pytest.mark.policy("SP-R4")
def test_a_64_of_ipv6_shares_a_bucket() -> None:
    limits = Limits(True)
    kind = ByAddress(1, 1)
    assert limits.allows(kind, "2001:db8::1", 0.0)
    assert not limits.allows(kind, "2001:db8::2", 0.0)
    assert limits.allows(kind, "2001:db8:0:1::1", 0.0)


def test_what_is_no_address_shares_a_bucket() -> None:
    limits = Limits(True)
    kind = ByAddress(1, 1)
    assert limits.allows(kind, "unknown", 0.0)
    assert not limits.allows(kind, "x" * 5_000, 0.0)
    assert not limits.allows(kind, "", 0.0)


def test_visits_are_counted_by_address_and_table() -> None:
    limits = Limits(True)
    assert sum(limits.allows_visit("192.0.2.1", "a", 0.0) for _ in range(100)) == 40
    assert limits.allows_visit("192.0.2.1", "b", 0.0)
    assert limits.allows_visit("192.0.2.2", "a", 0.0)
    assert limits.allows_visit("192.0.2.1", "a", 2_000.0)


@pytest.mark.parametrize(
    ("address", "local"),
    [
        *((one, True) for one in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1")),
        *((one, False) for one in ("192.0.2.1", "localhost", "", "::2")),
    ],
)
def test_what_is_this_machine(address: str, local: bool) -> None:
    assert is_loopback(address) == local


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(["192.0.2.1", "2001:db8::/32", "10.0.0.0/8"])
    assert all(one in proxies for one in ("192.0.2.1", "2001:db8::7", "10.1.2.3"))
    assert "::ffff:10.1.2.3" in proxies
    assert not any(one in proxies for one in ("192.0.2.2", "2001:db9::7", "unknown", ""))
    assert "anything" in Proxies(["*"])
    with pytest.raises(SystemExit, match="takes addresses and networks, not 'nonsense'"):
        Proxies(["nonsense"])


def test_a_seat_may_say_more_than_a_watcher() -> None:
    seat, watcher = SocketLimits(True, True), SocketLimits(True, False)
    assert sum(seat.allows(False, 0.0) for _ in range(200)) == 100
    assert sum(watcher.allows(False, 0.0) for _ in range(200)) == 50


@pytest.mark.policy("SP-L6")
def test_pings_do_not_eat_up_the_acts() -> None:
    limits = SocketLimits(True, True)
    for _ in range(200):
        limits.allows(True, 0.0)
    assert limits.allows(False, 0.0)


def test_limits_can_be_off_for_measurements() -> None:
    limits = Limits(False)
    assert all(limits.allows(limits.guests, "a", 0.0) for _ in range(1_000))
