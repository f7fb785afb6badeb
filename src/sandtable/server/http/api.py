"""The HTTP API under /api/v1: what each call does."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sandtable.bots.levels import levels
from sandtable.engine.game import Game
from sandtable.engine.levels import shown_level
from sandtable.engine.registry import installed
from sandtable.protocol.bodies import (
    BotLevel,
    Example,
    FairnessSheet,
    GameInfo,
    Games,
    MatchInfo,
    Me,
    NameMe,
    NewTable,
    Position,
    SeatBot,
    Seated,
    Story,
    Tables,
)
from sandtable.protocol.manners import GUEST_COOKIE
from sandtable.protocol.problems import (
    BAD_MESSAGE,
    CANNOT,
    NAME_TAKEN,
    NAMELESS,
    NO_DISK,
    NO_SEAT_HERE,
    NO_SUCH_BOT,
    NO_SUCH_THING,
    NOT_ALLOWED,
    NOT_NOW,
    SEAT_TAKEN,
    TOO_MUCH,
    Denied,
)
from sandtable.protocol.rooms import ALL_STAGES, Room
from sandtable.server.archive import finished as archive
from sandtable.server.archive.finished import FINISHED, FinishedMatch, use_finished
from sandtable.server.archive.story import tell
from sandtable.server.http import renaming, rulebook, signing_out
from sandtable.server.http.allowance import Allowance
from sandtable.server.http.calls import ApiRequest, Call, Query, find_game
from sandtable.server.http.gamefiles import BOARD, COVERS, GameFiles, Shipped
from sandtable.server.http.meeting import Meeting
from sandtable.server.http.returning import Returning
from sandtable.server.net.limits import ByAddress, Limits
from sandtable.server.people.guests import Guest, People
from sandtable.server.tables import first_example, hosting
from sandtable.server.tables.invitations import invitations
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.openlist import open_tables
from sandtable.server.tables.roomview import room_now
from sandtable.server.tables.seat_requests import Request
from sandtable.server.tables.table import Table
from sandtable.server.tables.turns import Turns

T = TypeVar("T")

LISTED = ("gathering", "playing")

GAME = Query("game", "Only tables of this game.")
BEFORE = Query("before", "Only older ones: the `next` of the last answer.")
STAGE = Query(
    "stage",
    "Where somebody can sit down, or running games.",
    {"type": "string", "enum": ["gathering", "playing"]},
)
MINE = Query(
    "mine", "1: only games in which you had a seat.", {"type": "string", "enum": ["0", "1"]}
)
VIEWER = Query("viewer", "all, nobody (a watcher), or the number of a seat.")
ASKED = "The people at the table are being asked; call again for their answer"
START = Query("start", "Where the page begins: the `next` of the last one.")


def game_info(game: Game[Any], shipped: Shipped) -> GameInfo:
    return GameInfo(
        name=game.NAME,
        title=game.TITLE,
        blurb=game.BLURB,
        rules=game.RULES_VERSION,
        min_seats=game.MIN_SEATS,
        max_seats=game.MAX_SEATS,
        real_time=game.REAL_TIME,
        bots=[
            BotLevel(level, shown_level(level), kind.ABOUT) for level, kind in levels(game).items()
        ],
        options=game.options_schema(),
        length=game.LENGTH,
        goal=game.GOAL,
        legend=game.LEGEND.to_json(),
        cover=shipped.address(*COVERS),
        board=shipped.address(BOARD),
    )


class Api:
    def __init__(self, lobby: Lobby, people: People, limits: Limits) -> None:
        self.lobby = lobby
        self.people = people
        self.limits = limits
        self.allowance = Allowance(lobby)
        self.store = lobby.store
        self.game_files = GameFiles()
        self.turns = Turns(lobby)

    def check(self, kind: ByAddress, asked: ApiRequest) -> None:
        if not self.limits.allows(kind, asked.address, self.lobby.house.clockwork.now()):
            self.lobby.house.metrics.limited.add()
            raise Denied(TOO_MUCH, "That is too much at once; wait a moment.")

    def named(self, asked: ApiRequest) -> Guest:
        if asked.guest is None:
            raise Denied(NAMELESS, "Choose a name first.")
        return asked.guest

    async def table(self, asked: ApiRequest) -> Table:
        return await self.lobby.get(asked.path("id"))

    async def own_seat(self, asked: ApiRequest) -> tuple[Table, int]:
        table = await self.table(asked)
        seat = table.seating.seat_of_token(asked.seat_token())
        if seat is None:
            raise Denied(NOT_ALLOWED, NO_SEAT_HERE)
        return table, seat

    async def hosted(self, asked: ApiRequest) -> tuple[Table, Guest]:
        table = await self.table(asked)
        return table, table.host.check(asked.guest)

    async def kept(self, table: Table) -> None:
        """Wait until what was done at a table is on disk."""
        await self.store.written()
        if table.broken:
            raise Denied(CANNOT, NO_DISK)

    # Who.

    async def me(self, asked: ApiRequest) -> Me:
        if asked.guest is None:
            return Me(None, None, [])
        guest = asked.guest
        found = await archive.list_tables(self.store, ALL_STAGES, None, None, guest, True)
        mine = await self.turns.waiting_for(guest, [line.id for line in found.tables])
        invited = invitations(self.lobby.tables.values(), guest)
        return Me(guest.id, guest.name, found.tables, invited, mine)

    async def name_me(self, asked: ApiRequest) -> Me:
        if asked.guest is None:
            self.check(self.limits.guests, asked)
        else:
            self.check(self.limits.renames, asked)
            await renaming.rename(self.lobby, asked.guest, asked.body.name)
        token = asked.request.cookies.get(GUEST_COOKIE)
        asked.guest, fresh = await self.people.greet(asked.body.name, token)
        asked.give_guest_token(fresh)
        return await self.me(asked)

    async def renew_me(self, asked: ApiRequest) -> Me:
        guest = self.named(asked)
        self.check(self.limits.guests, asked)
        token, seats = await signing_out.renew(self.lobby, self.people, guest)
        asked.give_guest_token(token)
        for table_id, seat_token in seats:
            asked.give_seat_token(table_id, seat_token)
        return await self.me(asked)

    async def forget_me(self, asked: ApiRequest) -> Me:
        tables = []
        if asked.guest is not None:
            tables = await signing_out.forget(self.lobby, self.people, asked.guest)
        asked.drop_tokens(tables)
        return Me(None, None, [])

    # Games.

    async def games(self, asked: ApiRequest) -> Games:
        return Games([await self.describe(game) for game in installed().values()])

    async def game(self, asked: ApiRequest) -> GameInfo:
        return await self.describe(find_game(asked.path("game")))

    async def describe(self, game: Game[Any]) -> GameInfo:
        return game_info(game, await asyncio.to_thread(self.game_files.of, game))

    async def rules(self, asked: ApiRequest) -> str:
        text = await asyncio.to_thread(rulebook.rules_text, find_game(asked.path("game")))
        if text is None:
            raise Denied(NO_SUCH_THING, "This game came without written rules.")
        return text

    async def drawing(self, asked: ApiRequest) -> str:
        game, name = find_game(asked.path("game")), asked.path("name")
        picture = await asyncio.to_thread(rulebook.drawing, game, name)
        if picture is None:
            raise Denied(NO_SUCH_THING, "The rules of this game have no such drawing.")
        return picture

    # Tables.

    async def tables(self, asked: ApiRequest) -> Tables:
        stage = asked.query("stage") or "gathering"
        if stage not in LISTED:
            raise Denied(BAD_MESSAGE, "stage must be gathering or playing.")
        game, before = asked.query("game"), asked.query("before")
        if stage == "gathering":
            return Tables(*open_tables(self.lobby.tables.values(), game, before))
        return await archive.list_tables(self.store, ("playing",), game, before, None)

    async def new_table(self, asked: ApiRequest) -> Seated:
        self.check(self.limits.tables, asked)
        guest = self.named(asked)
        find_game(asked.body.game)
        self.allowance.check_household(asked.address)
        async with self.allowance.one_more(guest):
            table, seat, token = await self.lobby.create(guest, asked.body)
        self.allowance.made(asked.address, table.id)
        if seat < 0:
            return Seated(None, room_now(table))
        asked.give_seat_token(table.id, token)
        return Seated(seat, room_now(table))

    async def room(self, asked: ApiRequest) -> Room:
        return room_now(await self.table(asked))

    async def example(self, asked: ApiRequest) -> Example:
        # It costs about as much as a moment of a replay.
        self.check(self.limits.replays, asked)
        table, seat = await self.own_seat(asked)
        game, options = first_example.game_to_show(table), dict(table.record.options)
        return await asyncio.to_thread(first_example.show, game, len(table.seating), seat, options)

    async def sit(self, asked: ApiRequest) -> Seated:
        return await self.sit_at(asked, None)

    async def sit_here(self, asked: ApiRequest) -> Seated:
        return await self.sit_at(asked, asked.number("seat"))

    async def sit_at(self, asked: ApiRequest, wanted: int | None) -> Seated:
        guest = self.named(asked)
        table = await self.table(asked)
        async with self.allowance.one_more(guest, table.id):
            got = hosting.sit_or_ask(table, guest, wanted)
            if isinstance(got, Request):
                asked.status = 202
                return Seated(None, room_now(table), table.requests.shown_one(got))
            seat, token = got
            await self.kept(table)
        asked.give_seat_token(table.id, token)
        return Seated(seat, room_now(table))

    async def stand(self, asked: ApiRequest) -> Room:
        table, seat = await self.own_seat(asked)
        hosting.stand(table, seat)
        await self.kept(table)
        return room_now(table)

    async def seat_bot(self, asked: ApiRequest) -> Room:
        table, host = await self.hosted(asked)
        hosting.seat_bot(table, asked.number("seat"), asked.body.level, host)
        await self.kept(table)
        return room_now(table)

    async def remove(self, asked: ApiRequest) -> Room:
        table, host = await self.hosted(asked)
        hosting.remove(table, asked.number("seat"), host)
        await self.kept(table)
        return room_now(table)

    async def mute(self, asked: ApiRequest) -> Room:
        return await self.set_mute(asked, True)

    async def unmute(self, asked: ApiRequest) -> Room:
        return await self.set_mute(asked, False)

    async def set_mute(self, asked: ApiRequest, quiet: bool) -> Room:
        table, host = await self.hosted(asked)
        hosting.mute(table, asked.path("guest"), host, quiet)
        await self.kept(table)
        return room_now(table)

    async def start(self, asked: ApiRequest) -> Room:
        table, host = await self.hosted(asked)
        hosting.start(table, host)
        await self.kept(table)
        return room_now(table)

    async def rematch(self, asked: ApiRequest) -> Seated:
        self.check(self.limits.tables, asked)
        guest = self.named(asked)
        old = await self.table(asked)
        self.allowance.check_household(asked.address)
        async with self.allowance.one_more(guest, old.record.rematch):
            table, seat, token = await self.lobby.rematch(old, guest)
            await self.kept(table)
        self.allowance.made(asked.address, table.id)
        asked.give_seat_token(table.id, token)
        return Seated(seat, room_now(table))

    # Finished games.

    async def matches(self, asked: ApiRequest) -> Tables:
        mine = self.named(asked) if asked.query("mine") == "1" else None
        game, before = asked.query("game"), asked.query("before")
        return await archive.list_tables(self.store, FINISHED, game, before, mine)

    async def of_match(self, asked: ApiRequest, use: Callable[[FinishedMatch], T]) -> T:
        return await use_finished(self.store, asked.path("id"), asked.guest, use)

    async def match(self, asked: ApiRequest) -> MatchInfo:
        return await self.of_match(asked, lambda finished: finished.info())

    async def log(self, asked: ApiRequest) -> str:
        return await self.of_match(asked, lambda finished: finished.text())

    async def fairness(self, asked: ApiRequest) -> FairnessSheet:
        return await self.of_match(asked, lambda finished: finished.sheet())

    async def position(self, asked: ApiRequest) -> Position:
        self.check(self.limits.replays, asked)
        at, viewer = asked.number("ms"), asked.query("viewer") or "nobody"
        return await self.of_match(asked, lambda finished: finished.position(at, viewer))

    async def story(self, asked: ApiRequest) -> Story:
        self.check(self.limits.replays, asked)
        start = asked.query("start") or "0"
        if not start.isdecimal() or len(start) > 9:
            raise Denied(BAD_MESSAGE, "start must be a whole number.")
        viewer = asked.query("viewer") or "nobody"
        return await self.of_match(asked, lambda finished: tell(finished.lines, viewer, int(start)))

    def calls(self) -> list[Call]:
        table, seat = "/tables/{id}", "/tables/{id}/seats/{seat}"
        match = "/matches/{id}"
        return [
            Call(method="GET", path="/me", handler=self.me, answer=Me,
                 summary="Who you are, and your tables"),
            Call(method="PUT", path="/me", handler=self.name_me, body=NameMe, answer=Me,
                 summary="Take or change your name", errors=(NAME_TAKEN,)),
            Call(method="POST", path="/me/renew", handler=self.renew_me, answer=Me,
                 summary="Sign out everywhere else: new tokens for you and your seats",
                 errors=(NAMELESS, CANNOT)),
            Call(method="DELETE", path="/me", handler=self.forget_me, answer=Me,
                 summary="Forget who you are, and give up your seats", errors=(CANNOT,)),
            Call(method="GET", path="/games", handler=self.games, answer=Games,
                 summary="Installed games with their options and bots"),
            Call(method="GET", path="/games/{game}", handler=self.game, answer=GameInfo,
                 summary="One game", errors=(NO_SUCH_THING,)),
            Call(method="GET", path="/games/{game}/rules", handler=self.rules, answer=str,
                 summary="The rules in our own words", media="text/markdown",
                 errors=(NO_SUCH_THING,)),
            Call(method="GET", path="/games/{game}/img/{name}", handler=self.drawing, answer=str,
                 summary="A drawing in the rules", media="image/svg+xml",
                 errors=(NO_SUCH_THING,)),
            Call(method="GET", path="/tables", handler=self.tables, answer=Tables,
                 summary="Open tables", query=(STAGE, GAME, BEFORE)),
            Call(method="POST", path="/tables", handler=self.new_table, body=NewTable,
                 answer=Seated, status=201, summary="Make a table",
                 errors=(NAMELESS, NO_SUCH_THING, NO_SUCH_BOT, NOT_NOW, NOT_ALLOWED)),
            Call(method="GET", path=table, handler=self.room, answer=Room,
                 summary="A table", errors=(NO_SUCH_THING, CANNOT)),
            Call(method="GET", path=f"{table}/example", handler=self.example, answer=Example,
                 summary="Before the game: lessons, and a table that nobody plays",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
            Call(method="POST", path=f"{table}/sit", handler=self.sit, answer=Seated,
                 summary="Sit down in your own seat, or in a free one", waiting=ASKED,
                 errors=(NAMELESS, NAME_TAKEN, NO_SUCH_THING, SEAT_TAKEN, NOT_ALLOWED, NOT_NOW,
                         CANNOT)),
            Call(method="POST", path=f"{seat}/sit", handler=self.sit_here, answer=Seated,
                 summary="Sit down here, or ask for a seat in a running game", waiting=ASKED,
                 errors=(NAMELESS, NAME_TAKEN, NO_SUCH_THING, SEAT_TAKEN, NOT_ALLOWED, NOT_NOW,
                         CANNOT)),
            Call(method="POST", path=f"{table}/stand", handler=self.stand, answer=Room,
                 summary="Stand up", errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
            Call(method="PUT", path=f"{seat}/bot", handler=self.seat_bot, body=SeatBot,
                 answer=Room, summary="Host: let a bot play here",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, SEAT_TAKEN, NO_SUCH_BOT, NOT_NOW, CANNOT)),
            Call(method="DELETE", path=seat, handler=self.remove, answer=Room,
                 summary="Host: remove whoever sits here",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
            Call(method="PUT", path=f"{table}/muted/{{guest}}", handler=self.mute, answer=Room,
                 summary="Host: mute this guest",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
            Call(method="DELETE", path=f"{table}/muted/{{guest}}", handler=self.unmute,
                 answer=Room, summary="Host: let this guest talk again",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, CANNOT)),
            Call(method="POST", path=f"{table}/start", handler=self.start, answer=Room,
                 summary="Host: start the game",
                 errors=(NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, CANNOT)),
            Call(method="POST", path=f"{table}/rematch", handler=self.rematch, answer=Seated,
                 status=201, summary="Play again, seats rotated",
                 errors=(NAMELESS, NO_SUCH_THING, NOT_ALLOWED, NOT_NOW, SEAT_TAKEN, CANNOT)),
            Call(method="GET", path="/matches", handler=self.matches, answer=Tables,
                 summary="Finished games", query=(GAME, MINE, BEFORE), errors=(NAMELESS,)),
            Call(method="GET", path=match, handler=self.match, answer=MatchInfo,
                 summary="A finished game", errors=(NO_SUCH_THING, NOT_NOW, CANNOT)),
            Call(method="GET", path=f"{match}/log", handler=self.log, answer=str,
                 summary="Its replay file", media="application/jsonl",
                 errors=(NO_SUCH_THING, NOT_NOW, CANNOT)),
            Call(method="GET", path=f"{match}/fairness", handler=self.fairness,
                 answer=FairnessSheet, summary="Its fairness sheet",
                 errors=(NO_SUCH_THING, NOT_NOW, CANNOT)),
            Call(method="GET", path=f"{match}/at/{{ms}}", handler=self.position,
                 answer=Position, summary="The table at any time of it", query=(VIEWER,),
                 errors=(NO_SUCH_THING, NOT_NOW, CANNOT)),
            Call(method="GET", path=f"{match}/story", handler=self.story, answer=Story,
                 summary="All of it, moment by moment, as somebody saw it",
                 query=(VIEWER, START), errors=(NO_SUCH_THING, NOT_NOW, CANNOT)),
            *Meeting(self).calls(),
            *Returning(self).calls(),
        ]  # fmt: skip
