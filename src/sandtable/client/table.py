"""One table, through its socket. Keeps the view up to date, resends, and reconnects by itself."""

import asyncio
import contextlib
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.protocol.manners import GIVE_UP_AFTER, MOST_FRAME, PING_EVERY, RESEND_AFTER
from sandtable.protocol.messages import (
    PROTOCOL,
    Ack,
    Answered,
    AnswerRequest,
    Ask,
    Bye,
    Chatted,
    ClientMessage,
    Delta,
    DoAct,
    Echo,
    FromServer,
    Happened,
    Hello,
    Hint,
    Hinted,
    MakeOffer,
    Manners,
    Ping,
    PlainOutcome,
    Pong,
    Probe,
    Problem,
    React,
    Reacted,
    Reaction,
    Refusal,
    RoomNow,
    Say,
    SayReady,
    Snapshot,
    Verdict,
    WantPause,
    Welcome,
    You,
    decode_told,
    encode,
)
from sandtable.protocol.patch import apply
from sandtable.protocol.rooms import ChatLine, Clock, Offer, Room

FIRST_WAIT = 0.1
LONGEST_WAIT = 5.0
FAILED = 1006
"""The code of a connection that ended without a goodbye."""

OnFrame = Callable[[bytes], None]


class Gone(ConnectionError):
    """The server closed this table to us for good."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class TableNow(msgspec.Struct):
    """The game as this client may see it, after the latest message."""

    seq: int
    view: dict[str, Any]
    legal: list[dict[str, Any]]
    events: list[Happened]
    """What is new since the last one."""
    outcome: PlainOutcome | None
    seed: str | None
    commitment: str


class TableClient:
    def __init__(self, url: str, table_id: str, cookies: Callable[[], str]) -> None:
        self.id = table_id
        self.address = f"{url.replace('http', 'ws', 1)}/api/v1/tables/{table_id}/socket"
        self.cookies = cookies
        self.you: You | None = None
        self.room: Room | None = None
        self.seen: TableNow | None = None
        self.clock: Clock | None = None
        self.chat: list[ChatLine] = []
        self.problems: list[Problem] = []
        self.reactions: deque[Reacted] = deque(maxlen=20)
        self.gone: Gone | None = None
        self.on_frame: OnFrame | None = None
        """Told every frame as it came: for checkers and measurements."""
        self.connections = 0
        self.resent = 0
        self._manners = Manners(PING_EVERY, GIVE_UP_AFTER, RESEND_AFTER, MOST_FRAME)
        """What the server expects of us; until it has said so, what servers usually expect."""
        self._stream: str | None = None
        self._next = 1
        self._open: dict[int, tuple[DoAct, float, asyncio.Future[Verdict]]] = {}
        self._asked: dict[int, tuple[Ask | Hint, asyncio.Future[Any]]] = {}
        self._questions = 0
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._version = 0
        self._unread: list[Happened] = []
        self._task: asyncio.Task[None] | None = None
        self._offsets: list[tuple[float, float]] = []
        self._pings: dict[int, float] = {}
        self._last_heard = 0.0
        self._asked_to_wait = 0.0

    async def start(self) -> None:
        self._task = asyncio.create_task(self._stay())
        await self.wait(lambda: self.room is not None)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def connected(self) -> bool:
        return self._socket is not None

    # What a player does.

    async def act(self, act: dict[str, Any]) -> Verdict:
        """Play an act; returns once it is decided and on the server's disk."""
        message = DoAct(self._next, act)
        self._next += 1
        future: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._open[message.n] = (message, time.monotonic(), future)
        await self._send(message)
        return await future

    async def ask(self, question: dict[str, Any]) -> Answered:
        """Ask the rules something for your seat: an answer, or the rule by which there is none."""
        self._questions += 1
        answer: Answered = await self._answer_to(Ask(self._questions, question))
        return answer

    async def hint(self) -> Hinted:
        """What a bot would do in your seat, and why; only where all your opponents are bots."""
        self._questions += 1
        answer: Hinted = await self._answer_to(Hint(self._questions))
        return answer

    async def _answer_to(self, message: Ask | Hint) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[message.id] = (message, future)
        await self._send(message)
        return await future

    async def ready(self, ready: bool = True) -> None:
        """Say that you are ready, or not; returns once the room shows it."""
        while not self._shows_ready(ready):
            await self.wait(lambda: self._socket is not None)
            if self.you is not None and self.you.seat is None:
                raise ValueError("a watcher is never ready")
            await self._send(SayReady(ready))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._manners.resend_after / 1000):
                    await self.wait(lambda: self._shows_ready(ready))

    def _shows_ready(self, ready: bool) -> bool:
        if self.room is None or self.you is None or self.you.seat is None:
            return False
        begun = self.room.stage not in ("gathering", "countdown")
        return begun or self.room.seats[self.you.seat].ready == ready

    async def pause(self, pause: bool = True) -> None:
        await self._send(WantPause(pause))

    async def answer(self, request: int, agree: bool) -> None:
        """Let somebody have the vacant seat they ask for (see `room.requests`), or do not."""
        await self._send(AnswerRequest(request, agree))

    async def say(self, text: str) -> None:
        await self._send(Say(text))

    async def offer(self, give: dict[str, int], want: dict[str, int], to: int | None) -> None:
        """An offer that binds nobody; everybody gets it as a line of the chat."""
        await self._send(MakeOffer(Offer(give, want, to)))

    async def react(self, reaction: Reaction) -> None:
        await self._send(React(reaction))

    def table_time(self) -> int | None:
        """The table's time now, by the server's clock as measured from here."""
        if self.clock is None:
            return None
        offset = min(self._offsets)[1] if self._offsets else 0.0
        passed = time.monotonic() * 1000 + offset - self.clock.server
        return self.clock.now + int(self.clock.rate * passed) if self.clock.rate else self.clock.now

    async def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds. Raises Gone if the server has closed the table to us."""
        async with self._changed:
            await self._changed.wait_for(lambda: holds() or self.gone is not None)
        if self.gone is not None and not holds():
            raise self.gone

    async def __aiter__(self) -> AsyncIterator[TableNow]:
        """The game after every change, until it is over."""
        known = -1

        def new() -> bool:
            return self.seen is not None and self._version > known

        while True:
            await self.wait(new)
            known = self._version
            assert self.seen is not None
            self.seen.events, self._unread = self._unread, []
            yield self.seen
            if self.seen.outcome is not None and self._version == known:
                return

    # The connection.

    async def _send(self, message: ClientMessage) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(encode(message).decode())

    async def _stay(self) -> None:
        """Connect again and again until the server says not to."""
        wait = FIRST_WAIT
        while not self._is_gone():
            self._asked_to_wait = 0.0
            try:
                await self._once()
                wait = FIRST_WAIT
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pass
            except Exception as problem:
                # Otherwise, whatever is waiting for this table would wait for ever.
                self.gone = Gone(FAILED, f"this program failed: {problem!r}")
                self.gone.__cause__ = problem
            if self._is_gone():
                break
            await asyncio.sleep(max(self._asked_to_wait, wait * random.uniform(0.5, 1.0)))
            wait = min(LONGEST_WAIT, wait * 2)
        waiting: list[asyncio.Future[Any]] = [future for _, _, future in self._open.values()]
        for future in [*waiting, *[future for _, future in self._asked.values()]]:
            if not future.done() and self.gone is not None:
                future.set_exception(self.gone)
        await self._tell()

    def _is_gone(self) -> bool:
        return self.gone is not None

    async def _once(self) -> None:
        headers = {"cookie": cookies} if (cookies := self.cookies()) else None
        async with connect_socket(
            self.address,
            additional_headers=headers,
            compression=None,
            max_size=1 << 22,
            ping_interval=None,
            proxy=None,
            open_timeout=self._manners.give_up_after / 1000,
            close_timeout=1,
        ) as socket:
            self._socket = socket
            self.connections += 1
            self._last_heard = time.monotonic()
            since = None if self.seen is None else self.seen.seq
            stream = self._stream if since is not None else None
            await socket.send(encode(Hello(PROTOCOL, stream, since)).decode())
            beat = asyncio.create_task(self._beat(socket))
            try:
                async for frame in socket:
                    data = frame.encode() if isinstance(frame, str) else frame
                    self._last_heard = time.monotonic()
                    if self.on_frame is not None:
                        self.on_frame(data)
                    await self._hear(decode_told(data), socket)
            finally:
                self._socket = None
                beat.cancel()
                await asyncio.gather(beat, return_exceptions=True)

    async def _beat(self, socket: ClientConnection) -> None:
        """Ping, resend what was not answered, and give up a silent connection."""
        count = 0
        while True:
            count += 1
            self._pings[count] = time.monotonic()
            await self._send(Ping(count))
            await asyncio.sleep(self._manners.ping_every / 1000)
            now = time.monotonic()
            if now - self._last_heard > self._manners.give_up_after / 1000:
                await socket.close()
                return
            await self._resend(self._manners.resend_after / 1000)

    async def _hear(self, message: FromServer, socket: ClientConnection) -> None:
        match message:
            case Probe():
                await socket.send(encode(Echo(message.id)).decode())
                return
            case Pong():
                self._pong(message)
                return
            case Welcome():
                self.you = message.you
                self._manners = message.manners
                self._stream = message.stream
                # Nobody knows what got through before the connection was lost.
                await self._resend(0.0)
                for question, _ in list(self._asked.values()):
                    await self._send(question)
            case RoomNow():
                self.room = message.room
                self.clock = message.clock
            case Snapshot():
                self._snapshot(message)
            case Delta():
                self._delta(message)
            case Ack() | Refusal():
                entry = self._open.pop(message.n, None)
                if entry is not None and not entry[2].done():
                    entry[2].set_result(message)
            case Answered() | Hinted():
                asked = self._asked.pop(message.id, None)
                if asked is not None and not asked[1].done():
                    asked[1].set_result(message)
            case Chatted():
                known = {line.id for line in self.chat}
                self.chat += [line for line in message.lines if line.id not in known]
            case Reacted():
                self.reactions.append(message)
            case Problem():
                self.problems.append(message)
            case Bye():
                if message.come_back_after is None:
                    self.gone = Gone(message.code, message.reason)
                else:
                    self._asked_to_wait = message.come_back_after / 1000
        await self._tell()

    def _snapshot(self, message: Snapshot) -> None:
        self.clock = message.clock
        self._next = max(self._next, message.played + 1)
        self._version += 1
        self._unread = message.events
        self.seen = TableNow(
            message.seq,
            message.view,
            message.legal,
            message.events,
            message.outcome,
            message.seed,
            message.commitment,
        )

    async def _resend(self, older_than: float) -> None:
        """Send again, in the old order, what has had no answer for so many seconds."""
        now = time.monotonic()
        for n, (message, sent, future) in list(self._open.items()):
            if now - sent >= older_than and not future.done():
                self._open[n] = (message, now, future)
                self.resent += 1
                await self._send(message)

    def _delta(self, message: Delta) -> None:
        seen = self.seen
        if seen is None or message.seq != seen.seq + 1:
            # Out of step: a new connection gets a snapshot.
            self.seen = None
            if self._socket is not None:
                self._socket.transport.abort()
            return
        self.clock = message.clock
        self._version += 1
        self._unread = [*self._unread, *message.events]
        self.seen = TableNow(
            message.seq,
            apply(seen.view, message.changes),
            seen.legal if message.legal is msgspec.UNSET else message.legal,
            message.events,
            seen.outcome if message.outcome is msgspec.UNSET else message.outcome,
            seen.seed if message.seed is msgspec.UNSET else message.seed,
            seen.commitment,
        )

    def _pong(self, message: Pong) -> None:
        sent = self._pings.pop(message.id, None)
        if sent is not None:
            got = time.monotonic()
            offset = message.server - (sent + got) * 500
            self._offsets = [*self._offsets[-9:], (got - sent, offset)]

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
