"""Whom the server talks to: its own origin, under known host names; and security headers."""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.base.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
ONLY_HTTPS = ("strict-transport-security", f"max-age={365 * 24 * 3600}")
"""A browser that has seen this does not try plain http again for a year."""


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


class Guard:
    """Middleware: refuses unknown host names, and puts the headers on everything."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.public_https = urlsplit(settings.public_url or "").scheme == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            known = known_host(Headers(scope=scope).get("host", ""), self.settings)
        except ValueError:
            known = False
        if not known:
            await refuse_host(scope, send)
            return

        wanted = list(HEADERS.items())
        if self.public_https and scope["scheme"] == "https":
            wanted.append(ONLY_HTTPS)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = [
                    (name.encode(), value.encode())
                    for name, value in wanted
                    if name.encode() not in present
                ]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def refuse_host(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "unknown host name"})
        return
    body = b"This server is not known by that name; the operator can set --public-url.\n"
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})
