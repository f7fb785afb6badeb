"""Plays scenes of Time 'n' Space with bots and writes them down for its board's gallery and tests.

    .venv/bin/python -m tools.film_time_n_space

writes web/src/boards/time-n-space/demo.json, in the form that `record_demos` describes.
"""

import json
import subprocess
from collections.abc import Callable
from typing import Any

from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import seeded
from sandtable.engine.table import new
from sandtable.games.time_n_space.rules import TimeNSpace
from tools.record_demos import WEB, Film, Plain, acts

MOST_STEPS = 20_000


class Scene:
    """Bots at every seat; the viewer's own bot does what a player would have done."""

    def __init__(self, title: str, match: Match, me: int | None) -> None:
        self.film = Film(title, match, me)
        self.match = match
        bots = {
            seat: make_bot(match.game, "club", seat, seeded(f"{title} {seat}"))
            for seat in range(match.seats)
        }
        self.driver = Driver(match, bots, seeded(title))
        self.driver.begin()

    def until(self, wanted: Callable[[Plain], bool], title: str) -> None:
        """Plays on until the view is as wanted; the last step alone is told."""
        for _ in range(MOST_STEPS):
            if self.match.over or wanted(self.match.view(self.film.me)):
                break
            self.film.since = self.driver.step()
        else:
            raise AssertionError(f"{self.film.title}: {title!r} never came")
        self.film.frame(title)

    def can(self, *names: str) -> set[str]:
        return {act["act"] for act in acts(self.match, self.film.me or 0)} & set(names)


def mine(view: Plain, me: int = 0) -> Plain:
    mat: Plain = view["mats"][me]
    return mat


def kind_in_hand(view: Plain, me: int = 0) -> str:
    mat = mine(view, me)
    if mat["hand"] is None or len(mat["hand"]["on"]) > 1:
        return str(mat["hand"] and mat["hand"]["on"])
    letters = {building["letter"]: building["kind"] for building in mat["buildings"]}
    return str(letters[mat["hand"]["on"]])


def seconds(view: Plain, match: Match) -> int:
    """Since the clock began to run."""
    if view["phase"] != "play":
        return -1
    return int(view["length_ms"] - (view["due"] - match.now)) // 1000


def four() -> Plain:
    scene = Scene("Four players", new(TimeNSpace(), seats=4, seed=21), 0)
    match = scene.match
    scene.film.frame("Choosing the first order")
    scene.until(lambda view: mine(view)["chosen"] == 1, "One order is chosen")
    scene.until(lambda view: view["phase"] == "play", "The clock is running")
    scene.until(lambda view: seconds(view, match) > 15, "Both glasses run")
    scene.until(
        lambda view: bool(scene.can("lift")) and kind_ready(view, match).endswith("plant"),
        "My plant has run out",
    )
    scene.until(
        lambda view: seconds(view, match) > 240 and bool(scene.can("beam")), "A station in my hand"
    )
    scene.until(
        lambda view: seconds(view, match) > 420 and len(scene.can("put_out")) > 0,
        "A centre in my hand",
    )
    scene.until(lambda view: len(scene.can("deliver")) > 0, "Delivering")
    scene.until(
        lambda view: (
            any(view["offers"]) and mine(view)["hand"] is None and seconds(view, match) > 600
        ),
        "After ten minutes, with an offer",
    )
    scene.until(lambda view: bool(scene.can("give")), "Which order do I give?")
    scene.until(lambda view: kind_in_hand(view) == "research", "A tile to build")
    scene.until(
        lambda view: seconds(view, match) > 25 * 60 + 20 and mine(view)["hand"] is None,
        "The last five minutes",
    )
    scene.until(lambda view: view["phase"] == "final" and bool(scene.can("lift")), "Time is up")
    scene.until(lambda view: False, "The end")
    return scene.film.plain()


def kind_ready(view: Plain, match: Match) -> str:
    """What the first of my glasses that has run out stands on."""
    for timer in mine(view)["timers"]:
        if timer["on"] is not None and timer["runs_out_at"] <= match.now:
            kinds = {building["letter"]: building["kind"] for building in mine(view)["buildings"]}
            return str(kinds.get(timer["on"], timer["on"]))
    return ""


def three() -> Plain:
    options = {"mode": "introductory"}
    match = new(TimeNSpace(), seats=3, seed=5, options=options)
    scene = Scene("Three players, the introductory game", match, 1)

    def free(view: Plain) -> bool:
        timers = mine(view, 1)["timers"]
        return any(timer["on"] is None and not timer["held"] for timer in timers)

    scene.until(lambda view: seconds(view, match) > 150 and free(view), "A glass is free")
    scene.until(
        lambda view: (
            seconds(view, match) > 300
            and bool(scene.can("lift"))
            and mine(view, 1)["hand"] is None
            and all(timer["on"] for timer in mine(view, 1)["timers"])
        ),
        "A glass has run out",
    )
    scene.until(lambda view: False, "The end")
    return scene.film.plain()


def watched() -> Plain:
    match = new(TimeNSpace(), seats=4, seed=8)
    scene = Scene("Seen by a watcher", match, None)
    scene.until(lambda view: seconds(view, match) > 900, "In the middle")
    return scene.film.plain()


def main() -> None:
    films: list[Any] = [four(), three(), watched()]
    path = WEB / "src" / "boards" / "time-n-space" / "demo.json"
    path.write_text(json.dumps(films, ensure_ascii=False), encoding="utf-8")
    print(f"{path.relative_to(WEB.parent)}: {sum(len(f['frames']) for f in films)} frames")
    subprocess.run(["npx", "prettier", "--write", str(path)], cwd=WEB, check=True)


if __name__ == "__main__":
    main()
