"""`sandtable play`: run the site on this machine and show it.

The server is that of `sandtable serve`. This finds a free port, says where the site is, and opens
the browser if there is one. If a server is already running on the same data, it shows that one.
"""

import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from urllib.error import URLError

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.server.base.settings import Settings
from sandtable.server.main import address_of, run
from sandtable.server.store.holding import holder

USUAL_PORT = 8765
START_WITHIN = 60.0
EVERY_ADDRESS = ("0.0.0.0", "::")


class NoPort(SandtableError):
    """The port that was asked for is taken."""


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            # Only a socket that listens has the port to itself.
            probe.listen()
        except OSError:
            return False
    return True


def free_port() -> int:
    """The usual port, so that a link from yesterday works; another if somebody has it."""
    if is_free(USUAL_PORT):
        return USUAL_PORT
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def has_screen() -> bool:
    """Whether opening a browser makes sense here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show(address: str, browser: bool) -> None:
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
    open_page(address, browser)


def open_page(address: str, browser: bool) -> None:
    if browser and has_screen():
        webbrowser.open(address)


def shows_running(settings: Settings, browser: bool) -> bool:
    """Whether a server is already running on our data. If so, show it."""
    note = holder(settings.database_url)
    if note is None or not note.address:
        return False
    print(
        f"\n  Sandtable is already running at {note.address}   (process {note.pid})\n", flush=True
    )
    open_page(note.address, browser)
    return True


def play(settings: Settings, port: int | None, browser: bool) -> int:
    """Serve and show, until told to stop; returns the exit code. `port`: this one and no other."""
    if shows_running(settings, browser):
        return 0
    if port is not None and not is_free(port):
        raise NoPort(
            f"another program is using port {port}: give no port, and a free one is chosen"
        )
    settings = msgspec.structs.replace(settings, port=port or free_port())
    host = "127.0.0.1" if settings.host in EVERY_ADDRESS else settings.host
    address = address_of(msgspec.structs.replace(settings, host=host))
    threading.Thread(target=show, args=(address, browser), name="show", daemon=True).start()
    return run(settings)
