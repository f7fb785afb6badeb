"""`sandtable play`, `serve`, `export`, `import`, `tables`: the server's part of the one command."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.protocol.rooms import ALL_STAGES
from sandtable.server.base.settings import Settings, from_environment, is_days, port_of
from sandtable.server.net.lan import is_only_here
from sandtable.server.operating import files

if TYPE_CHECKING:
    from sandtable.server.store.storage import Store

MOST_REASON = 300


def fill(name: str, parser: argparse.ArgumentParser) -> None:
    """Give one of the server's commands its arguments and what it does."""
    fillers: dict[str, Callable[[argparse.ArgumentParser, Settings], None]] = {
        "play": fill_play,
        "serve": fill_serve,
        "export": fill_export,
        "import": fill_import,
        "tables": fill_tables,
    }
    fillers[name](parser, from_environment())


def port(text: str) -> int:
    try:
        return port_of("--port", text)
    except SystemExit as wrong:
        raise argparse.ArgumentTypeError(str(wrong).removeprefix("--port ")) from None


def fill_play(play: argparse.ArgumentParser, base: Settings) -> None:
    add_serving(play, base)
    # If somebody chose a port, here or in the environment, no other is taken.
    chosen = base.port if os.environ.get("SANDTABLE_PORT") else None
    play.add_argument(
        "--port",
        type=port,
        default=chosen,
        help="port (the usual one if it is free, or else any free one)",
    )
    play.add_argument(
        "--lan",
        action="store_true",
        help="let in phones and computers on the same network, and print the address for them",
    )
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    play.set_defaults(func=run_play)


def fill_serve(serve: argparse.ArgumentParser, base: Settings) -> None:
    add_serving(serve, base)
    serve.add_argument("--port", type=port, default=base.port, help="port (%(default)s)")
    serve.set_defaults(func=run_serve)


def add_serving(serve: argparse.ArgumentParser, base: Settings) -> None:
    add_database(serve, base)
    serve.add_argument("--host", default=base.host, help="address to listen on (%(default)s)")
    serve.add_argument(
        "--public-url", default=base.public_url, metavar="URL", help="where people reach the site"
    )
    serve.add_argument(
        "--trusted-proxies",
        default=",".join(base.trusted_proxies),
        metavar="ADDRESSES",
        help="proxies whose X-Forwarded headers are believed, separated by commas",
    )
    serve.add_argument("--log-format", choices=("text", "json"), default=base.log_format)
    serve.add_argument(
        "--metrics",
        choices=("off", "local", "on"),
        default=base.metrics,
        help="who may read /metrics: nobody, this machine, everybody (%(default)s)",
    )
    serve.add_argument(
        "--retain-days",
        type=days,
        default=base.retain_days,
        metavar="N",
        help="remove finished games, and guests who are at no table, after N days (never)",
    )


def fill_export(export: argparse.ArgumentParser, base: Settings) -> None:
    export.add_argument("id", help="the table's id, as in its link")
    export.add_argument("file", nargs="?", type=Path, help="where to write it (standard output)")
    add_database(export, base)
    export.set_defaults(func=run_export)


def fill_import(bring: argparse.ArgumentParser, base: Settings) -> None:
    bring.add_argument("files", nargs="+", type=Path, help="replay files")
    add_database(bring, base)
    bring.set_defaults(func=run_import)


def fill_tables(tables: argparse.ArgumentParser, base: Settings) -> None:
    tables.add_argument("--stage", choices=ALL_STAGES, help="only tables at this stage")
    tables.add_argument("--game", metavar="GAME", help="only tables of this game")
    tables.add_argument("--json", action="store_true", help="one JSON object per line")
    add_database(tables, base)
    tables.set_defaults(func=run_tables)
    acts = tables.add_subparsers(dest="act", metavar="", title="instead of the list")
    close = acts.add_parser("close", help="end tables as if everybody had left")
    delete = acts.add_parser("delete", help="delete tables for good, with their logs and chat")
    delete.add_argument("--yes", action="store_true", help="do not ask first")
    for act, run in ((close, run_close), (delete, run_delete)):
        act.add_argument("ids", nargs="+", metavar="ID", help="as in the table's link")
        add_database(act, base, again=True)
        act.set_defaults(func=run)


def days(text: str) -> int:
    if not is_days(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days (1 or more)")
    return int(text)


def add_database(parser: argparse.ArgumentParser, base: Settings, again: bool = False) -> None:
    """`again`: these options may already have been given to the command around this one."""
    parser.add_argument(
        "--database",
        default=argparse.SUPPRESS if again else base.database,
        metavar="URL",
        help="sqlite:///... or postgresql://...",
    )
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=argparse.SUPPRESS if again else base.data_dir,
        metavar="FOLDER",
        help=f"where the server keeps its data ({base.data_dir})",
    )


def settings_of(arguments: argparse.Namespace) -> Settings:
    # Every command starts here, and nothing that it writes is for other users to read.
    files.keep_private()
    chosen = {"database": arguments.database, "data_dir": arguments.data_dir}
    return msgspec.structs.replace(from_environment(), **chosen)


