"""A finished game told again: frames lead from the first view to the last, and tell no secrets."""

import json
import random
from typing import Any

import pytest

import sandtable
from sandtable.engine.match import Match
from sandtable.protocol.bodies import Story
from sandtable.protocol.patch import apply
from sandtable.protocol.problems import Denied
from sandtable.server.archive import story
from sandtable.server.archive.story import joined, tell
from tests.server.kit import Server, guests, play_one, run, table_of

GAMES = ("watch", "out-of-time", "time-n-space", "time-of-chaos")
NAMES = ["Ada", "Bo", "Cy"]


def played(game: str, acts: int = 120) -> Match:
    """Some minutes of a game by hands that pick anything."""
    match = sandtable.new(game, seats=3, seed=11)
    dice = random.Random(5)
    for _ in range(acts):
        while not match.active() and match.alarm is not None:
            match.advance(to=match.alarm)
        if match.over:
            break
        seat = dice.choice(match.active())
        match.act(seat, dice.choice(match.legal(seat)))
        match.advance(by=dice.randrange(0, 1500))
    return match


def told(match: Match) -> list[dict[str, Any]]:
    """The log as a server writes it: with names."""
    header, *lines = match.log
    return [{**header, "names": NAMES}, *lines]


def whole(match: Match, viewer: str) -> tuple[Any, list[Story]]:
    """All pages, and the view they lead to."""
    pages: list[Story] = []
    start: int | None = 0
    view: Any = None
    while start is not None:
        page = tell(told(match), viewer, start)
        assert view is None or view == page.view
        view = json.loads(json.dumps(page.view))
        for frame in page.frames:
            view = apply(view, frame.changes)
        pages.append(page)
        start = page.next
    return view, pages


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_the_frames_lead_to_what_the_viewer_saw_last(game: str, viewer: int | None) -> None:
    match = played(game)
    view, pages = whole(match, "nobody" if viewer is None else str(viewer))
    assert view == match.view(viewer)
    assert pages[-1].length == match.now


def test_pages_join_without_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("out-of-time")
    in_one, (page,) = whole(match, "1")
    monkeypatch.setattr(story, "MOST_FRAMES", 7)
    in_many, pages = whole(match, "1")
    assert in_many == in_one
    assert len(pages) > 3
    assert [frame for some in pages for frame in some.frames] == page.frames


def test_frames_come_in_the_order_of_time_and_say_what_happened_in_words() -> None:
    _, (page,) = whole(played("watch", 20), "nobody")
    times = [frame.at for frame in page.frames]
    assert times == sorted(times)
    assert any(event.words.startswith("Ada ") for f in page.frames for event in f.events)


def test_it_marks_what_speaks_of_the_viewer_and_what_ended_the_match() -> None:
    match = played("watch", 1000)
    assert match.over
    stories = {viewer: whole(match, viewer)[1] for viewer in ("nobody", "1")}
    heard = {
        viewer: [event for page in pages for frame in page.frames for event in frame.events]
        for viewer, pages in stories.items()
    }
    said_to_all = [event.words for event in heard["nobody"]]
    for viewer, events in heard.items():
        own = [event.words for event in events]
        assert [event.to_you for event in events] == [
            a != b for a, b in zip(own, said_to_all, strict=True)
        ]
        assert any(event.to_you for event in events) == (viewer == "1")
        *before, last = [event.ends for event in events]
        assert last
        assert not any(before)


def test_a_seat_sees_its_own_card_and_everybody_together_see_all() -> None:
    match = played("watch", 1)
    assert tell(told(match), "nobody", 0).view["hands"] == [[None], [None], [None]]
    own = tell(told(match), "1", 0).view["hands"]
    assert [hand == [None] for hand in own] == [True, False, True]
    assert [None] not in tell(told(match), "all", 0).view["hands"]


def test_what_only_two_were_told_is_joined_for_all() -> None:
    assert joined({"a": None, "b": [1, None]}, {"a": 3, "b": [None, 2], "c": 4}) == {
        "a": 3,
        "b": [1, 2],
        "c": 4,
    }


@pytest.mark.parametrize("viewer", ["", "3", "-1", "everybody", "0001"])
def test_a_viewer_is_all_nobody_or_a_seat(viewer: str) -> None:
    with pytest.raises(Denied):
        tell(told(played("watch", 1)), viewer, 0)


def test_a_page_after_the_last_moment_is_refused() -> None:
    with pytest.raises(Denied):
        tell(told(played("watch", 1)), "nobody", 400)


def test_only_a_finished_game_is_told(server: Server) -> None:
    from sandtable.client import Failed

    async def scene() -> None:
        dice = random.Random(9)
        async with guests(server, "Ada", "Bob") as clients:
            tables = await table_of(clients, options={"break_seconds": 0})
            path = f"/matches/{tables[0].id}/story?viewer=0"
            with pytest.raises(Failed) as failed:
                await clients[0].raw("GET", path)
            assert failed.value.code == "SV-7"
            while await play_one(tables, dice.choice) is not None:
                pass
            told = json.loads(await clients[0].raw("GET", path))
            assert told["view"]["hands"][0] != [None]
            assert told["view"]["hands"][1] == [None]
            rest = json.loads(await clients[0].raw("GET", f"{path}&start=1"))
            assert rest["frames"] == told["frames"][1:]
            watched = json.loads(await clients[0].raw("GET", path.removesuffix("?viewer=0")))
            assert watched["view"]["hands"] == [[None], [None]]
            assert told["next"] is None
            assert told["frames"][-1]["at"] == told["length"]
            assert tables[0].seen is not None
            assert told["frames"][-1]["events"][-1]["words"]

    run(scene())
