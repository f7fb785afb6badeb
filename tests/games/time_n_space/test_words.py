"""Every event has a sentence."""

import pytest

import sandtable
from sandtable import find
from sandtable.engine.rng import seeded
from tests.games.time_n_space.build import GAME

NAMES = ["Sun", "Moon", "Star", "Wave"]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            {"event": "turned_over", "seat": 0, "on": "ship", "to": "moon-0", "stays": False},
            "Sun's ship sets off for the first moon.",
        ),
        (
            {"event": "turned_over", "seat": 0, "on": "ship", "to": "moon-0", "stays": True},
            "Sun's ship stays at the first moon; its timer is running.",
        ),
        (
            {"event": "turned_over", "seat": 1, "on": "research", "to": None, "stays": False},
            "Moon turns a timer over onto the research space.",
        ),
        (
            {"event": "turned_over", "seat": 0, "on": "ship", "to": "planet-2", "stays": False},
            "Sun's ship sets off for Star's planet.",
        ),
        (
            {"event": "lifted", "seat": 0, "on": "ship", "place": "planet-3"},
            "Sun lifts the timer from the ship and is now at Wave's planet.",
        ),
        (
            {"event": "took_tile", "seat": 0, "tile": "station", "moon": "moon-3"},
            "Sun takes a station tile from the fourth moon.",
        ),
        (
            {"event": "buried", "seat": 0, "tile": "centre", "moon": "moon-1"},
            "On the second moon the centre tile goes to the bottom of the stack.",
        ),
        ({"event": "ran_out", "seat": 1, "on": "A"}, "Moon's timer on building A has run out."),
        (
            {
                "event": "gave",
                "host": 0,
                "visitor": 2,
                "colour": "blue",
                "value": 3,
                "on": "E",
                "how": "only",
            },
            "Star gets Sun's blue order worth 3 from E.",
        ),
        (
            {
                "event": "gave",
                "host": 0,
                "visitor": 2,
                "colour": "blue",
                "value": 1,
                "on": "A",
                "how": "silent",
            },
            "Star gets Sun's blue order worth 1 from A, as Sun did not choose.",
        ),
        (
            {"event": "too_close", "host": 0, "visitors": [1, 2]},
            "Moon and Star arrived together: Sun decides who fills first.",
        ),
        (
            {"event": "fills", "host": 0, "visitor": 2, "how": "chosen"},
            "Sun lets Star fill first.",
        ),
        (
            {"event": "offered", "seat": 0, "to": 1, "bring": "blue", "put_out": "grey"},
            'Sun to Moon: "I\'ll bring you a blue good if you put out a grey order."',
        ),
        (
            {"event": "offer_closed", "seat": 0, "to": 1, "why": "withdrawn"},
            "Sun's offer to Moon has been withdrawn.",
        ),
        (
            {"event": "finished", "seat": 0, "on": "G", "steps": 0, "why": "forfeited"},
            "Sun forfeits the action of building G.",
        ),
        (
            {"event": "finished", "seat": 0, "on": "A", "steps": 1, "why": "done"},
            "Sun is done at building A.",
        ),
        (
            {"event": "finished", "seat": 0, "on": "A", "steps": 0, "why": "nothing"},
            "Sun can do nothing at building A.",
        ),
        (
            {"event": "finished", "seat": 0, "on": "ship", "steps": 2, "why": "nothing"},
            "Sun can do nothing more with the ship.",
        ),
        (
            {"event": "finished", "seat": 0, "on": "ship", "steps": 0, "why": "late"},
            "Sun's time to deliver is up.",
        ),
        (
            {"event": "in_line", "seat": 0, "host": 1, "why": "choice"},
            "Sun waits at Moon's planet: Moon is choosing an order for a visitor.",
        ),
        (
            {"event": "in_line", "seat": 0, "host": 1, "why": "behind"},
            "Sun waits at Moon's planet, behind others.",
        ),
        (
            {"event": "in_line", "seat": 0, "host": 1, "why": "close"},
            "Sun waits at Moon's planet: somebody else may arrive at the same moment.",
        ),
        (
            {"event": "scored", "scores": [3, 1, 2], "winners": [0]},
            "The game is over: Sun 3, Moon 1, Star 2. Sun won.",
        ),
    ],
)
def test_what_happened_in_a_sentence(told: dict[str, object], sentence: str) -> None:
    assert find(GAME).words(told, NAMES) == sentence


def test_every_event_that_comes_up_in_play_has_a_sentence() -> None:
    heard: dict[str, str] = {}
    options = {"timer_seconds": 5, "minutes": 10, "imperceptible_ms": 2_000}
    for seed in range(3):
        match = sandtable.new(GAME, seats=4, seed=seed, options=options)
        rng = seeded(seed)
        while not match.over:
            active = match.active()
            events = match.advance(to=match.alarm) if not active else match.advance(by=900)
            if active and not match.over:
                seat = rng.pick(active)
                acts = match.legal(seat)
                events += match.act(seat, rng.pick(acts)) if acts else []
            for event in events:
                told = event.told(None)
                assert told is not None
                heard[event.NAME] = match.game.words(told, NAMES)
    assert len(heard) >= 17
    assert all(sentence.endswith((".", "!", '."')) for sentence in heard.values()), heard


def test_the_log_and_the_board_have_the_same_words_for_places() -> None:
    game = find(GAME)
    for place in game.LEGEND.words:
        if place.startswith(("planet-", "moon-")):
            told = {"event": "turned_over", "seat": 0, "on": "ship", "to": place, "stays": False}
            said = game.LEGEND.words[place].format(*NAMES)
            assert game.words(told, NAMES) == f"Sun's ship sets off for {said}."
