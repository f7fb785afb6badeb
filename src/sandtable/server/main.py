"""Run the server."""

import logging
import socket
import sys

import uvicorn

from sandtable.server import logs
from sandtable.server.app import App, make_app
from sandtable.server.messages import MOST_FRAME
from sandtable.server.settings import Settings
from sandtable.server.wire import TableSocket

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
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    app = App(settings)
    config = uvicorn.Config(
        make_app(app),
        host=settings.host,
        port=settings.port,
        ws=TableSocket,
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
        timeout_keep_alive=30,
        lifespan="on",
    )
    server = TableServer(config, app)
    where = settings.public_url or f"http://{settings.host}:{settings.port}"
    log.info("Sandtable at %s", where)
    server.run()
    if not server.started:
        sys.exit(1)
