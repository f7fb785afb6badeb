"""The lobby: HTTP with nothing but the standard library, in a thread."""

import asyncio
import http.client
import http.cookies
from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from sandtable.client.table import OnFrame, TableClient
from sandtable.protocol.bodies import (
    FairnessSheet,
    Games,
    MatchInfo,
    Me,
    Seated,
    Tables,
    Wrong,
)
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE
from sandtable.protocol.rooms import Room

T = TypeVar("T")

ASK_EVERY = 0.5


class Failed(Exception):
    """The server said no: `status`, `code` (an SV number or a rule) and a sentence.

    With some codes also what would be accepted instead, such as another name.
    """

    def __init__(self, status: int, code: str, detail: str, suggestion: str | None = None) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.suggestion = suggestion


class Client:
    """One guest of one server. Made by `connect`."""

    def __init__(self, url: str, name: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"an address such as http://127.0.0.1:8765, not {url!r}")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.name = name
        self.guest_token: str | None = None
        self.seat_tokens: dict[str, str] = {}
        self._tables: list[TableClient] = []

    async def __aenter__(self) -> "Client":
        if self.name is not None and self.guest_token is None:
            await self.take_name(self.name)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for table in self._tables:
            await table.close()

    # Talking to the server.

    def cookies_for(self, table_id: str | None) -> str:
        parts = []
        if self.guest_token is not None:
            parts.append(f"{GUEST_COOKIE}={self.guest_token}")
        if table_id is not None and table_id in self.seat_tokens:
            parts.append(f"{SEAT_COOKIE}={self.seat_tokens[table_id]}")
        return "; ".join(parts)

    async def call(self, method: str, path: str, answer: type[T], body: Any = None) -> T:
        return msgspec.json.decode(await self.raw(method, path, body), type=answer)

    async def raw(self, method: str, path: str, body: Any = None) -> bytes:
        return await asyncio.to_thread(self._send, method, path, body)

    def _send(self, method: str, path: str, body: Any) -> bytes:
        table_id = path.split("/")[2] if path.startswith("/tables/") else None
        headers = {"accept": "application/json"}
        if cookies := self.cookies_for(table_id):
            headers["cookie"] = cookies
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["content-type"] = "application/json"
        kind = http.client.HTTPSConnection if self.secure else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=30)
        try:
            connection.request(method, f"/api/v1{path}", data, headers)
            response = connection.getresponse()
            content = response.read()
            self._keep(response.headers.get_all("set-cookie") or [])
        finally:
            connection.close()
        if response.status >= 400:
            try:
                problem = msgspec.json.decode(content, type=Wrong)
            except msgspec.DecodeError:
                raise Failed(response.status, "", content[:200].decode("replace")) from None
            raise Failed(response.status, problem.code, problem.detail, problem.suggestion)
        return content

    def _keep(self, cookies: Sequence[str]) -> None:
        for line in cookies:
            jar: http.cookies.SimpleCookie = http.cookies.SimpleCookie(line)
            for name, morsel in jar.items():
                table_id = morsel["path"].rpartition("/")[2]
                if name == GUEST_COOKIE:
                    self.guest_token = morsel.value or None
                elif name == SEAT_COOKIE and morsel.value:
                    self.seat_tokens[table_id] = morsel.value
                elif name == SEAT_COOKIE:
                    self.seat_tokens.pop(table_id, None)

    # The lobby.

    async def take_name(self, name: str) -> Me:
        self.name = name
        return await self.call("PUT", "/me", Me, {"name": name})

    async def sign_out_everywhere(self) -> Me:
        """From now on no token of this guest works except ours."""
        return await self.call("POST", "/me/renew", Me)

    async def forget_me(self) -> None:
        """Give up seats and token. Nobody can be this guest again."""
        await self.call("DELETE", "/me", Me)

    async def mute(self, table_id: str, guest: str, quiet: bool = True) -> Room:
        """As the host, mute this guest at the table, or let them talk again."""
        method = "PUT" if quiet else "DELETE"
        return await self.call(method, f"/tables/{table_id}/muted/{guest}", Room)

    async def me(self) -> Me:
        return await self.call("GET", "/me", Me)

    async def games(self) -> Games:
        return await self.call("GET", "/games", Games)

    async def tables(self, stage: str = "gathering") -> Tables:
        return await self.call("GET", f"/tables?stage={stage}", Tables)

    async def matches(self) -> Tables:
        """Finished games that anybody may watch again."""
        return await self.call("GET", "/matches", Tables)

    async def create(self, game: str, **wish: Any) -> TableClient:
        """Make a table, sit down, and open its socket."""
        seated = await self.call("POST", "/tables", Seated, {"game": game, **wish})
        return await self.open(seated.room.id)

    async def sit(
        self, table_id: str, seat: int | None = None, on_frame: OnFrame | None = None
    ) -> TableClient:
        """Sit down and open the table's socket.

        A seat in a running game has to be asked for: this waits until the people there have
        answered, and raises Failed if they would rather not.
        """
        path = f"/tables/{table_id}" + ("" if seat is None else f"/seats/{seat}")
        while (await self.call("POST", f"{path}/sit", Seated)).request is not None:
            await asyncio.sleep(ASK_EVERY)
        return await self.open(table_id, on_frame)

    async def rematch(self, table_id: str) -> TableClient:
        seated = await self.call("POST", f"/tables/{table_id}/rematch", Seated)
        return await self.open(seated.room.id)

    async def open(self, table_id: str, on_frame: OnFrame | None = None) -> TableClient:
        """A socket to the table: to your seat if you have one, else to watch.

        `on_frame` is told every frame as it comes.
        """
        table = TableClient(self.url, table_id, lambda: self.cookies_for(table_id))
        table.on_frame = on_frame
        self._tables.append(table)
        await table.start()
        return table

    async def room(self, table_id: str) -> Room:
        return await self.call("GET", f"/tables/{table_id}", Room)

    async def match(self, match_id: str) -> MatchInfo:
        return await self.call("GET", f"/matches/{match_id}", MatchInfo)

    async def log(self, match_id: str) -> str:
        return (await self.raw("GET", f"/matches/{match_id}/log")).decode()

    async def fairness(self, match_id: str) -> FairnessSheet:
        return await self.call("GET", f"/matches/{match_id}/fairness", FairnessSheet)


def connect(url: str, name: str | None = "Guest") -> Client:
    """`async with connect(url, name="Ada") as c:`"""
    return Client(url, name)
