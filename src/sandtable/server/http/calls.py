"""A call of the HTTP API, described once: it routes, it decodes, it documents itself."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sandtable.engine.errors import UnknownGame
from sandtable.engine.game import Game
from sandtable.engine.registry import find
from sandtable.protocol.bodies import Wrong
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE
from sandtable.protocol.problems import BAD_MESSAGE, NO_SUCH_THING, STATUS, TITLE, Denied
from sandtable.server.people.guests import Guest

MOST_BODY = 64 * 1024
YEAR = 365 * 24 * 3600
MONTH = 30 * 24 * 3600


class ApiRequest:
    """One request, as far as handlers need it."""

    def __init__(self, request: Request, guest: Guest | None, body: Any) -> None:
        self.request = request
        self.guest = guest
        self.body = body
        self.cookies: list[tuple[str, str, str, int]] = []
        self.headers: dict[str, str] = {}
        self.status: int | None = None
        """A status other than the call's usual one."""

    @property
    def address(self) -> str:
        client = self.request.client
        return client.host if client else ""

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        value = self.path(name)
        if not value.isdecimal() or len(value) > 15:
            raise Denied(BAD_MESSAGE, f"{name} must be a whole number, not {value[:20]!r}.")
        return int(value)

    def query(self, name: str) -> str | None:
        value = self.request.query_params.get(name)
        if value is not None and ("\x00" in value or len(value) > 200):
            raise Denied(BAD_MESSAGE, f"{name} cannot have that value.")
        return value or None

    def seat_token(self) -> str | None:
        return self.request.cookies.get(SEAT_COOKIE)

    def give_guest_token(self, token: str) -> None:
        self.cookies.append((GUEST_COOKIE, token, "/", YEAR))

    def drop_tokens(self, table_ids: list[str]) -> None:
        """Let the browser forget who somebody is, and their seats."""
        self.cookies.append((GUEST_COOKIE, "", "/", 0))
        for table_id in table_ids:
            self.cookies.append((SEAT_COOKIE, "", f"/api/v1/tables/{table_id}", 0))
        self.headers["clear-site-data"] = '"cookies"'

    def give_seat_token(self, table_id: str, token: str) -> None:
        self.cookies.append((SEAT_COOKIE, token, f"/api/v1/tables/{table_id}", MONTH))


Handler = Callable[[ApiRequest], Awaitable[Any]]


class Query(msgspec.Struct, frozen=True):
    name: str
    description: str
    schema: dict[str, Any] = msgspec.field(default_factory=lambda: {"type": "string"})


class Call(msgspec.Struct, frozen=True, kw_only=True):
    method: str
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    status: int = 200
    media: str = "application/json"
    query: tuple[Query, ...] = ()
    waiting: str = ""
    """If the call may answer 202: what it means that it was accepted and is not done yet."""
    errors: tuple[str, ...] = ()
    """The SV codes it may answer with, besides those of every call."""


def find_game(name: str) -> Game[Any]:
    try:
        return find(name)
    except UnknownGame as unknown:
        raise Denied(NO_SUCH_THING, str(unknown)) from None


def wrong(
    code: str, detail: str, status: int | None = None, suggestion: str | None = None
) -> Response:
    """An RFC 9457 problem."""
    number = status or STATUS.get(code, 422)
    title = TITLE.get(code, "Against the rules")
    body = Wrong("about:blank", title, number, detail, code, suggestion)
    headers = {"retry-after": "10"} if number in (429, 503) else None
    return Response(
        msgspec.json.encode(body), number, headers, media_type="application/problem+json"
    )


async def read_body(request: Request, kind: Any) -> Any:
    """The decoded body. Raises Denied with the place where it is wrong."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > MOST_BODY:
            raise Denied(BAD_MESSAGE, "A body may be 64 KiB at most.")
        chunks.append(chunk)
    if kind is None:
        return None
    kind_sent = request.headers.get("content-type", "application/json").partition(";")[0].strip()
    if kind_sent.lower() != "application/json":
        raise Denied(BAD_MESSAGE, "The body must be application/json.")
    try:
        return msgspec.json.decode(b"".join(chunks), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise Denied(BAD_MESSAGE, str(problem)[:300]) from None


def respond(call: Call, asked: ApiRequest, answer: Any, secure: bool) -> Response:
    """`secure`: whether it came by https, so that its cookies never travel otherwise."""
    status = asked.status or call.status
    if isinstance(answer, Response):
        response = answer
    elif isinstance(answer, str):
        response = Response(answer, status, media_type=call.media)
    else:
        response = Response(msgspec.json.encode(answer), status, media_type=call.media)
    response.headers.setdefault("cache-control", "no-store")
    response.headers.update(asked.headers)
    for name, token, path, age in asked.cookies:
        response.set_cookie(
            name, token, max_age=age, path=path, secure=secure, httponly=True, samesite="lax"
        )
    return response
