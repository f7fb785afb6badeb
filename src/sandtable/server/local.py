"""`sandtable play`: run the site on this machine and show it.

The server is that of `sandtable serve`. This finds a free port, says where the site is, and opens
the browser if there is one. If other devices can reach it, it also prints their address, and a code
that a phone can read. If a server is already running on the same data, it shows that one.
"""

import contextlib
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from typing import TextIO
from urllib.error import URLError
from urllib.parse import urlsplit

import msgspec
from qrcode.constants import ERROR_CORRECT_L  # type: ignore[import-untyped]
from qrcode.main import QRCode  # type: ignore[import-untyped]

from sandtable.engine.errors import SandtableError
from sandtable.server.base.settings import Settings
from sandtable.server.main import run
from sandtable.server.net import lan
from sandtable.server.store.holding import holder

USUAL_PORT = 8765
START_WITHIN = 60.0


class NoPort(SandtableError):
    """The port that was asked for is taken."""


def local_host(host: str) -> str:
    """Where this machine itself finds a server that listens there."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            # Only a socket that listens has the port to itself.
            probe.listen()
        except OSError:
            return False
    return True


def free_port(host: str = "127.0.0.1") -> int:
    """The usual port, so that a link from yesterday works; another if somebody has it."""
    if is_free(USUAL_PORT, host):
        return USUAL_PORT
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def has_screen() -> bool:
    """Whether opening a browser makes sense here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def invite(address: str, out: TextIO | None = None) -> None:
    """Tell people with phones: the address, and the same as a code for their camera."""
    out = sys.stdout if out is None else out
    print(f"  On phones and other computers: {address}\n", file=out, flush=True)
    code = QRCode(border=2, error_correction=ERROR_CORRECT_L)
    code.add_data(address)
    # A terminal that cannot show the code has shown the address.
    with contextlib.suppress(UnicodeError):
        # Where colours can be set, they are: a dark code on light ground, whatever the theme.
        code.print_ascii(out=out, tty=out.isatty(), invert=True)
        print(file=out, flush=True)


def show(address: str, for_others: str | None, browser: bool) -> None:
    """Wait until the server answers, then say so."""
    until = time.monotonic() + START_WITHIN
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                break
        except (URLError, OSError):
            time.sleep(0.1)
    else:
        return
    print(f"\n  Sandtable is at {address}   (stop it with Ctrl+C)\n", flush=True)
    if for_others is not None:
        invite(for_others)
    open_page(address, browser)


def open_page(address: str, browser: bool) -> None:
    if browser and has_screen():
        webbrowser.open(address)


def shows_running(settings: Settings, browser: bool) -> bool:
    """Whether a server is already running on our data. If so, show it."""
    note = holder(settings.database_url)
    if note is None or not note.address:
        return False
    running = urlsplit(note.address)
    here, port = local_host(running.hostname or ""), running.port or USUAL_PORT
    address = lan.url(here, port)
    print(f"\n  Sandtable is already running at {address}   (process {note.pid})\n", flush=True)
    for_others = lan.address_for_others(running.hostname or "", port)
    if for_others is not None:
        invite(for_others)
    elif not lan.is_only_here(settings.host):
        print(
            "  It was started for this computer only. To let others in, stop it and try again.\n",
            flush=True,
        )
    open_page(address, browser)
    return True


def play(settings: Settings, port: int | None, browser: bool) -> int:
    """Serve and show, until told to stop; returns the exit code. `port`: this one and no other."""
    if shows_running(settings, browser):
        return 0
    here = local_host(settings.host)
    if port is not None and not is_free(port, here):
        raise NoPort(
            f"another program is using port {port}: leave the port out, and a free one is chosen"
        )
    settings = msgspec.structs.replace(settings, port=port or free_port(here))
    for_others = settings.public_url or lan.address_for_others(settings.host, settings.port)
    address = lan.url(here, settings.port)
    shower = threading.Thread(
        target=show, args=(address, for_others, browser), name="show", daemon=True
    )
    shower.start()
    return run(settings)