def serving(arguments: argparse.Namespace) -> Settings:
    proxies = [part.strip() for part in arguments.trusted_proxies.split(",") if part.strip()]
    return msgspec.structs.replace(
        settings_of(arguments),
        host=arguments.host,
        public_url=arguments.public_url,
        trusted_proxies=tuple(proxies),
        log_format=arguments.log_format,
        metrics=arguments.metrics,
        retain_days=arguments.retain_days,
    )


def run_serve(arguments: argparse.Namespace) -> int:
    from sandtable.server.main import run

    return run(msgspec.structs.replace(serving(arguments), port=arguments.port))


def run_play(arguments: argparse.Namespace) -> int:
    from sandtable.server.local import play

    line = os.environ.get("SANDTABLE_LAN_LINE") or "sandtable play --lan"
    settings = msgspec.structs.replace(serving(arguments), lan_line=line)
    if arguments.lan and is_only_here(settings.host):
        settings = msgspec.structs.replace(settings, host="0.0.0.0")
    return play(settings, arguments.port, browser=not arguments.no_browser)


def plainly(settings: Settings, do: Callable[[], int]) -> int:
    """Do it. If that fails, say why in one sentence."""
    from sandtable.server.operating.troubles import explain

    try:
        return do()
    except Exception as problem:
        print(explain(problem, settings), file=sys.stderr)
        return 1


def reading(arguments: argparse.Namespace, use: "Callable[[Store], int]") -> int:
    """For a command that only reads: it may run beside a server."""
    settings = settings_of(arguments)

    def do() -> int:
        from sandtable.server.store.storage import Store

        store = Store(settings.database_url)
        try:
            store.check()
            return use(store)
        finally:
            store.close()

    return plainly(settings, do)


def writing(arguments: argparse.Namespace, what: str, use: "Callable[[Store], int]") -> int:
    """For a command that writes: it is refused while a server has the data."""
    settings = settings_of(arguments)

    def do() -> int:
        from sandtable.server.store.holding import own_note
        from sandtable.server.store.storage import Store

        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        store = Store(settings.database_url)
        try:
            store.open(own_note(what))
            return use(store)
        finally:
            store.close()

    return plainly(settings, do)


def run_export(arguments: argparse.Namespace) -> int:
    def export(store: "Store") -> int:
        from sandtable.server.archive.finished import load_any

        text = asyncio.run(load_any(store, arguments.id)).text()
        if arguments.file is None:
            sys.stdout.write(text)
        else:
            arguments.file.write_text(text, encoding="utf-8")
        return 0

    return reading(arguments, export)


def one_line(problem: Exception) -> str:
    """A reason on one line, whatever the file that it quotes contains."""
    words = " ".join(str(problem).split())
    return "".join(c if c.isprintable() else "?" for c in words)[:MOST_REASON]


def run_import(arguments: argparse.Namespace) -> int:
    def bring_all(store: "Store") -> int:
        import sqlalchemy as sa

        from sandtable.server.archive.finished import keep
        from sandtable.server.archive.replayfile import MOST_BYTES, bring

        failed = 0
        for path in arguments.files:
            try:
                with path.open("rb") as file:
                    brought = bring(file.read(MOST_BYTES + 1))
                keep(store, brought)
            except OSError as problem:
                print(f"{path}: {problem.strerror or problem}", file=sys.stderr)
                failed += 1
            except (SandtableError, sa.exc.SQLAlchemyError) as problem:
                print(f"{path}: {one_line(problem)}", file=sys.stderr)
                failed += 1
            else:
                print(f"{path}: {brought.record.id}")
        return 1 if failed else 0

    return writing(arguments, "`sandtable import`", bring_all)


def run_tables(arguments: argparse.Namespace) -> int:
    def show(store: "Store") -> int:
        from sandtable.server.operating.tending import as_json, as_lines, list_tables

        found = list_tables(store, arguments.stage, arguments.game)
        sys.stdout.write(as_json(found) if arguments.json else as_lines(found))
        return 0

    return reading(arguments, show)


def run_close(arguments: argparse.Namespace) -> int:
    from sandtable.server.operating.tending import close_table

    return for_each(arguments, "`sandtable tables close`", close_table)


def run_delete(arguments: argparse.Namespace) -> int:
    from sandtable.server.operating.tending import delete_table

    if not arguments.yes:
        count = len(arguments.ids)
        what = "this table" if count == 1 else f"these {count} tables"
        print(f"Delete {what} for good, with logs and chat? [y/N] ", end="", flush=True)
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            print("Nothing was deleted.", file=sys.stderr)
            return 1
    return for_each(arguments, "`sandtable tables delete`", delete_table)


def for_each(arguments: argparse.Namespace, what: str, do: "Callable[[Store, str], str]") -> int:
    """Do something to each of the named tables, and say what came of it."""

    def do_all(store: "Store") -> int:
        failed = 0
        for table_id in arguments.ids:
            try:
                print(f"{table_id}: {do(store, table_id)}")
            except SandtableError as problem:
                print(f"{table_id}: {one_line(problem)}", file=sys.stderr)
                failed += 1
        return 1 if failed else 0

    return writing(arguments, what, do_all)
