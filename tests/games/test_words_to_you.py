"""In all our games, log lines say "you" to the person they are about, and a name to others."""

import pytest

import sandtable
from sandtable.engine.rng import seeded

NAMES = ["Ada", "Ben", "Cyd", "Dan"]
GAMES = ["out-of-time", "time-n-space", "time-of-chaos", "watch"]
CLUMSY = ("you is", "you has", "you's", "you does", "your's", "you goes", "of you ")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_hears_their_own_name(game: str, seed: int) -> None:
    rules = sandtable.find(game)
    match = sandtable.new(rules, seats=rules.MIN_SEATS, seed=seed)
    names, dice = NAMES[: match.seats], seeded(seed)
    spoken_to = 0
    for _ in range(1_500):
        if match.over:
            break
        active = match.active()
        if active and dice.below(4):
            seat = dice.pick(active)
            events = match.act(seat, dice.pick(match.legal(seat)))
        elif match.alarm is not None:
            events = match.advance(to=match.alarm)
        else:
            continue
        for event in events:
            for viewer in range(match.seats):
                told = event.told(viewer)
                if told is None:
                    continue
                words = rules.words_to(viewer, told, names)
                assert names[viewer] not in words, words
                assert not any(clumsy in words.lower() for clumsy in CLUMSY), words
                assert not words.startswith("you"), words
                if "you" in words.lower():
                    spoken_to += 1
                else:
                    assert words == rules.words(told, names)
                assert rules.words_to(None, told, names) == rules.words(told, names)
    assert spoken_to > 5
