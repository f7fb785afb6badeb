"""What a sensible player of Out of Time looks at.

It plays for its card: it looks some moves ahead with both glasses, at what it can take and how
soon, and expects others to move on when their sand has run out. It waits a little for a space that
is about to be free if that is worth more than moving, stands in the way of somebody who is about to
win, and never knocks anything over on purpose. If it has to stand a glass up, it does so first.
"""

from typing import Any, ClassVar, Final

from sandtable.engine.acts import Act
from sandtable.engine.bot import Bot, Plan, Seen
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.units import Ms, Seat
from sandtable.games.out_of_time.actions import NO_CUBE, GiveBack, Move, Place, StandUp
from sandtable.games.out_of_time.parts import COLOUR_COUNT, COLOURS, NEXT_TO, SPACES

HORIZON: Final[Ms] = 150_000
"""What a cube is worth now; one that is taken later is worth less, by the time it takes."""
DEPTH: Final = 3
"""How many moves of its own it looks ahead."""
CARD_DONE: Final[Ms] = 40_000
"""What a filled card is worth beyond its last cube: the next card comes sooner."""
MOVES_ON: Final[Ms] = 1_500
"""How long after its sand has run out somebody else's glass is expected to have left."""
ANY_MOMENT: Final[Ms] = 500
"""If the glass is still there after that time, it is expected to leave within this time."""
IDLE: Final[Ms] = 4_000
"""A glass that has waited this long for its owner is not expected to leave."""
LONGEST_WAIT: Final[Ms] = 9_000
WAITING_HAS_TO_GAIN: Final[Ms] = 8_000
IN_THE_WAY: Final[Ms] = 40_000
"""What it is worth to stand where somebody would take the last cube or the last but one."""
NEVER: Final[Ms] = 1 << 40
NOTHING: Final = -1
JOKER: Final[int] = COLOUR_COUNT


