"""The calls by which people find each other, or a game to watch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sandtable.protocol.bodies import Companions, Me, PlayWithSomebody, Reach, Seated
from sandtable.protocol.problems import (
    CANNOT,
    NAMELESS,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    Denied,
)
from sandtable.protocol.rooms import Room
from sandtable.server.archive import finished as archive
from sandtable.server.http.calls import ApiRequest, Call, find_game
from sandtable.server.http.security import is_from_this_machine
from sandtable.server.net import lan
from sandtable.server.tables import invitations, ondemand
from sandtable.server.tables.roomview import room_now

if TYPE_CHECKING:
    from sandtable.server.http.api import Api


class Meeting:
    def __init__(self, api: Api) -> None:
        self._api = api

    async def companions(self, asked: ApiRequest) -> Companions:
        return Companions(await archive.companions(self._api.store, self._api.named(asked).id))

    async def decline(self, asked: ApiRequest) -> Me:
        guest, table = self._api.named(asked), await self._api.table(asked)
        invitations.decline(table, guest)
        await self._api.kept(table)
        return await self._api.me(asked)

    async def invite(self, asked: ApiRequest) -> Room:
        self._api.check(self._api.limits.invitations, asked)
        table, seat = await self._api.own_seat(asked)
        by, whom = table.seating[seat].guest or "", asked.path("guest")
        known = await archive.companions(self._api.store, by)
        if whom not in [one.guest for one in known]:
            raise Denied(NOT_ALLOWED, "You can only invite people you have played with.")
        invitations.invite(table, by, whom)
        await self._api.kept(table)
        return room_now(table)

    async def reach(self, asked: ApiRequest) -> Reach:
        settings = self._api.lobby.house.settings
        if settings.public_url is not None:
            return Reach(settings.public_url.rstrip("/"), None)
        if settings.trusted_proxies or not is_from_this_machine(asked.request):
            return Reach(None, None)
        address = await asyncio.to_thread(lan.address_for_others, settings.host, settings.port)
        only_here = lan.is_only_here(settings.host)
        return Reach(address, settings.lan_line if only_here else None)

    async def show(self, asked: ApiRequest) -> Room:
        self._api.check(self._api.limits.tables, asked)
        return room_now(await ondemand.show(self._api.lobby, find_game(asked.path("game"))))

    async def quick(self, asked: ApiRequest) -> Seated:
        self._api.check(self._api.limits.tables, asked)
        guest, game = self._api.named(asked), find_game(asked.body.game)
        self._api.allowance.check_household(asked.address)
        async with self._api.allowance.one_more(guest):
            found = await ondemand.play_with_somebody(self._api.lobby, guest, game)
            table, seat, token, is_new = found
            await self._api.kept(table)
        if is_new:
            self._api.allowance.made(asked.address, table.id)
        asked.give_seat_token(table.id, token)
        return Seated(seat, room_now(table))

    def calls(self) -> list[Call]:
        return [
            Call(method="GET", path="/me/companions", handler=self.companions,
                 answer=Companions, summary="People you have played with", errors=(NAMELESS,)),
            Call(method="DELETE", path="/me/invitations/{id}", handler=self.decline, answer=Me,
                 summary="Turn down an invitation to this table",
                 errors=(NAMELESS, NO_SUCH_THING, CANNOT)),
            Call(method="GET", path="/reach", handler=self.reach, answer=Reach,
                 summary="Where other devices find this site, for somebody on its own machine"),
            Call(method="POST", path="/games/{game}/show", handler=self.show, answer=Room,
                 summary="A game that bots play for people to watch", errors=(NO_SUCH_THING,)),
            Call(method="POST", path="/quick", handler=self.quick, body=PlayWithSomebody,
                 answer=Seated, summary="Play with whoever else wants to play this game",
                 errors=(NAMELESS, NO_SUCH_THING, NOT_NOW, CANNOT)),
            Call(method="PUT", path="/tables/{id}/invited/{guest}", handler=self.invite,
                 answer=Room, summary="Invite somebody you have played with",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
        ]  # fmt: skip
