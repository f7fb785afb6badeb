"""What is too much for one household gets an answer, and nothing else is done for it."""

import asyncio
from typing import Any

from starlette.types import Message, Receive, Scope, Send

from sandtable.server.http.pacing import Pacing


def ask(allowed: bool, kind: str = "http") -> tuple[list[str], list[Message]]:
    reached: list[str] = []
    said: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(scope["type"])

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        said.append(message)

    scope: dict[str, Any] = {"type": kind, "client": ("192.0.2.1", 1), "headers": []}
    asyncio.run(Pacing(app, lambda address: allowed)(scope, receive, send))
    return reached, said


def test_what_is_allowed_goes_on() -> None:
    assert ask(True) == (["http"], [])


def test_what_is_too_much_is_refused_and_goes_no_further() -> None:
    reached, said = ask(False)
    assert reached == []
    assert said[0]["status"] == 429


def test_sockets_have_limits_of_their_own() -> None:
    assert ask(False, "websocket") == (["websocket"], [])
