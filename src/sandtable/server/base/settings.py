"""What an operator can set: on the command line, or as SANDTABLE_... in the environment."""

import os
from collections.abc import Mapping
from math import isfinite, nan
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct
from platformdirs import user_data_path

LogFormat = Literal["text", "json"]
MetricsFor = Literal["off", "local", "on"]
DATABASE_FILE = "sandtable.sqlite3"
HIGHEST_PORT = 65_535


class Settings(Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None
    """A SQLAlchemy URL; None: a SQLite file in the data folder."""
    data_dir: Path
    public_url: str | None = None
    """Where people reach the server; None: whatever host name they used."""
    lan_line: str = "sandtable serve --host 0.0.0.0"
    """What to type so that other devices in the same network can reach this server."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For and -Proto are believed."""
    log_format: LogFormat = "text"
    bot_workers: int = 0
    """Processes for bots that answer quickly; 0: one for each core."""
    bot_thinkers: int = 0
    """The same for bots that search."""
    group_commit_ms: int = 8
    """Milliseconds that a commit waits for others to share it, under load."""
    away_after: float = 5.0
    gone_after: float = 30.0
    """Seconds without a connection until a bot stands in."""
    countdown: float = 3.0
    downtime_countdown: float = 5.0
    close_after: float = 3600.0
    close_slow_after: float = 30 * 86400.0
    """The same for a running game in which people have an hour or more for a turn."""
    bot_patience: float = 20.0
    """Seconds a bot may think about one thing before the random bot takes its seat."""
    retain_days: int | None = None
    """Days after which finished tables, and guests at no table, are removed; None: never."""
    stall_after: float = 2.0
    """Seconds without an answer from the disk, or with this process stopped, until sand stops."""
    limits: bool = True
    """Limits by person and address; off only for load measurements on loopback."""
    metrics: MetricsFor = "local"
    """Who may read /metrics: nobody, programs on this machine, or everybody."""
    most_connections: int = 0
    """Connections in all; 0: as many as the file limit allows, 10,000 at most."""
    most_connections_each: int = 256
    """Connections from one address, or from one IPv6 /64."""
    head_within: float = 10.0
    """Seconds from the first byte of a request until its head is complete."""
    body_within: float = 10.0
    """Seconds for the body, and one more for each KiB that has arrived."""
    most_watchers: int = 200
    """People who may watch one table."""
    most_tables_each: int = 30
    """Unfinished tables at which one person may sit or be host."""

    @property
    def database_url(self) -> str:
        if self.database is not None:
            return self.database
        return f"sqlite:///{self.data_dir / DATABASE_FILE}"

    @property
    def public_https(self) -> bool:
        """Whether people reach the server by https. That takes a proxy: it speaks only http."""
        return urlsplit(self.public_url or "").scheme == "https"

    @property
    def has_unnamed_proxy(self) -> bool:
        """Whether there must be a proxy that --trusted-proxies does not name."""
        return self.public_https and not self.trusted_proxies

    def came_by_https(self, scheme: str) -> bool:
        """Whether a request did. If no proxy is trusted to say so, the public URL says it."""
        return scheme == "https" or self.has_unnamed_proxy

    @property
    def origins(self) -> tuple[str, ...]:
        """The origin that may open sockets, if it is known beforehand."""
        if self.public_url is None:
            return ()
        parts = urlsplit(self.public_url)
        return (f"{parts.scheme}://{parts.netloc}",)


def is_days(text: str) -> bool:
    return text.isdecimal() and len(text) <= 5 and int(text) >= 1


def default_data_dir(environment: Mapping[str, str], usual: Path | None = None) -> Path:
    """The usual data folder of the platform, unless `usual` names another.

    Earlier versions used the same folder on every Unix, the Mac included. If there is data in that
    folder and none in the usual one, the earlier folder stays in use.
    """
    usual = usual or user_data_path("sandtable", appauthor=False)
    earlier = earlier_data_dir(environment)
    if has_data(earlier) and not has_data(usual):
        return earlier
    return usual


def has_data(folder: Path) -> bool:
    """Whether there is a database; not if somebody else's folder is closed to us."""
    try:
        return (folder / DATABASE_FILE).exists()
    except OSError:
        return False


def earlier_data_dir(environment: Mapping[str, str]) -> Path:
    """Where version 0.1 kept its data."""
    if folder := environment.get("XDG_DATA_HOME"):
        return Path(folder) / "sandtable"
    if os.name == "nt" and (folder := environment.get("LOCALAPPDATA")):
        return Path(folder) / "sandtable"
    return Path.home() / ".local" / "share" / "sandtable"


def port_of(name: str, text: str) -> int:
    """A port as somebody wrote it; 0 stands for any free one."""
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise SystemExit(f"{name} must be a port from 0 to {HIGHEST_PORT}, not {text!r}")
    return int(text)


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from SANDTABLE_HOST, SANDTABLE_PORT and so on; defaults for the rest."""
    env = os.environ if environment is None else environment

    def get(name: str) -> str | None:
        return env.get(f"SANDTABLE_{name}") or None

    def number(name: str, default: float) -> float:
        value = get(name)
        if value is None:
            return default
        try:
            found = float(value)
        except ValueError:
            found = nan
        if not isfinite(found):
            raise SystemExit(f"SANDTABLE_{name} must be a number, not {value!r}")
        return found

    def bound(name: str, default: int, least: int) -> int:
        value = number(name, default)
        if value != int(value) or value < least:
            raise SystemExit(
                f"SANDTABLE_{name} must be a whole number from {least} up, not {value:g}"
            )
        return int(value)

    metrics = get("METRICS") or "local"
    if metrics not in ("off", "local", "on"):
        raise SystemExit(f"SANDTABLE_METRICS must be off, local or on, not {metrics!r}")
    retain_days = get("RETAIN_DAYS")
    if retain_days is not None and not is_days(retain_days):
        raise SystemExit(
            f"SANDTABLE_RETAIN_DAYS must be a number of days, 1 or more, not {retain_days!r}"
        )
    log_format = get("LOG_FORMAT") or "text"
    if log_format not in ("text", "json"):
        raise SystemExit(f"SANDTABLE_LOG_FORMAT must be text or json, not {log_format!r}")
    proxies = get("TRUSTED_PROXIES") or ""
    folder = get("DATA_DIR")
    return Settings(
        host=get("HOST") or "127.0.0.1",
        port=port_of("SANDTABLE_PORT", get("PORT") or "8765"),
        database=get("DATABASE"),
        data_dir=Path(folder) if folder else default_data_dir(env),
        public_url=get("PUBLIC_URL"),
        trusted_proxies=tuple(part.strip() for part in proxies.split(",") if part.strip()),
        log_format="json" if log_format == "json" else "text",
        bot_workers=bound("BOT_WORKERS", 0, 0),
        bot_thinkers=bound("BOT_THINKERS", 0, 0),
        group_commit_ms=int(number("GROUP_COMMIT_MS", 8)),
        away_after=number("AWAY_AFTER", 5.0),
        gone_after=number("GONE_AFTER", 30.0),
        countdown=number("COUNTDOWN", 3.0),
        downtime_countdown=number("DOWNTIME_COUNTDOWN", 5.0),
        close_after=number("CLOSE_AFTER", 3600.0),
        close_slow_after=number("CLOSE_SLOW_AFTER", 30 * 86400.0),
        bot_patience=number("BOT_PATIENCE", 20.0),
        retain_days=None if retain_days is None else int(retain_days),
        stall_after=number("STALL_AFTER", 2.0),
        limits=(get("LIMITS") or "on") != "off",
        metrics="off" if metrics == "off" else "on" if metrics == "on" else "local",
        most_connections=bound("MOST_CONNECTIONS", 0, 0),
        most_connections_each=bound("MOST_CONNECTIONS_EACH", 256, 1),
        head_within=number("HEAD_WITHIN", 10.0),
        body_within=number("BODY_WITHIN", 10.0),
        most_watchers=bound("MOST_WATCHERS", 200, 0),
        most_tables_each=bound("MOST_TABLES_EACH", 30, 1),
    )
