"""The application: routes, sockets, and what starts and stops with the server."""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import sandtable
from sandtable.engine.errors import SandtableError
from sandtable.protocol.goodbyes import CLOSED, FAULT, NO_TABLE, RESTART, RULE_BROKEN
from sandtable.protocol.manners import GUEST_COOKIE, SEAT_COOKIE
from sandtable.protocol.problems import (
    AT_FAULT,
    BAD_MESSAGE,
    CANNOT,
    FOREIGN_ORIGIN,
    NO_DISK,
    NO_SUCH_THING,
    TOO_MANY_REQUESTS,
    TOO_MUCH,
    Denied,
)
from sandtable.server.base.chores import keep_on, watch_loop
from sandtable.server.base.clockwork import Clockwork
from sandtable.server.base.metrics import Metrics
from sandtable.server.base.settings import Settings
from sandtable.server.bots.desk import BotDesk
from sandtable.server.http.api import Api
from sandtable.server.http.calls import (
    ApiRequest,
    Call,
    read_body,
    respond,
    wrong,
)
from sandtable.server.http.doorkeeper import Doorkeeper
from sandtable.server.http.openapi import describe, page
from sandtable.server.http.pacing import Pacing
from sandtable.server.http.pages import Site
from sandtable.server.http.security import Guard, SafeAnswers, is_from_this_machine, own_origin
from sandtable.server.http.sockets import Visit, accept, refuse, turn_away
from sandtable.server.net.addresses import Proxies
from sandtable.server.net.connections import Connections
from sandtable.server.net.limits import Limits
from sandtable.server.operating.files import MOST_CONNECTIONS
from sandtable.server.operating.garbage import collect_on
from sandtable.server.operating.health import Health
from sandtable.server.operating.heartbeat import Heartbeat
from sandtable.server.operating.retention import Retention
from sandtable.server.operating.scrape import Scrape
from sandtable.server.operating.troubles import explain
from sandtable.server.people.guests import People, new_id
from sandtable.server.store.holding import Taken
from sandtable.server.store.storage import Store
from sandtable.server.store.writer import Unwritten, is_fault
from sandtable.server.tables.house import House
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.shelf import DatabaseShelf
from sandtable.server.tables.visitor import Visitor

log = logging.getLogger("sandtable.app")

GOODBYE_WITHIN = 3.0
COME_BACK_AFTER = 2_000
SLOW_DOWN = 10_000
KEEP_ALIVE = 30
"""Seconds that a connection may stay open between two requests."""
SAFE = ("GET", "HEAD", "OPTIONS")


