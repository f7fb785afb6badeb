"""The call by which somebody who comes back to a game played over days sees what they missed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from sandtable.protocol.bodies import Story
from sandtable.protocol.problems import (
    BAD_MESSAGE,
    CANNOT,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    Denied,
)
from sandtable.server.archive.lately import lately
from sandtable.server.http.calls import ApiRequest, Call, Query
from sandtable.server.tables.shelf import lines_of

if TYPE_CHECKING:
    from sandtable.server.http.api import Api

SINCE = Query("since", "The table time after which the story begins.", {"type": "integer"})


class Returning:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def lately(self, asked: ApiRequest) -> Story:
        self._api.check(self._api.limits.replays, asked)
        since = asked.query("since") or "0"
        if not since.isdecimal() or len(since) > 15:
            raise Denied(BAD_MESSAGE, "since must be a whole number.")
        table, seat = await self._api.own_seat(asked)
        if not table.stages.playing or not table.attendance.unhurried:
            raise Denied(NOT_NOW, "You can only look back on a game played over several days.")
        names, newcomer = list(table.seating.names), table.seating[seat].newcomer_from
        # What is on disk has been told to everybody, and nothing else is.
        lines = await self._api.store.read(partial(lines_of, table_id=table.id))
        return await asyncio.to_thread(lately, lines, seat, int(since), names, newcomer)

    def calls(self) -> list[Call]:
        return [
            Call(method="GET", path="/tables/{id}/lately", handler=self.lately, answer=Story,
                 summary="In a game played over several days: what your seat saw since you left",
                 query=(SINCE,), errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
        ]  # fmt: skip
