"""Logs an operator can read, or a machine. Nothing that opens a seat is ever in them."""

import json
import logging
import logging.config
from datetime import UTC, datetime

from sandtable.server.settings import LogFormat


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def set_up(kind: LogFormat) -> None:
    if kind == "json":
        formatter: dict[str, object] = {"()": JsonLines}
    else:
        formatter = {"format": "%(asctime)s %(levelname)-7s %(name)s: %(message)s"}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"chosen": formatter},
            "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "chosen"}},
            "root": {"level": "INFO", "handlers": ["out"]},
            # Alembic and uvicorn tell more than anybody wants to know.
            "loggers": {
                "alembic": {"level": "WARNING"},
                "uvicorn": {"level": "WARNING"},
                "uvicorn.access": {"level": "WARNING"},
            },
        }
    )
