"""A fault of ours while a socket is served: that one ends, and it is logged and counted."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.protocol.goodbyes import FAULT
from sandtable.server.app import App, make_app
from sandtable.server.base.settings import Settings
from sandtable.server.http.sockets import Visit
from sandtable.server.tables import visits
from sandtable.server.tables.visitor import Visitor
from tests.server.kit import run
from tests.server.parlour import Parlour

SECRET = "a-secret-of-somebody"
HELLO = {"type": "websocket.receive", "text": '{"type":"hello","protocol":1}'}
GOODBYE = {"type": "websocket.disconnect", "code": 1000}


class Client:
    """One end of a WebSocket: what it says, and all that it hears."""

    def __init__(self, *says: dict[str, Any]) -> None:
        self.says: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for event in ({"type": "websocket.connect"}, *says):
            self.says.put_nowait(event)
        self.heard: list[Any] = []
        self.refuses: Exception | None = None

    async def receive(self) -> dict[str, Any]:
        return await self.says.get()

    async def send(self, message: Any) -> None:
        if self.refuses is not None and message["type"] == "websocket.send":
            raise self.refuses
        self.heard.append(message)

    def kinds(self) -> list[str]:
        return [message["type"].removeprefix("websocket.") for message in self.heard]

    def socket(self, path: str = "/api/v1/tables/abc/socket") -> WebSocket:
        return WebSocket(scope_of(path), self.receive, self.send)


def scope_of(path: str) -> dict[str, Any]:
    return {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "client": ("192.0.2.7", 1),
        "server": ("localhost", 80),
        "headers": [(b"host", b"localhost")],
        "subprotocols": [],
    }


def fails(*given: Any, **named: Any) -> Any:
    raise KeyError(SECRET)


@pytest.mark.policy("SP-L8")
def test_a_fault_before_the_visit_is_logged_counted_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> tuple[App, Client]:
        app = App(Settings(data_dir=tmp_path))
        app.ready = True
        app.lobby.get = fails  # type: ignore[method-assign]
        client = Client()
        path = "/api/v1/tables/abc/socket"
        await make_app(app)(scope_of(path), client.receive, client.send)
        return app, client

    app, client = run(scene())
    assert app.metrics.faults.value == 1
    assert client.kinds() == ["accept", "send", "close"]
    assert json.loads(client.heard[1]["text"])["code"] == client.heard[2]["code"] == FAULT
    assert [record.exc_info is not None for record in caplog.records] == [True]


async def visited(
    folder: Path,
    *says: dict[str, Any],
    break_it: Callable[[Visit], None] = lambda visit: None,
    refuses: Exception | None = None,
) -> float:
    """A visit that ends; how many faults it counted. Nothing of it may be left running.

    `refuses`: what sending to this client raises.
    """
    async with Parlour(folder) as parlour:
        table, guests = parlour.gather("watch", ["Ada", "Bob"])
        client = Client(*says)
        socket = client.socket()
        await socket.accept()
        client.refuses = refuses
        lobby: Any = SimpleNamespace(house=parlour.house)
        visitor = Visitor(guests[0], 0, lambda: table.now)
        visit = Visit(socket, lobby, table, visitor, False)
        break_it(visit)
        before = asyncio.all_tasks()
        await asyncio.wait_for(visit.run(through_proxy=False), 20)
        assert asyncio.all_tasks() == before
        assert parlour.metrics.sockets.value == 0
        assert visitor not in table.company
        return parlour.metrics.faults.value


@pytest.mark.policy("SP-L8")
def test_a_fault_in_letting_go_is_counted_and_nothing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    honest = visits.leave

    def leave(*given: Any) -> None:
        honest(*given)
        raise KeyError(SECRET)

    monkeypatch.setattr(visits, "leave", leave)
    assert run(visited(tmp_path, HELLO, GOODBYE)) == 1
    assert len(caplog.records) == 1


@pytest.mark.policy("SP-L8")
@pytest.mark.parametrize("kind", [KeyError, TimeoutError, WebSocketDisconnect])
def test_a_fault_in_joining_is_counted_whatever_its_kind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    kind: type[Exception],
) -> None:
    def join(*given: Any) -> None:
        raise kind(1000)

    monkeypatch.setattr(visits, "join", join)
    assert run(visited(tmp_path, HELLO)) == 1
    assert len(caplog.records) == 1


@pytest.mark.policy("SP-L8")
@pytest.mark.parametrize("kind", [RuntimeError, OSError, KeyError])
def test_a_fault_in_what_is_sent_is_counted_whatever_its_kind(
    tmp_path: Path, kind: type[Exception]
) -> None:
    def break_it(visit: Visit) -> None:
        async def next_frame() -> bytes | None:
            raise kind("ours")

        visit.visitor.next_frame = next_frame  # type: ignore[method-assign]

    assert run(visited(tmp_path, HELLO, break_it=break_it)) == 1


@pytest.mark.parametrize("kind", [RuntimeError, OSError])
def test_a_client_that_is_gone_is_no_fault(tmp_path: Path, kind: type[Exception]) -> None:
    """starlette and uvicorn say it in several ways, when something is sent."""
    assert run(visited(tmp_path, HELLO, refuses=kind("gone"))) == 0
