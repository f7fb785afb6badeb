"""Plays short scenes with the real rules and writes them down for the boards' gallery and tests.

    .venv/bin/python tools/record_demos.py

writes web/src/boards/<game>/demo.json: for each scene the seats, the viewer, and the frames in
order, each with what was seen, what could be done, and what had happened since the frame before.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.bots.levels import make_bot
from sandtable.engine.bot import Bot, Seen
from sandtable.engine.errors import Refused
from sandtable.engine.events import Event
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.out_of_time.rules import OutOfTime
from sandtable.games.time_of_chaos.rules import TimeOfChaos
from sandtable.games.watch.rules import Watch

WEB = Path(__file__).resolve().parent.parent / "web"
NAMES = ["Ada", "Bo", "Cleo", "Dag", "Elif", "Finn"]
Plain = dict[str, Any]


class Film:
    """One match as one viewer sees it, frame by frame."""

    def __init__(self, title: str, match: Match, me: int | None) -> None:
        self.title = title
        self.match = match
        self.me = me
        self.frames: list[Plain] = []
        self.since: list[Event] = []

    def act(self, seat: int, act: Plain) -> None:
        """Acts; an attempt that is refused and costs something is told like any other act."""
        try:
            self.since += self.match.act(seat, act)
        except Refused as refused:
            if not refused.costs:
                raise
            self.since += refused.events

    def wait(self, by: int) -> None:
        self.since += self.match.advance(by=by)

    def frame(self, title: str) -> None:
        match = self.match
        told = [(e, e.told(self.me)) for e in self.since]
        answers = [] if self.me is None else answered(match, self.me)
        self.frames.append(
            {
                **({"answers": answers} if answers else {}),
                "title": title,
                "now": match.now,
                "view": match.view(self.me),
                "legal": [] if self.me is None else acts(match, self.me),
                "happened": [
                    {
                        "event": e.NAME,
                        "at": e.at,
                        "words": match.game.words(plain, NAMES),
                        "told": plain,
                    }
                    for e, plain in told
                    if plain is not None
                ],
            }
        )
        self.since = []

    def plain(self) -> Plain:
        seats = self.match.seats
        return {"title": self.title, "seats": seats, "me": self.me, "frames": self.frames}


def answered(match: Match, seat: int) -> list[Plain]:
    """What the rules say to everything that this seat may ask now."""
    questions = [] if match.over else match.game.questions(match.state, seat)
    return [{"question": q.to_json(), "answer": match.preview(seat, q)} for q in questions]


def acts(match: Match, seat: int) -> list[Plain]:
    return [act.to_json() for act in match.legal(seat)]


def move_of(match: Match, seat: int, wanted: Callable[[Plain], bool]) -> Plain:
    """The first legal act that is wanted, else the first of all."""
    found = acts(match, seat)
    return next((act for act in found if wanted(act)), found[0])


def watch_turn(film: Film, pawn: str, spend: int) -> None:
    seat = film.match.active()[0]
    film.act(seat, {"act": "move", "pawn": pawn, "spend": spend})


def watch_four() -> Plain:
    match = new(Watch(), seats=4, seed=11, options={"first": 0})
    film = Film("Four players", match, 0)
    film.frame("The beginning")
    watch_turn(film, "green", 3)
    film.wait(4_000)
    film.frame("Green has moved")
    for pawn, spend in (("blue", 2), ("orange", 6), ("blue", 3)):
        watch_turn(film, pawn, spend)
        film.wait(2_500)
    film.frame("My turn, all on the way")
    watch_turn(film, "green", 5)
    film.wait(1_000)
    film.frame("My pawn on yellow")
    film.act(0, move_of(match, 0, lambda act: act.get("player") == 2))
    film.wait(600)
    film.frame("Cards exchanged")
    watch_turn(film, "orange", 10)
    film.wait(800)
    film.frame("Bo may exchange")
    film.act(1, move_of(match, 1, lambda act: act.get("player") == 0))
    film.frame("My card was taken")
    until_the_ring(film)
    return film.plain()


def until_the_ring(film: Film) -> None:
    """Small moves until the timer rings; a frame shortly before, and one of the ring."""
    match = film.match
    rng = seeded(film.title.lower())
    while match.now < 290_000 and match.view(None)["phase"] not in ("over", "break"):
        if not match.active():
            film.wait(1)
            continue
        seat = match.active()[0]
        found = acts(match, seat)
        small = [act for act in found if act.get("spend", 1) <= 2]
        film.act(seat, rng.pick(small or found))
        film.wait(6_000)
    film.since = []
    film.frame("Shortly before the ring")
    while match.view(None)["phase"] not in ("over", "break"):
        film.wait(500)
    film.frame("The ring")


def watch_six() -> Plain:
    match = new(Watch(), seats=6, seed=9, options={"first": 0})
    film = Film("Six players", match, 2)
    watch_turn(film, "green", 3)
    film.wait(2_000)
    watch_turn(film, "blue", 6)
    film.wait(1_500)
    film.frame("My turn among six")
    watch_turn(film, "orange", 4)
    film.wait(900)
    film.frame("Five cards to choose from")
    film.act(2, move_of(match, 2, lambda act: act.get("player") == 5))
    film.wait(600)
    film.frame("Exchanged with the last")
    until_the_ring(film)
    return film.plain()


def watch_two_with_three_cards() -> Plain:
    options = {"first": 0, "cards": "several", "play": "match"}
    film = Film("Two players, three cards each", new(Watch(), seats=2, seed=4, options=options), 0)
    watch_turn(film, "green", 7)
    watch_turn(film, "blue", 14)
    film.since = []
    film.frame("My turn")
    watch_turn(film, "orange", 8)
    film.frame("Which card goes, which comes")
    return film.plain()


def watch_sixty() -> Plain:
    options = {"squares": 60, "first": 0}
    film = Film(
        "Sixty squares, seen by a watcher", new(Watch(), seats=6, seed=5, options=options), None
    )
    for pawn, spend in (("green", 12), ("blue", 9), ("orange", 14), ("green", 3)):
        watch_turn(film, pawn, spend)
    film.frame("On the way")
    return film.plain()


def greedy(film: Film, seat: int) -> Plain:
    """Prefers a placement that takes a cube onto an empty space."""
    standing = film.match.view(None)["standing"]

    def empty(act: Plain) -> bool:
        return "to" not in act or standing[act["to"]] is None

    found = [act for act in acts(film.match, seat) if empty(act)]
    cubes = [act for act in found if act.get("take") is not None]
    return (cubes or found)[0]


def place_all(film: Film, pause: int) -> None:
    match = film.match
    while match.view(None)["phase"] == "placing":
        seat = match.active()[0]
        film.act(seat, greedy(film, seat))
        film.wait(pause)


def play_on(film: Film, until: Callable[[Plain], bool], most: int = 900) -> None:
    """Everybody moves what has run out, each with a reaction of its own."""
    match = film.match
    rng = seeded(film.title)
    for _ in range(most):
        if match.over or until(match.view(None)):
            return
        film.since = []
        ready = [
            seat for seat in match.active() if any(is_clean(match, a) for a in acts(match, seat))
        ]
        if ready and rng.below(3):
            seat = rng.pick(ready)
            if until_act := [a for a in acts(match, seat) if is_clean(match, a)]:
                cubes = [act for act in until_act if act.get("take") is not None]
                film.act(seat, rng.pick(cubes or until_act))
        film.wait(rng.between(150, 900))


def is_clean(match: Match, act: Plain) -> bool:
    return "to" not in act or match.view(None)["standing"][act["to"]] is None


def out_of_time_four() -> Plain:
    match = new(OutOfTime(), seats=4, seed=3)
    film = Film("Four players", match, 1)
    while match.active() != [1]:
        seat = match.active()[0]
        film.act(seat, greedy(film, seat))
        film.wait(1_700)
    film.since = []
    film.frame("My first glass")
    film.act(1, greedy(film, 1))
    film.wait(300)
    film.frame("Placed, and a cube taken")
    place_all(film, 1_300)
    film.since = []
    film.frame("All are placed")
    view = match.view(None)
    soon = min(g["runs_out_at"] for g in view["glasses"] if g["seat"] == 1)
    film.since += match.advance(to=soon - 400)
    film.since = []
    film.frame("Nearly through")
    film.since += match.advance(to=soon)
    film.frame("My glass has run out")
    film.act(1, greedy(film, 1))
    film.frame("Moved and turned over")
    play_on(film, lambda v: len(v["players"][1]["cubes"]) >= 4)
    film.since += match.advance(to=max(g["runs_out_at"] for g in own_glasses(match, 1)))
    film.since = []
    film.frame("Both have run out")
    play_on(film, lambda v: any(len(player["scored"]) == 2 for player in v["players"]))
    film.frame("A second card is filled")
    play_on(film, lambda v: False)
    film.frame("The end")
    return film.plain()


def own_glasses(match: Match, seat: int) -> list[Plain]:
    return [glass for glass in match.view(None)["glasses"] if glass["seat"] == seat]


def out_of_time_knock() -> Plain:
    match = new(OutOfTime(), seats=3, seed=8)
    film = Film("Three players who knock glasses over", match, 0)
    place_all(film, 900)

    def may_knock(view: Plain) -> bool:
        colours = len(set(view["players"][0]["cubes"]))
        return colours > 1 and bool(knocks(match, 0))

    play_on(film, may_knock)
    film.since = []
    film.frame("About to reach where a glass stands")
    film.act(0, knocks(match, 0)[0])
    film.frame("I knocked it over, and stand it up first")
    film.wait(700)
    film.act(0, move_of(match, 0, lambda act: act["act"] == "stand_up"))
    film.frame("It stands again, and I choose a cube to give back")
    film.wait(1_200)
    film.act(0, move_of(match, 0, lambda act: act["act"] == "give_back"))
    film.frame("The cube is back, and the glass still safe")
    play_on(film, lambda v: any(knocks_on(match, s, 0) for s in (1, 2)))
    for seat in (1, 2):
        if found := knocks_on(match, seat, 0):
            film.since = []
            film.act(seat, found[0])
            film.frame("Mine was knocked over")
            break
    film.wait(3_100)
    film.frame("I may stand it up myself")
    film.act(0, move_of(match, 0, lambda act: act["act"] == "stand_up"))
    film.wait(400)
    film.frame("Mine stands again, and is safe")
    return film.plain()


def knocks(match: Match, seat: int) -> list[Plain]:
    """Reaches for a space where the glass of somebody else stands, and that would fall."""
    view = match.view(None)
    found = []
    for number in (2 * seat, 2 * seat + 1):
        partner = view["glasses"][number ^ 1]["space"]
        for to in [] if partner is None else view["next_to"][partner]:
            there = view["standing"][to]
            reach = {"act": "move", "glass": number, "to": to, "take": None}
            if there is not None and there >> 1 != seat and falls(match, seat, reach):
                found.append(reach)
    return found


def falls(match: Match, seat: int, reach: Plain) -> bool:
    twin = match.copy()
    try:
        events = twin.act(seat, reach)
    except Refused as refused:
        events = refused.events
    return any(event.NAME == "knocked_over" for event in events)


def knocks_on(match: Match, seat: int, owner: int) -> list[Plain]:
    standing = match.view(None)["standing"]
    return [act for act in knocks(match, seat) if standing[act["to"]] >> 1 == owner]


def out_of_time_six() -> Plain:
    match = new(OutOfTime(), seats=6, seed=21)
    film = Film("Six players: twelve glasses and a joker", match, 2)
    place_all(film, 700)
    film.since = []
    film.frame("Twelve glasses run")

    def joker(view: Plain) -> bool:
        grey = view["tiles"].index("grey")
        takes = [a for a in acts(match, 2) if a.get("to") == grey and a.get("take")]
        return len(takes) > 1 and view["standing"][grey] is None

    play_on(film, joker, 4_000)
    film.since = []
    film.frame("The joker is in reach")
    return film.plain()


def out_of_time_two() -> Plain:
    match = new(OutOfTime(), seats=2, seed=2, options={"turned_tiles": "blocked"})
    film = Film("Two players, blocked tiles", match, None)
    place_all(film, 2_000)
    film.since = []
    film.frame("Seen by a watcher")
    return film.plain()


class Players:
    """Bots of one level at every seat of a table of A Time of Chaos."""

    def __init__(self, film: Film, level: str) -> None:
        self.film = film
        match = film.match
        self.bots: list[Bot] = [
            make_bot(match.game, level, seat, seeded(f"{film.title} {seat}"))
            for seat in range(match.seats)
        ]

    def step(self) -> None:
        match = self.film.match
        (seat,) = match.active()
        plan = self.bots[seat].plan(Seen(match.game, match.state, seat))
        assert plan is not None
        assert plan.act is not None
        self.film.act(seat, plan.act.to_json())
        if not match.over:
            self.film.wait(900)

    def until(self, wanted: Callable[[Plain], bool], most: int = 600) -> None:
        """Plays on; what happened in the last step alone is told."""
        match = self.film.match
        for _ in range(most):
            if wanted(match.view(self.film.me)):
                return
            if match.over:
                break
            self.film.since = []
            self.step()
        raise AssertionError(f"{self.film.title}: it never came to that")


def in_turn(view: Plain, seat: int, left: int) -> bool:
    return bool(view["phase"] == "act" and view["turn"] == seat and view["actions_left"] == left)


def kinds_since(film: Film) -> set[str]:
    return {event.NAME for event in film.since}


def chaos_tiles(view: Plain) -> int:
    return sum(tile["chaos"] for grid in view["grids"].values() for tile in grid)


def time_of_chaos_four() -> Plain:
    match = new(TimeOfChaos(), seats=4, seed=12, options={"first": 0})
    film = Film("Four players", match, 0)
    club, wild = Players(film, "club"), Players(film, "random")
    club.until(lambda view: view["turn"] == 0)
    film.frame("Placing my pawn")
    club.until(lambda view: in_turn(view, 0, 3))
    film.frame("My first turn")
    club.until(lambda view: in_turn(view, 0, 2) and bool(view["hands"][0]) and bool(view["undo"]))
    film.frame("Two actions left")

    def fell(view: Plain) -> bool:
        return "penalised" in kinds_since(film) and view["turn"] != 0

    wild.until(fell)
    film.frame("A city has fallen")
    wild.until(lambda view: chaos_tiles(view) > 6)
    club.until(lambda v: in_turn(v, 0, 3) and chaos_tiles(v) > 4 and len(v["hands"][0]) > 1)
    film.frame("My turn in the middle")
    club.until(lambda v: any(a["act"] == "deliver" for a in acts(match, 0)) and in_turn(v, 0, 1))
    film.frame("A delivery with the last action")
    club.until(lambda v: "delivered" in kinds_since(film) and v["turn"] != 0)
    film.frame("A card came home")
    club.until(lambda v: v["ender"] is not None)
    film.frame("The last round")
    club.until(lambda view: view["phase"] == "over")
    film.frame("The end")
    return film.plain()


def time_of_chaos_two() -> Plain:
    match = new(TimeOfChaos(), seats=2, seed=7, options={"first": 0, "turn_seconds": 60})
    film = Film("Two players and a minute a turn", match, 1)
    club = Players(film, "club")
    Players(film, "random").until(lambda view: chaos_tiles(view) > 4)
    club.until(lambda view: in_turn(view, 1, 2))
    film.frame("My turn with a clock")
    club.until(lambda view: view["turn"] == 0)
    film.frame("The other one plays")
    return film.plain()


def time_of_chaos_watched() -> Plain:
    match = new(TimeOfChaos(), seats=3, seed=5, options={"first": 0})
    film = Film("Three players, seen by a watcher", match, None)
    Players(film, "random").until(lambda view: chaos_tiles(view) > 6)
    film.frame("Seen by a watcher")
    return film.plain()


def main() -> None:
    scenes = {
        "watch": [watch_four(), watch_two_with_three_cards(), watch_sixty(), watch_six()],
        "out-of-time": [
            out_of_time_four(),
            out_of_time_knock(),
            out_of_time_six(),
            out_of_time_two(),
        ],
        "time-of-chaos": [time_of_chaos_four(), time_of_chaos_two(), time_of_chaos_watched()],
    }
    for game, films in scenes.items():
        path = WEB / "src" / "boards" / game / "demo.json"
        path.write_text(json.dumps(films, ensure_ascii=False), encoding="utf-8")
        print(f"{path.relative_to(WEB.parent)}: {sum(len(f['frames']) for f in films)} frames")
    subprocess.run(["npx", "prettier", "--write", "src/boards/*/demo.json"], cwd=WEB, check=True)


if __name__ == "__main__":
    main()
