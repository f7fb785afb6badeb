"""What viewers are sent keeps up with what they may see and do, whatever a game does inside."""

from typing import Any

import pytest

import sandtable
from sandtable.engine.acts import Act
from sandtable.engine.game import Game
from sandtable.engine.rng import seeded
from sandtable.engine.units import Seat
from sandtable.protocol.messages import Delta, Snapshot, decode_told
from sandtable.protocol.patch import apply
from sandtable.scaffold.templates.game.rules import Rules
from sandtable.scaffold.templates.game.state import Table
from sandtable.server.match.play import Play
from sandtable.server.match.streams import Streams


class KeepsItsLists(Rules):
    """Gives the same list every time, with other acts in it."""

    def __init__(self) -> None:
        self.lists: dict[Seat, list[Act]] = {}

    def legal(self, state: Table, seat: Seat) -> list[Act]:
        kept = self.lists.setdefault(seat, [])
        kept[:] = super().legal(state, seat)
        return kept


class Client:
    """What somebody knows who got a snapshot and all deltas since."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.view = snapshot.view
        self.legal = snapshot.legal
        self.heard = snapshot.events

    def take(self, frame: bytes) -> None:
        delta = decode_told(frame)
        assert isinstance(delta, Delta)
        self.view = apply(self.view, delta.changes)
        if isinstance(delta.legal, list):
            self.legal = delta.legal
        self.heard = delta.events


@pytest.mark.parametrize("game", [KeepsItsLists(), *map(sandtable.find, sandtable.games())])
def test_deltas_keep_a_client_at_its_view_and_its_acts(game: Game[Any]) -> None:
    match = sandtable.new(game, seats=game.MIN_SEATS, seed=4)
    play = Play(match, 100)
    streams = Streams(play, [f"Player {seat}" for seat in range(match.seats)])
    viewers = (None, *range(match.seats))
    clients = {viewer: Client(streams.snapshot(viewer, 0.0)) for viewer in viewers}
    dice = seeded("streams")
    mono = 0.0
    play.clock.run(mono)
    for step in range(150):
        active = match.active()
        if active:
            seat = dice.pick(active)
            play.submit(seat, step + 1, dice.pick(match.legal(seat)).to_json(), mono, 0.0)
        elif match.alarm is not None:
            mono = max(mono, play.clock.when(match.alarm) or mono)
        for update in play.judge(mono, 0.0):
            for viewer, frame in streams.advance(update.events, mono).items():
                clients[viewer].take(frame)
                for told in clients[viewer].heard:
                    assert told.words == game.words_to(viewer, told.told, streams.names)
                    said_to_all = game.words(told.told, streams.names)
                    assert told.to_you == (told.words != said_to_all)
                    assert told.ends == (match.over and told is clients[viewer].heard[-1])
        if match.over:
            break
        for viewer in viewers:
            assert clients[viewer].view == match.view(viewer)
            if viewer is not None:
                known = [act.to_json() for act in match.legal(viewer)]
                assert clients[viewer].legal == known
        mono += 40.0
    assert play.seq > 5
    # Whoever comes later, or comes back, is told the same of the latest events.
    for viewer in viewers:
        latest = streams.snapshot(viewer, mono).events
        count = len(clients[viewer].heard)
        assert latest[len(latest) - count :] == clients[viewer].heard
    assert match.over or not isinstance(game, KeepsItsLists)
