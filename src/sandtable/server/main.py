"""Run the server: listen, hold the database, serve until told to stop."""

import errno
import logging
import os
import socket

import msgspec
import uvicorn

from sandtable.protocol.manners import MOST_FRAME
from sandtable.server.app import KEEP_ALIVE, App, make_app
from sandtable.server.base import logs
from sandtable.server.base.settings import Settings
from sandtable.server.net import fitting, lan
from sandtable.server.net.safety import headers_for
from sandtable.server.operating import files
from sandtable.server.operating.troubles import explain
from sandtable.server.store.holding import Taken, file_of, holder, own_note, taken

log = logging.getLogger("sandtable")

NO_PROXY_NAMED = (
    "People reach this server by https, so through a proxy, but --trusted-proxies does not name "
    "it: together they are limited like one address, and nobody counts as being on this machine."
)
GRACE = 5
"""Seconds that connections get to end when the server stops."""


class TableServer(uvicorn.Server):
    """Opens the tables before the first connection is taken, and says goodbye to every table
    before the connections are closed."""

    def __init__(self, config: uvicorn.Config, app: App, where: str) -> None:
        super().__init__(config)
        self.app = app
        self.where = where
        self.failure: BaseException | None = None
        app.on_taken = self.stop_for

    def stop_for(self, reason: Taken) -> None:
        """Another process has the database: anything we did now would be lost."""
        self.failure = reason
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.app.start()
        except Exception as error:
            self.failure = error
            self.should_exit = True
            return
        await super().startup(sockets)
        log.info("Sandtable at %s", self.where)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.say_goodbye()
        await super().shutdown(sockets)


def listen(host: str, port: int, backlog: int) -> list[socket.socket]:
    """The listening sockets of the server. Once they exist, nobody else can take the port."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    opened: list[socket.socket] = []
    problem: OSError | None = None
    for family, kind, protocol, _, address in dict.fromkeys(found):
        try:
            listener = socket.socket(family, kind, protocol)
        except OSError as error:
            # This machine does not speak that family.
            problem = error
            continue
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            # Only a socket that listens has the port to itself.
            listener.listen(backlog)
        except OSError as error:
            listener.close()
            problem = error
            if error.errno == errno.EADDRNOTAVAIL and len(found) > 1:
                continue
            break
        opened.append(listener)
    else:
        if opened:
            return opened
    for listener in opened:
        listener.close()
    raise problem or OSError(f"{host} has no address")


def no_port(error: OSError, settings: Settings) -> str:
    """Why we cannot listen; most likely another server of ours is running."""
    note = holder(settings.database_url)
    if note is not None:
        return str(taken(str(file_of(settings.database_url)), note))
    where = f"{settings.host}, port {settings.port}"
    if error.errno == errno.EADDRINUSE:
        return f"Another program is already listening at {where}; choose another --port."
    return f"The server cannot listen at {where}: {error.strerror or error}."


def address_of(settings: Settings) -> str:
    return lan.url(settings.host, settings.port)


def run(settings: Settings) -> int:
    """Serve until told to stop; returns the exit code."""
    logs.set_up(settings.log_format)
    app: App | None = None
    try:
        most, backlog = files.room_for(files.raise_file_limit())
        try:
            sockets = listen(settings.host, settings.port, backlog)
        except OSError as error:
            log.error(no_port(error, settings))
            return 1
        if (warning := files.make_private(settings.data_dir)) is not None:
            log.warning(warning)
        if (database := file_of(settings.database_url)) is not None:
            files.make_database_private(database)
        if settings.has_unnamed_proxy:
            log.warning(NO_PROXY_NAMED)
        wanted = settings.most_connections or most
        app = App(msgspec.structs.replace(settings, most_connections=min(wanted, most)))
        app.store.open(own_note("a Sandtable server", address_of(settings)))
        return serve(app, settings, sockets, backlog)
    except Exception as error:
        log.error(explain(error, settings))
        if app is not None:
            app.store.close()
        return 1


def serve(app: App, settings: Settings, sockets: list[socket.socket], backlog: int) -> int:
    scheme = "https" if settings.public_https else "http"
    chosen = fitting.choose(app.connections, headers_for(settings, scheme))
    config = uvicorn.Config(
        make_app(app),
        host=settings.host,
        port=settings.port,
        http=chosen.http,
        ws=chosen.ws,
        limit_concurrency=None if chosen.is_gated else app.connections.most,
        backlog=backlog,
        # A little more than is allowed, so that the answer to a frame that is too long can say so.
        ws_max_size=2 * MOST_FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        loop="auto",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP_ALIVE,
        lifespan="on",
    )
    server = TableServer(config, app, settings.public_url or address_of(settings))
    server.run(sockets)
    if server.failure is not None:
        log.error(explain(server.failure, settings))
    return 0 if server.started and server.failure is None else 1
