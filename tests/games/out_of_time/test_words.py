"""What a listener hears of Out of Time."""

import re

import sandtable
from sandtable.bots.driver import Driver
from sandtable.bots.levels import make_bot
from sandtable.engine.rng import seeded
from sandtable.engine.speech import Speech
from sandtable.games.out_of_time.words import words

NAMES = ["Ann", "Ben", "Cay"]


def say(**told: object) -> str:
    return words(told, Speech(NAMES))


def test_placing_and_moving() -> None:
    placed = {"event": "placed", "seat": 1, "glass": 2, "to": 7, "by_table": False}
    assert say(**placed, took=None) == "Ben places a glass on space 7."
    assert say(**placed, took="red") == "Ben places a glass on space 7 and takes a red cube."
    late = dict(placed, by_table=True)
    assert say(**late, took=None) == "Time is up for Ben: a glass is placed on space 7."
    assert say(**late, took="orange").endswith("on space 7 and an orange cube is taken.")
    moved = say(event="moved", seat=0, came_from=3, to=4, took="blue")
    assert moved == "Ann moves a glass from space 3 to 4 and takes a blue cube."


def test_knocking_over_and_penalties() -> None:
    fall = {"event": "knocked_over", "seat": 0, "space": 4}
    assert say(**fall, owner=1) == "Ann knocks over Ben's glass on space 4."
    assert say(**fall, owner=0) == "Ann knocks over their own glass on space 4."
    stood = say(event="stood_up", seat=1, owner=1, space=4)
    assert stood == "Ben stands up their own glass on space 4."
    assert say(event="gave_back", seat=2, colour="red") == "Cay gives back a red cube."
    refused = say(event="refused", seat=2, rule="OT-M4", message="Too far.")
    assert refused == 'The referee tells Cay: "Too far." (OT-M4)'
    fined = say(event="fined", seat=2, rule="OT-K6", message="That is not your glass.")
    assert fined == 'The referee fines Cay a cube: "That is not your glass."'


def test_what_is_owed() -> None:
    owes = {"event": "owes", "seat": 2}
    text = "Cay has no cube to give back; the next 2 cubes they take will go straight back."
    assert say(**owes, owed=2) == text
    text = "You have no cube to give back; the next cube you take will go straight back."
    assert words({**owes, "owed": 1}, Speech(NAMES, 2)) == text


def test_the_end_says_why() -> None:
    won = say(event="won", seat=2)
    assert won == "Cay has filled all the cards it takes, and wins!"


def test_every_event_of_some_games_has_a_sentence() -> None:
    heard = set()
    for seed in range(6):
        match = sandtable.new(
            "out-of-time", seats=3, seed=seed, options={"referee": "strict", "knocking": "on"}
        )
        bots = {
            seat: make_bot(match.game, "club" if seat else "random", seat, seeded(seat))
            for seat in range(3)
        }
        driver = Driver(match, bots, seeded(seed))
        driver.begin()
        while not match.over and len(match.entries) < 400:
            for event in driver.step():
                sentence = match.game.words(event.told(None) or {}, NAMES)
                assert re.search(r'[.!]"?( \(OT-[A-Z]\d\))?$', sentence), sentence
                assert sentence != event.NAME
                heard.add(event.NAME)
    assert heard >= {"placed", "moved", "ran_through", "scored", "won", "knocked_over", "stood_up"}
