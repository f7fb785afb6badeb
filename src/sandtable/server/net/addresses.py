"""Addresses: which of them are one household, which are this machine, and which are our proxies."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

UNKNOWN = "?"
"""Stands for everything that is not an address; all of that shares one allowance."""
HOUSEHOLD = 64
"""Somebody with an IPv6 address has its whole /64, and could use a new one each time."""


def parse(text: str) -> Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """The unit by which limits count: an IPv4 address, or the /64 of an IPv6 address."""
    if len(address) > 64:
        return UNKNOWN
    found = parse(address)
    if found is None:
        return UNKNOWN
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.IPv6Network((int(found), HOUSEHOLD), strict=False))


def is_loopback(address: str) -> bool:
    found = parse(address)
    return found is not None and found.is_loopback


class Proxies:
    """The addresses and networks of --trusted-proxies; `*` is every address."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._all = False
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        for entry in entries:
            if entry == "*":
                self._all = True
                continue
            try:
                self._networks.append(ipaddress.ip_network(entry))
            except ValueError:
                raise SystemExit(
                    f"--trusted-proxies takes addresses and networks, not {entry!r}"
                ) from None

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        found = parse(address)
        return found is not None and any(found in network for network in self._networks)

    def __bool__(self) -> bool:
        return self._all or bool(self._networks)
