"""Whom the server talks to: its own origin, under known host names. And what every answer has."""

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.base.settings import Settings
from sandtable.server.net.addresses import is_loopback
from sandtable.server.net.safety import headers_for

FORWARDED = re.compile(r"(.*-)?forwarded(-.*)?|via|.*-ip")
"""Headers that a proxy adds, each kind its own."""
NAME_AND_PORT = re.compile(r"(?:(localhost|[\d.]+)|\[([\da-f:.]+)\])(?::\d*)?", re.IGNORECASE)


def own_origin(headers: Headers, scheme: str, settings: Settings) -> bool:
    """Whether a request comes from our own page, or from a program, which sends no Origin."""
    origins = headers.getlist("origin")
    if not origins:
        return True
    if len(origins) > 1:
        return False
    secure = scheme in ("https", "wss")
    own = f"{'https' if secure else 'http'}://{headers.get('host', '')}"
    return origins[0] in settings.origins or origins[0] == own


def known_host(host: str, settings: Settings) -> bool:
    """Whether this is a name of ours.

    Without --public-url, ours are only names that nobody on the internet can point at this machine:
    an address, or a name of this machine or of the local network. So no foreign page can reach a
    server on loopback through a name of its own.
    """
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if settings.public_url is not None and name == urlsplit(settings.public_url).hostname:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        local = name.endswith((".local", ".localhost", ".lan", ".internal"))
        return "." not in name or local or name == socket.gethostname().lower()
    return True


def is_from_this_machine(request: HTTPConnection) -> bool:
    """Whether a program on this machine sent it, by a name that only this machine has.

    A stranger's request comes from this machine, too, when a proxy here passes it on. The proxy
    says so in a header, or asks by the name of the site.
    """
    if any(FORWARDED.fullmatch(name.lower()) for name in request.headers):
        return False
    # Not by `request.url`, which makes up a name where none was given.
    named = NAME_AND_PORT.fullmatch(request.headers.get("host", ""))
    asker = request.client.host if request.client else ""
    if named is None or not is_loopback(asker):
        return False
    name = named[1] or named[2]
    return name.lower() == "localhost" or is_loopback(name)


class Guard:
    """Middleware: refuses unknown host names."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                known = known_host(Headers(scope=scope).get("host", ""), self.settings)
            except ValueError:
                known = False
            if not known:
                await refuse_host(scope, send)
                return
        await self.app(scope, receive, send)


class SafeAnswers:
    """Goes around everything else, so that refusals and faults have the headers, too.

    What leaves without coming by here, such as a refused handshake, has them from the gate.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = headers_for(self.settings, scope["scheme"])
        answered = False

        async def send_with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                present = {name.lower() for name, _ in message["headers"]}
                extra = [
                    (name.encode(), value.encode())
                    for name, value in wanted.items()
                    if name.encode() not in present
                ]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            if not answered:
                # Else uvicorn would say so itself, without the headers.
                await send_fault(send_with_headers)


async def send_fault(send: Send) -> None:
    body = b"Something went wrong on our side; the server's log says what.\n"
    await send_plain(send, 500, body, (b"connection", b"close"))


async def send_plain(send: Send, status: int, body: bytes, *more: tuple[bytes, bytes]) -> None:
    length = str(len(body)).encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", length), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_host(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "reason": "unknown host name"})
        return
    body = b"This server is not known by that name; the operator can set --public-url.\n"
    await send_plain(send, 421, body)