class Club(Bot):
    """A club player. An act takes it 0.35 to 1.25 seconds: 350 ms and three draws up to 300."""

    LEVEL: ClassVar[str] = "club"

    def __init__(self, game: Game[Any], seat: Seat, rng: Rng) -> None:
        super().__init__(game, seat, rng)
        self.target = NOTHING
        self.helping = NOTHING
        """The glass it is about to stand up."""
        self.waiting = False
        self.surprised = False
        self.timer: Ms = 0
        self.next_to: list[list[int]] = NEXT_TO
        self.gives: list[int] = [NOTHING] * SPACES
        """What each space gives: a colour, JOKER or NOTHING."""
        self.free_in: list[Ms] = [0] * SPACES
        """In how long each space will be free of others' glasses; 0 if it is now, or NEVER."""
        self.blocks: list[Ms] = [0] * SPACES
        self.room: list[int] = [0] * COLOUR_COUNT
        self.left = 0
        self.spaces: list[int] = [NOTHING, NOTHING]
        self.ready_in: list[Ms] = [0, 0]

    def notice(self, told: dict[str, Any]) -> None:
        """A plan is dropped when somebody takes the space it is for, or the wait may be over."""
        kind = told["event"]
        if kind in ("moved", "placed"):
            if told["seat"] != self.seat and (self.waiting or told["to"] == self.target):
                self.surprised = True
        elif kind == "knocked_over" or kind == "stood_up":
            mine = told["owner"] == self.seat or told["glass"] == self.helping
            self.surprised = self.surprised or mine
        elif kind == "ran_through":
            self.surprised = self.surprised or (self.waiting and told["seat"] == self.seat)

    def interrupted(self, seen: Seen) -> bool:
        return self.surprised

    def plan(self, seen: Seen) -> Plan | None:
        self.target = NOTHING
        self.helping = NOTHING
        self.waiting = False
        self.surprised = False
        acts = seen.legal()
        if not acts:
            return None
        for act in acts:
            if isinstance(act, StandUp):
                self.helping = act.glass
                return Plan(self.reaction(), act)
        view = seen.view()
        self.look(view, seen.now)
        if isinstance(acts[-1], GiveBack):
            return Plan(self.reaction(), self.choose_cube(acts))
        if view["phase"] == "placing":
            return Plan(self.reaction(), self.choose_place(acts))
        return self.choose(acts)

    def reaction(self) -> Ms:
        draw = self.rng
        return 350 + draw.between(0, 300) + draw.between(0, 300) + draw.between(0, 300)

    def look(self, view: dict[str, Any], now: Ms) -> None:
        """Take in the table."""
        self.timer = view["timer_ms"]
        self.next_to = view["next_to"]
        tiles: list[str] = view["tiles"]
        joker: bool = view["joker"]
        for space in range(SPACES):
            tile = tiles[space]
            if tile in COLOURS:
                self.gives[space] = COLOURS.index(tile)
            else:
                self.gives[space] = JOKER if tile == "grey" and joker else NOTHING
            self.free_in[space] = 0
            self.blocks[space] = 0
        for number, glass in enumerate(view["glasses"]):
            self.look_at_glass(number, glass, now)
        mine = view["players"][self.seat]
        self.left = 0
        for colour in range(COLOUR_COUNT):
            room: int = mine["room"].get(COLOURS[colour], 0)
            self.room[colour] = room
            self.left += room
        for seat, player in enumerate(view["players"]):
            if seat != self.seat and len(player["scored"]) == view["cards_to_win"] - 1:
                self.look_at_rival(player, view["glasses"][2 * seat : 2 * seat + 2])

    def look_at_glass(self, number: int, glass: dict[str, Any], now: Ms) -> None:
        space: int | None = glass["space"]
        runs_out_at: Ms | None = glass["runs_out_at"]
        if glass["seat"] == self.seat:
            self.spaces[number % 2] = NOTHING if space is None else space
            self.ready_in[number % 2] = NEVER if runs_out_at is None else max(0, runs_out_at - now)
        elif space is not None:
            if runs_out_at is None or runs_out_at + IDLE < now:
                self.free_in[space] = NEVER
            else:
                self.free_in[space] = max(ANY_MOMENT, runs_out_at + MOVES_ON - now)

    def look_at_rival(self, player: dict[str, Any], glasses: list[dict[str, Any]]) -> None:
        """Where somebody who needs one more card could take one of its last two cubes."""
        room: dict[str, int] = player["room"]
        missing = sum(room.values())
        if missing > 2:
            return
        for glass in glasses:
            if glass["space"] is None:
                continue
            for space in self.next_to[glass["space"]]:
                gives = self.gives[space]
                if gives == JOKER or (gives != NOTHING and COLOURS[gives] in room):
                    self.blocks[space] = IN_THE_WAY // missing

    def choose(self, acts: list[Act]) -> Plan | None:
        """The move that promises the most, or to wait for a space that is about to be free."""
        best: Act | None = None
        best_value = -1
        for act in acts:
            value = NOTHING
            if isinstance(act, Move) and self.free_in[act.to] == 0:
                mine = act.glass % 2
                if act.to != self.spaces[1 - mine]:
                    value = self.worth(mine, act.to, act.colour)
            elif isinstance(act, Place):
                value = self.worth(1, act.to, act.colour)
            if value > best_value:
                best, best_value = act, value
        wait = self.best_wait(best_value)
        if wait > 0:
            self.waiting = True
            return Plan(wait, None)
        if best is None:
            return None
        self.target = act_target(best)
        return Plan(self.reaction(), best)

    def worth(self, mine: int, to: int, colour: int) -> int:
        """What placing one of its glasses there now promises, with this cube or none."""
        value = self.blocks[to] + self.rng.below(200)
        if colour != NO_CUBE:
            value += HORIZON
            if self.left == 1:
                return value + CARD_DONE
            self.room[colour] -= 1
            self.left -= 1
        value += self.go_on(to, self.spaces[1 - mine], self.timer, self.ready_in[1 - mine], DEPTH)
        if colour != NO_CUBE:
            self.room[colour] += 1
            self.left += 1
        return value

    def go_on(self, one: int, other: int, one_in: Ms, other_in: Ms, depth: int) -> int:
        """What the next moves promise; whichever glass is ready first moves first."""
        if depth == 0 or other == NOTHING:
            return 0
        if one_in <= other_in:
            return self.look_ahead(one, other, one_in, other_in, depth)
        return self.look_ahead(other, one, other_in, one_in, depth)

    def look_ahead(self, here: int, partner: int, when: Ms, partner_in: Ms, depth: int) -> int:
        """The best that moving the glass `here` at that time can promise."""
        if when >= HORIZON:
            return 0
        best = 0
        for to in self.next_to[partner]:
            if to == here or self.free_in[to] > when:
                continue
            colour = self.gives[to]
            if colour == JOKER:
                colour = self.any_room()
            again = when + self.timer
            later = max(partner_in, when)
            if colour != NOTHING and self.room[colour] > 0:
                value = HORIZON - when
                if self.free_in[to] > 0:
                    # Somebody stands there now, and may not leave or may not be the only one.
                    value //= 2
                if self.left == 1:
                    value += CARD_DONE
                else:
                    self.room[colour] -= 1
                    self.left -= 1
                    value += self.go_on(to, partner, again, later, depth - 1)
                    self.room[colour] += 1
                    self.left += 1
            else:
                value = self.go_on(to, partner, again, later, depth - 1)
            if value > best:
                best = value
        return best

    def any_room(self) -> int:
        """The colour the card has most room for."""
        best = NOTHING
        most = 0
        for colour in range(COLOUR_COUNT):
            if self.room[colour] > most:
                best, most = colour, self.room[colour]
        return best

    def best_wait(self, act_now: int) -> Ms:
        """How long to wait for a space with a cube it wants; 0 if moving is as good."""
        best: Ms = 0
        best_value = act_now + WAITING_HAS_TO_GAIN
        for mine in range(2):
            partner = self.spaces[1 - mine]
            if self.ready_in[mine] > 0 or self.spaces[mine] == NOTHING or partner == NOTHING:
                continue
            for to in self.next_to[partner]:
                wait = self.free_in[to]
                if not 0 < wait <= LONGEST_WAIT or not self.wants(to):
                    continue
                value = self.look_ahead(
                    self.spaces[mine], partner, wait, self.ready_in[1 - mine], DEPTH
                )
                if value > best_value:
                    best, best_value = wait, value
        return best

    def wants(self, space: int) -> bool:
        colour = self.gives[space]
        return colour == JOKER or (colour != NOTHING and self.room[colour] > 0)

    def choose_place(self, acts: list[Act]) -> Act:
        """The place with the best prospects: for a first glass what lies around it counts."""
        best = acts[0]
        best_value = -1
        for act in acts:
            if not isinstance(act, Place):
                continue
            if self.spaces[0] == NOTHING:
                value = self.prospects(act)
            else:
                value = self.worth(1, act.to, act.colour)
            if value > best_value:
                best, best_value = act, value
        self.target = act_target(best)
        return best

    def prospects(self, act: Place) -> int:
        """Cubes that can be had at a corner: there, next to it, and one space further."""
        value = self.rng.below(3) + (0 if act.colour == NO_CUBE else 12)
        seen: list[int] = [act.to]
        for near in self.next_to[act.to]:
            seen.append(near)
            if self.free_in[near] == 0 and self.wants(near):
                value += 6
        for near in self.next_to[act.to]:
            for far in self.next_to[near]:
                if far not in seen:
                    seen.append(far)
                    if self.free_in[far] == 0 and self.wants(far):
                        value += 3
        return value

    def choose_cube(self, acts: list[Act]) -> Act:
        """Give back the cube that is easiest to take again."""
        best = acts[-1]
        best_value = -1
        for act in acts:
            if not isinstance(act, GiveBack):
                continue
            value = self.rng.below(4)
            for space in self.spaces:
                if space != NOTHING:
                    for near in self.next_to[space]:
                        if self.gives[near] == act.index and self.free_in[near] == 0:
                            value += 4
            if value > best_value:
                best, best_value = act, value
        return best


def act_target(act: Act) -> int:
    """The space an act reaches for."""
    if isinstance(act, (Move, Place)):
        return act.to
    return NOTHING


BOTS: Final[dict[str, type[Bot]]] = {"club": Club}
