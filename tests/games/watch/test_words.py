"""What a listener hears of the watch game."""

from typing import Any

from sandtable.engine.speech import Speech
from sandtable.games.watch.actions import Exchange
from sandtable.games.watch.legend import LEGEND
from sandtable.games.watch.words import words

NAMES = ["Ann", "Ben", "Cay"]


def say(you: int | None = None, /, **told: object) -> str:
    return words(told, Speech(NAMES, you))


def moved(spent: int, forced: bool = False, on_yellow: bool = False, you: int | None = None) -> str:
    told = {"event": "moved", "seat": 1, "pawn": "blue", "spent": spent, "to": 4}
    return say(you, **told, forced=forced, on_yellow=on_yellow)


def test_moves() -> None:
    assert moved(1) == "Ben spends 1 token and moves blue to square 4."
    assert moved(3) == "Ben spends 3 tokens and moves blue to square 4."
    assert moved(3, you=1) == "You spend 3 tokens and move blue to square 4."
    assert moved(2, on_yellow=True).endswith("to square 4, a yellow one.")
    assert (
        moved(1, forced=True)
        == "Time is up for Ben: one token is spent and blue moves to square 4."
    )


def test_exchanges() -> None:
    swap = {"event": "exchanged", "seat": 0, "give": 0, "take": 0}
    assert say(**swap, player=2) == "Ann exchanges a card for Cay's card."
    assert say(2, **swap, player=2) == "Ann exchanges a card for your card."
    assert say(**swap, player=None) == "Ann exchanges a card for a card set aside."
    assert say(event="kept", seat=0, timed_out=False) == "Ann keeps what they have."
    assert say(0, event="kept", seat=0, timed_out=False) == "You keep what you have."


def test_WA_P2_what_was_scored_is_said_though_nobody_wins() -> None:
    shared: dict[str, Any] = {"event": "rang", "why": "timer", "order": None, "winner": None}
    said = say(**shared, points=[0, 1, 1])
    assert said.endswith("Nobody wins this game. Points so far: Ben 1, Cay 1.")
    assert say(2, **shared, points=[0, 1, 1]).endswith("Points so far: Ben 1, you 1.")
    won = {**shared, "winner": 1, "points": [1, 1, 0]}
    assert say(**won).endswith("Ben wins this game. Points so far: Ann 1, Ben 1.")


def test_the_deal_and_the_ring() -> None:
    dealt = say(event="dealt", game=1, first=2)
    assert dealt == "Cards and tokens are dealt; Cay begins. The timer is running."
    rang: dict[str, Any] = {"event": "rang", "why": "timer", "order": ["green", "blue", "orange"]}
    rang["points"] = [0, 0, 0]
    assert say(**{**rang, "points": [0, 1, 0]}, winner=1) == (
        "The timer rings! The order is green, blue, orange. Ben wins this game."
    )
    assert say(1, **rang, winner=1).endswith("You win this game.")
    assert say(**rang, winner=None).endswith("Nobody wins this game.")
    spent = {**rang, "why": "tokens", "order": None, "winner": None}
    assert say(**spent).startswith(
        "The last token is spent, so the timer rings! Some pawns still share red."
    )


def test_an_event_that_it_does_not_know_is_named() -> None:
    assert say(event="thundered") == "thundered"


def test_an_exchange_with_the_cards_set_aside_is_offered_as_such() -> None:
    nobody_s = Exchange(0, None, 1)
    deed = LEGEND.acts[nobody_s.NAME]
    template = f"{deed.title} {deed.each}"
    read = template.format(give=1, take=2, player=deed.none["player"])
    assert read == "Exchange your card 1 for card 2 from those set aside"
    read = template.format(give=1, take=1, player="Ben")
    assert read == "Exchange your card 1 for card 1 from Ben"
