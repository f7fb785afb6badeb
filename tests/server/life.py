"""The life of an act at a server, traced: every call from one module of the server into another.

    .venv/bin/python -m tests.server.life

The frame of an act that nobody disputes is handed to the socket of somebody at a running table, and
the trace ends when the verdict is on its way to them. Calls within a module, and those into the
engine, the game, a library or a test's own stand-ins, are not counted.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import msgspec

import sandtable.server
from sandtable.protocol.messages import DoAct, encode
from sandtable.server.http.sockets import Visit
from sandtable.server.net.masking import apply_mask
from sandtable.server.net.shortway import TableSocket
from sandtable.server.net.wire import SHORT
from tests.server.parlour import Parlour

SERVER = str(Path(sandtable.server.__file__).parent)
MASK = b"1234"


class Trace:
    """Calls across modules, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        """The module, such as `tables/visits.py`, and the function in it."""

    def __enter__(self) -> "Trace":
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        module = module_of(frame)
        name = frame.f_code.co_name
        if event != "call" or module is None or name.startswith("<"):
            return
        caller = frame.f_back
        while caller is not None and module_of(caller) is None:
            caller = caller.f_back
        if caller is None or module_of(caller) != module:
            self.calls.append((module, name))


def module_of(frame: FrameType) -> str | None:
    path = frame.f_code.co_filename
    return path[len(SERVER) + 1 :] if path.startswith(SERVER) else None


class Ours(TableSocket):
    """The short way without a connection: what goes out is kept."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.close_sent = self.disconnected = False
        self.writable = asyncio.Event()
        self.writable.set()
        self.transport: Any = SimpleNamespace(write=self.sent.append)


def masked(payload: bytes) -> bytes:
    """A text frame as a browser sends it."""
    return bytes([0x81, 0x80 | len(payload)]) + MASK + apply_mask(payload, MASK)


async def traced(folder: Path) -> list[tuple[str, str]]:
    async with Parlour(folder) as parlour:
        # Traced from its beginning, so that the writer's thread is seen as well.
        trace = Trace()
        with trace:
            parlour.store._writer.finish(10)
            parlour.store._writer.start()
        table, (ann, ben) = await parlour.playing("time-of-chaos", ["Ann", "Ben"])
        play = table.play
        assert play is not None
        seat = play.match.active()[0]
        mover = (ann, ben)[seat]
        socket = Ours()
        near: Any = SimpleNamespace(scope={"state": {SHORT: socket}})
        house: Any = SimpleNamespace(house=parlour.house)
        visit = Visit(near, house, table, mover.visitor, False)
        mover.frames()
        mover.visitor.connect(visit.wire.put, parlour.metrics.frames_out)
        socket.hear = visit.hear
        await parlour.settled()
        act = play.match.legal(seat)[0].to_json()
        frame = masked(encode(DoAct(1, act)))
        trace.calls.clear()
        with trace:
            socket.take_frame(frame)
            while not socket.sent:
                await asyncio.sleep(0.001)
        told = msgspec.json.decode(socket.sent[-1][socket.sent[-1].index(b"{") :].split(b"\x81")[0])
        assert told["type"] != "refusal", told
        return trace.calls


def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(traced(Path(folder)))


def lines() -> Iterator[str]:
    calls = run()
    yield from (f"{module:28} {name}" for module, name in calls)
    yield f"{len(calls)} calls from one module into another, in {len(dict(calls))} modules"


if __name__ == "__main__":
    print("\n".join(lines()))
