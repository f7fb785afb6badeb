"""The server as it is, for tests: with a clock that runs faster, and with a witness.

`python -m tests.server.fast_server --speed 20 --truth FOLDER serve ...`. What is changed is changed
here, in the process that a test started; there is no setting for it.

The witness writes the whole position after every delta, secrets included, to a file a table. From
it a checker knows what the frames of that delta may not tell.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, TextIO

from sandtable.cli import main
from sandtable.engine.match import Match
from sandtable.games.watch.rules import Watch
from sandtable.games.watch.state import WatchState
from sandtable.server import app
from sandtable.server.base.clockwork import Clockwork, monotonic
from sandtable.server.match.play import Update
from sandtable.server.tables import lobby, seat_requests
from sandtable.server.tables import table as tables_table
from sandtable.server.tables.delivery import delivery
from sandtable.server.tables.table import Table


class FastClockwork(Clockwork):
    """Milliseconds that pass this many times faster than real ones."""

    speed = 1.0

    def __init__(self) -> None:
        super().__init__(lambda: monotonic() * self.speed)

    def loop_time(self, due: float) -> float:
        return super().loop_time(due / self.speed)


class Witness:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, TextIO] = {}
        self.seqs: dict[str, int] = {}

    def write(self, table: str, seq: int, match: Match, events: list[Any]) -> None:
        if table not in self.files:
            self.files[table] = (self.folder / f"{table}.jsonl").open("w", encoding="utf-8")
        self.seqs[table] = seq
        plain = {"seq": seq, "match": match.dump(), "events": [e.to_json() for e in events]}
        self.files[table].write(json.dumps(plain) + "\n")
        self.files[table].flush()
        if match.over:
            self.files.pop(table).close()

    def watch_all_tables(self) -> None:
        take_up = Table.take_up

        def witnessed_start(table: Table, match: Match) -> None:
            take_up(table, match)
            self.write(table.id, 0, match, [])

        def witnessed_update(table: Table, update: Update, *rest: Any) -> Any:
            if table.play is not None and table.play.seq != self.seqs.get(table.id, 0):
                self.write(table.id, table.play.seq, table.play.match, update.events)
            return delivery(table, update, *rest)

        setattr(Table, "take_up", witnessed_start)  # noqa: B010
        setattr(tables_table, "delivery", witnessed_update)  # noqa: B010


def leak() -> None:
    """A view with one number too many."""
    honest = Watch.view

    def view(game: Watch, state: WatchState, viewer: int | None) -> dict[str, Any]:
        seen = honest(game, state, viewer)
        return {**seen, "tokens_spent": state.rings_at} if viewer == 0 else seen

    setattr(Watch, "view", view)  # noqa: B010


def leak_to_newcomers() -> None:
    """Shows somebody who takes a seat over all that it ever knew."""
    setattr(Watch, "veil", lambda game, state, seat: None)  # noqa: B010


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--truth", type=Path)
    parser.add_argument("--leak", action="store_true")
    parser.add_argument("--leak-to-newcomers", action="store_true")
    given, rest = parser.parse_known_args()
    FastClockwork.speed = given.speed
    setattr(app, "Clockwork", FastClockwork)  # noqa: B010
    # The people who are asked for a seat are as slow as ever.
    setattr(seat_requests, "ANSWER_WITHIN", seat_requests.ANSWER_WITHIN * given.speed)  # noqa: B010
    setattr(lobby, "SWEEP_EVERY", max(0.05, lobby.SWEEP_EVERY / given.speed))  # noqa: B010
    if given.truth is not None:
        given.truth.mkdir(exist_ok=True)
        Witness(given.truth).watch_all_tables()
    if given.leak:
        leak()
    if given.leak_to_newcomers:
        leak_to_newcomers()
    sys.exit(main(rest))
