"""`make play`: run the site on this machine and show it.

The server is the same as `sandtable serve`, which is given every other argument; this finds a free
port, says where the table is, and opens the browser if there is one. When a server already has
the data, it shows that one.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from urllib.error import URLError

USUAL_PORT = 8765
START_WITHIN = 60.0


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
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


def running_already(arguments: list[str], browser: bool) -> bool:
    """Whether a server has our data already; then show where that one is."""
    from sandtable.server.base.settings import from_environment
    from sandtable.server.command import add_database, settings_of
    from sandtable.server.store.holding import holder

    parser = argparse.ArgumentParser(add_help=False)
    add_database(parser, from_environment())
    note = holder(settings_of(parser.parse_known_args(arguments)[0]).database_url)
    if note is None or not note.address:
        return False
    print(f"\n  Sandtable is already running at {note.address}   (process {note.pid})\n")
    open_page(note.address, browser)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the site on this machine and show it.")
    parser.add_argument("--port", type=int, help=f"{USUAL_PORT}, or a free one")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    arguments, others = parser.parse_known_args()
    if running_already(others, not arguments.no_browser):
        return 0
    port = arguments.port or free_port()
    address = f"http://127.0.0.1:{port}"

    from sandtable.cli import main as sandtable

    waiting = threading.Thread(
        target=show, args=(address, not arguments.no_browser), name="show", daemon=True
    )
    waiting.start()
    return sandtable(["serve", "--port", str(port), *others]) or 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
