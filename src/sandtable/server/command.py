"""`sandtable serve`, `export`, `import`: the server's part of the one command."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.server import files
from sandtable.server.settings import Settings, from_environment

if TYPE_CHECKING:
    from sandtable.server.storage import Store

MOST_REASON = 300


def add(subparsers: Any) -> None:
    """Add the server's commands to the one command."""
    base = from_environment()
    serve = subparsers.add_parser("serve", help="run the site and its tables on this machine")
    add_database(serve, base)
    serve.add_argument("--host", default=base.host, help="address to listen on (%(default)s)")
    serve.add_argument("--port", type=int, default=base.port, help="port (%(default)s)")
    serve.add_argument(
        "--public-url", default=base.public_url, metavar="URL", help="where people reach the site"
    )
    serve.add_argument(
        "--trusted-proxies",
        default=",".join(base.trusted_proxies),
        metavar="ADDRESSES",
        help="proxies whose X-Forwarded headers are believed, with commas between",
    )
    serve.add_argument("--log-format", choices=("text", "json"), default=base.log_format)
    serve.add_argument(
        "--metrics",
        choices=("off", "local", "on"),
        default=base.metrics,
        help="who may read /metrics: nobody, this machine, everybody (%(default)s)",
    )
    serve.set_defaults(func=run_serve)
    export = subparsers.add_parser("export", help="write a finished game as a replay file")
    export.add_argument("id", help="the table's id, as in its link")
    export.add_argument("file", nargs="?", type=Path, help="where to (standard output)")
    add_database(export, base)
    export.set_defaults(func=run_export)
    bring = subparsers.add_parser("import", help="take replay files in as finished games")
    bring.add_argument("files", nargs="+", type=Path)
    add_database(bring, base)
    bring.set_defaults(func=run_import)


def add_database(parser: argparse.ArgumentParser, base: Settings) -> None:
    parser.add_argument(
        "--database", default=base.database, metavar="URL", help="sqlite:///... or postgresql://..."
    )
    parser.add_argument(
        "--data-dir", type=Path, default=base.data_dir, metavar="FOLDER", help="(%(default)s)"
    )


def settings_of(arguments: argparse.Namespace) -> Settings:
    # Every command begins with its settings, and nothing it writes is for other users' eyes.
    files.keep_private()
    chosen = {"database": arguments.database, "data_dir": arguments.data_dir}
    return msgspec.structs.replace(from_environment(), **chosen)


def run_serve(arguments: argparse.Namespace) -> int:
    from sandtable.server.main import run

    proxies = [part.strip() for part in arguments.trusted_proxies.split(",") if part.strip()]
    run(
        msgspec.structs.replace(
            settings_of(arguments),
            host=arguments.host,
            port=arguments.port,
            public_url=arguments.public_url,
            trusted_proxies=tuple(proxies),
            log_format=arguments.log_format,
            metrics=arguments.metrics,
        )
    )
    return 0


def run_export(arguments: argparse.Namespace) -> int:
    async def export() -> str:
        from sandtable.server.archive import load_any
        from sandtable.server.storage import Store

        store = Store(settings_of(arguments).database_url)
        try:
            return (await load_any(store, arguments.id)).text()
        finally:
            await store.stop()

    try:
        text = asyncio.run(export())
    except SandtableError as problem:
        print(problem, file=sys.stderr)
        return 1
    if arguments.file is None:
        sys.stdout.write(text)
    else:
        arguments.file.write_text(text, encoding="utf-8")
    return 0


def open_alone(settings: Settings, what: str) -> "Store":
    """The database, for a command that writes to it."""
    from sandtable.server.storage import Store

    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = Store(settings.database_url)
    store.upgrade()
    return store


def one_line(problem: Exception) -> str:
    """A reason as one line, whatever stands in the file that it quotes."""
    words = " ".join(str(problem).split())
    return "".join(c if c.isprintable() else "?" for c in words)[:MOST_REASON]


def run_import(arguments: argparse.Namespace) -> int:
    from sandtable.server.archive import keep
    from sandtable.server.replayfile import MOST_BYTES, bring

    store = open_alone(settings_of(arguments), "`sandtable import`")
    failed = 0
    try:
        for path in arguments.files:
            try:
                with path.open("rb") as file:
                    brought = bring(file.read(MOST_BYTES + 1))
                keep(store, brought)
            except (SandtableError, OSError) as problem:
                print(f"{path}: {one_line(problem)}", file=sys.stderr)
                failed += 1
            else:
                print(f"{path}: {brought.record.id}")
    finally:
        store.engine.dispose()
    return 1 if failed else 0
