"""Run the server."""

import logging
import socket
import sys

import msgspec
import uvicorn

from sandtable.server import files, fitting, logs
from sandtable.server.app import KEEP_ALIVE, App, make_app
from sandtable.server.messages import MOST_FRAME
from sandtable.server.settings import Settings

log = logging.getLogger("sandtable")

GRACE = 5
"""Seconds that connections get to end when the server stops."""


class TableServer(uvicorn.Server):
    """Says goodbye to every table before the connections are closed."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.say_goodbye()
        await super().shutdown(sockets)


def run(settings: Settings) -> None:
    """Serve until told to stop."""
    logs.set_up(settings.log_format)
    if (warning := files.make_private(settings.data_dir)) is not None:
        log.warning(warning)
    most, backlog = files.room_for(files.raise_file_limit())
    wanted = settings.most_connections or most
    app = App(msgspec.structs.replace(settings, most_connections=min(wanted, most)))
    chosen = fitting.choose(app.connections)
    config = uvicorn.Config(
        make_app(app),
        host=settings.host,
        port=settings.port,
        http=chosen.http,
        ws=chosen.ws,
        limit_concurrency=None if chosen.is_gated else app.connections.most,
        backlog=backlog,
        # A little more than a frame may have, so that the answer to a long one can say so.
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
    server = TableServer(config, app)
    where = settings.public_url or f"http://{settings.host}:{settings.port}"
    log.info("Sandtable at %s", where)
    server.run()
    if not server.started:
        sys.exit(1)
