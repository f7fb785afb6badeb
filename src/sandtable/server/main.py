"""Run the server."""

import logging
import sys

import uvicorn

from sandtable.server import logs
from sandtable.server.app import make_app
from sandtable.server.messages import MOST_FRAME
from sandtable.server.settings import Settings
from sandtable.server.wire import TableSocket

log = logging.getLogger("sandtable")

GRACE = 5
"""Seconds that connections get to end when the server stops."""


def run(settings: Settings) -> None:
    """Serve until told to stop."""
    logs.set_up(settings.log_format)
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    config = uvicorn.Config(
        make_app(settings),
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
    server = uvicorn.Server(config)
    where = settings.public_url or f"http://{settings.host}:{settings.port}"
    log.info("Sandtable at %s", where)
    server.run()
    if not server.started:
        sys.exit(1)
