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


def test_a_glass_is_kept_back_by_whoever_has_no_space_for_it() -> None:
    told = {"event": "held_back", "at": 0, "seat": 0, "glass": 1}
    game, names = sandtable.find("out-of-time"), ["Ada", "Ben"]
    assert game.words_to(0, told, names) == (
        "You find no free space next to your first glass and keep the second in hand."
    )
    assert game.words_to(1, told, names) == (
        "Ada finds no free space next to their first glass and keeps the second in hand."
    )


def test_cubes_come_back_to_whoever_had_laid_them() -> None:
    told = {
        "event": "restored", "at": 0, "seat": 2, "city": "Lisbon", "era": "past",
        "returned": [1, 1, 0],
    }  # fmt: skip
    game, names = sandtable.find("time-of-chaos"), ["Ada", "Ben", "Cy"]
    assert game.words_to(0, told, names) == (
        "Cy restores Lisbon in the past; Ben and you each get a cube back."
    )
    told = {**told, "returned": [0, 0, 1]}
    assert game.words_to(2, told, names) == "You restore Lisbon in the past; you get a cube back."
    assert game.words_to(1, told, names) == "Cy restores Lisbon in the past; Cy gets a cube back."