class App:
    """Everything that one server process has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.scrape = Scrape(self.metrics)
        self.limits = Limits(settings.limits)
        self.connections = make_connections(settings, self.metrics)
        self.store = Store(settings.database_url, settings.group_commit_ms)
        self.store.on_commit = lambda seconds, _: self.metrics.commit.see(seconds)
        self.clockwork = Clockwork()
        self.store.on_fault = self.clockwork.on_fault = self.metrics.faults.add
        self.clockwork.on_fired = lambda late: self.metrics.lateness.see(late / 1000)
        cores = os.cpu_count() or 1
        self.bots = BotDesk(
            settings.bot_workers or cores,
            settings.bot_patience,
            settings.bot_thinkers or cores,
            self.clockwork.now,
        )
        self.bots.on_fault = self.metrics.bot_faults.add
        self.bots.on_own_fault = self.metrics.faults.add
        shelf = DatabaseShelf(self.store)
        self.house = House(settings, shelf, self.clockwork, self.bots, self.metrics, new_id())
        self.people = People(self.store)
        self.lobby = Lobby(self.house, shelf)
        self.heartbeat = Heartbeat(self.house, self.lobby)
        self.api = Api(self.lobby, self.people, self.limits)
        self.health = Health(self.lobby.try_disk)
        self.house.on_disk_failure = self.health.doubt
        self.tasks: list[asyncio.Task[None]] = []
        self.ready = False
        self.on_taken: Callable[[Taken], None] | None = None
        """Called when another process has taken the database: this one must end."""
        self.store.on_taken = self.lose

    def lose(self, reason: Taken) -> None:
        if self.on_taken is not None:
            self.on_taken(reason)

    async def start(self) -> None:
        """Raises if the server cannot serve; then everything that was started is stopped again."""
        try:
            await self.begin()
        except BaseException:
            await self.stop()
            raise

    async def begin(self) -> None:
        watch_loop(self.metrics.faults.add)
        if not self.store.opened:
            await asyncio.to_thread(self.store.open)
        self.store.start()
        self.clockwork.start()
        await self.bots.start()
        await self.heartbeat.first()
        await self.lobby.look_round()
        self.tasks = [
            keep_on(
                "noting that the server is alive", self.heartbeat.beat_on, self.metrics.faults.add
            ),
            keep_on("waking games of bots", self.lobby.wake_bots, self.metrics.faults.add),
            keep_on("sweeping tables", self.lobby.sweep_on, self.metrics.faults.add),
            keep_on("closing connections", self.connections.sweep_on, self.metrics.faults.add),
            keep_on("collecting garbage", self.collect_on, self.metrics.faults.add),
        ]
        if self.settings.retain_days is not None:
            retention = Retention(self.store, self.lobby, self.people, self.settings.retain_days)
            self.tasks.append(
                keep_on("removing what is old", retention.run_on, self.metrics.faults.add)
            )
        self.ready = True

    async def say_goodbye(self) -> None:
        """Stop all sand, write it down, and tell everybody to come back."""
        if not self.ready:
            return
        self.ready = False
        self.lobby.stop()
        with contextlib.suppress(TimeoutError, sa.exc.SQLAlchemyError):
            # What cannot be written now, because the disk is away, was never acknowledged.
            async with asyncio.timeout(GOODBYE_WITHIN):
                await self.store.written()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_WITHIN):
                while self.metrics.sockets.value > 0:
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        await self.say_goodbye()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.clockwork.stop()
        await self.bots.stop()
        await self.store.stop()

    async def collect_on(self) -> None:
        await collect_on(lambda: not self.lobby.playing())

    def endpoint(self, call: Call) -> Callable[[Request], Awaitable[Response]]:
        """What all calls have in common, around the one thing that this call does."""

        async def run(request: Request) -> Response:
            try:
                asked = await self.take(request, call)
                secure = self.settings.came_by_https(request.url.scheme)
                return respond(call, asked, await call.handler(asked), secure)
            except Denied as denied:
                return wrong(denied.code, denied.message, suggestion=denied.suggestion)
            except SandtableError as problem:
                rule = str(problem).partition(":")[0]
                return wrong(rule if "-" in rule and " " not in rule else "ST", str(problem), 422)
            except sa.exc.SQLAlchemyError as error:
                self.note_trouble(error)
                return wrong(CANNOT, NO_DISK)
            except ClientDisconnect:
                # It went away, or is too slow; in the first case nobody reads this.
                return wrong(BAD_MESSAGE, "The body of this request did not arrive in time.", 408)

        return run

    def note_trouble(self, error: sa.exc.SQLAlchemyError) -> None:
        """The database failed: by a mistake of ours, which is a fault, or because it is away."""
        if is_fault(error):
            log.error("the database", exc_info=error)
            self.metrics.faults.add()
        elif not isinstance(error, Unwritten):
            log.error("%s", explain(error, self.settings))
        self.health.doubt()

    async def take(self, request: Request, call: Call) -> ApiRequest:
        if not self.ready:
            raise Denied(CANNOT, "The server is starting or stopping.")
        address = request.client.host if request.client else ""
        if not self.limits.allows(self.limits.requests, address, self.clockwork.now()):
            self.metrics.limited.add()
            raise Denied(TOO_MUCH, TOO_MANY_REQUESTS)
        if request.method not in SAFE and not own_origin(
            request.headers, request.url.scheme, self.settings
        ):
            raise Denied(FOREIGN_ORIGIN, "This call came from a page on another site.")
        body = await read_body(request, call.body)
        guest = await self.people.find(request.cookies.get(GUEST_COOKIE))
        return ApiRequest(request, guest, body)

    def allows_one_more(self, address: str) -> bool:
        """Whether this address may ask for anything at all now."""
        if self.limits.allows(self.limits.everything, address, self.clockwork.now()):
            return True
        self.metrics.limited.add()
        return False

    async def socket(self, socket: WebSocket) -> None:
        """A fault before the visit begins ends this connection and no other."""
        try:
            visit = await self.let_in(socket)
        except Exception:
            log.exception("a fault while letting somebody in")
            self.metrics.faults.add()
            await refuse(socket, FAULT, AT_FAULT, 1000)
            return
        if visit is not None:
            await visit.run(through_proxy=bool(self.settings.trusted_proxies))

    async def let_in(self, socket: WebSocket) -> Visit | None:
        """The visit of this client to the table it asks for; None if it was refused."""
        address = socket.client.host if socket.client else ""
        scheme = socket.url.scheme
        if not own_origin(socket.headers, scheme, self.settings):
            await turn_away(socket, FOREIGN_ORIGIN)
            return None
        if not self.ready:
            await turn_away(socket, CANNOT)
            return None
        if not self.limits.allows(self.limits.handshakes, address, self.clockwork.now()):
            self.metrics.limited.add()
            await turn_away(socket, TOO_MUCH)
            return None
        try:
            table = await self.lobby.get(socket.path_params["id"])
            guest = await self.people.find(socket.cookies.get(GUEST_COOKIE))
        except Denied as denied:
            code = NO_TABLE if denied.code == NO_SUCH_THING else CLOSED
            await refuse(socket, code, denied.message)
            return None
        except sa.exc.SQLAlchemyError as error:
            self.note_trouble(error)
            await refuse(socket, RESTART, NO_DISK, COME_BACK_AFTER)
            return None
        seat = table.seating.seat_of_token(socket.cookies.get(SEAT_COOKIE))
        now = self.clockwork.now()
        if seat is None and not self.limits.allows_visit(address, table.id, now):
            self.metrics.limited.add()
            why = f"{TOO_MUCH}: you come and go too often."
            await refuse(socket, RULE_BROKEN, why, SLOW_DOWN)
            return None
        visitor = Visitor(guest, seat, self.clockwork.now)
        visit = Visit(socket, self.lobby, table, visitor, self.limits.on)
        return visit if await accept(socket) else None

    async def show_health(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        if not self.limits.allows(self.limits.looks, address, self.clockwork.now()):
            self.metrics.limited.add()
            return PlainTextResponse("too many requests\n", 429, {"retry-after": "10"})
        if not self.ready:
            return PlainTextResponse("not ready\n", 503)
        if not await self.health.good():
            return PlainTextResponse("cannot write\n", 503)
        return PlainTextResponse("ok\n")

    async def show_metrics(self, request: Request) -> Response:
        if not may_see_metrics(request, self.settings):
            raise HTTPException(404)
        if self.ready:
            self.lobby.count()
        return Response(self.scrape.text(), media_type=self.scrape.CONTENT_TYPE)


def make_connections(settings: Settings, metrics: Metrics) -> Connections:
    most = settings.most_connections or MOST_CONNECTIONS
    # Nobody gets more than a quarter, however few there are in all.
    most_each = min(settings.most_connections_each, max(1, most // 4))
    return Connections(
        most,
        most_each if settings.limits else None,
        Proxies(settings.trusted_proxies),
        metrics,
        settings.head_within,
        KEEP_ALIVE,
    )


def may_see_metrics(request: Request, settings: Settings) -> bool:
    """By default only a program on this machine may.

    Behind a proxy that nobody named, anybody could look like one.
    """
    if settings.metrics != "local":
        return settings.metrics == "on"
    return is_from_this_machine(request) and not settings.has_unnamed_proxy


def make_app(app: App) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(starlette: Starlette) -> AsyncIterator[None]:
        if not app.ready:
            await app.start()
        try:
            yield
        finally:
            await app.stop()

    calls = app.api.calls()
    described = describe(calls, sandtable.__version__)
    shown, encoded = page(calls, described), msgspec.json.encode(described)

    async def openapi(request: Request) -> Response:
        return Response(encoded, media_type="application/json")

    async def docs(request: Request) -> Response:
        return HTMLResponse(shown)

    async def no_such_call(request: Request) -> Response:
        return wrong(NO_SUCH_THING, "There is no such call; see /api/docs.")

    site = Site()
    routes = [
        *(Route(f"/api/v1{c.path}", app.endpoint(c), methods=[c.method]) for c in calls),
        WebSocketRoute("/api/v1/tables/{id}/socket", app.socket),
        Route("/api/v1/openapi.json", openapi),
        Route("/api/docs", docs),
        Route("/api/{path:path}", no_such_call),
        Route("/healthz", app.show_health),
        Route("/metrics", app.show_metrics),
        Route("/games/{game}/{stamp}/{path:path}", app.api.game_files.__call__),
        Route("/", site.__call__),
        Route("/{path:path}", site.__call__),
    ]
    starlette = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, settings=app.settings),
            Middleware(Pacing, allows=app.allows_one_more),
            # The page's scripts weigh a third of themselves on the wire.
            Middleware(GZipMiddleware, minimum_size=1_024),
        ],
        exception_handlers={HTTPException: http_error, 500: fault(app)},
    )
    keeper = Doorkeeper(starlette, app.connections, app.settings.body_within)
    return SafeAnswers(keeper, app.settings)


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = wrong(NO_SUCH_THING, str(error.detail), error.status_code)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def fault(app: App) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def answer(request: Request, error: Exception) -> Response:
        app.metrics.faults.add()
        return wrong(CANNOT, "Something went wrong on our side; the server's log says what.", 500)

    return answer
