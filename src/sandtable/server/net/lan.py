"""Under which address other devices in the same network reach this machine."""

import ipaddress
import socket
from collections.abc import Callable

EVERY_ADDRESS = ("0.0.0.0", "::")
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation: no machine has them."""


def is_every_address(host: str) -> bool:
    return host in EVERY_ADDRESS


def is_only_here(host: str) -> bool:
    """Whether a server that listens there can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_address(host: str) -> str | None:
    """The address from which this machine would talk to others; None if it is on its own.

    The system picks it when a datagram socket is pointed elsewhere; nothing is sent for that.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[family], 9))
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if is_only_here(found) or is_every_address(found) else found


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_for_others(
    host: str, port: int, find: Callable[[str], str | None] = own_address
) -> str | None:
    """Where other devices find a server that listens there; None if they cannot."""
    if is_every_address(host):
        found = find(host)
        return None if found is None else url(found, port)
    return None if is_only_here(host) else url(host, port)
