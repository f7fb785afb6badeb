"""The rules page tells the truth: its example can be played, and its table names the acts."""

import json
import re
from pathlib import Path

from sandtable import find
from sandtable.games import time_n_space
from tests.games.time_n_space.build import (
    BLUE,
    BROWN,
    FILL,
    GAME,
    GREY,
    TAKE_TILE,
    YELLOW,
    beam,
    choose,
    deliver,
    fly,
    fresh,
    kinds,
    lift,
    mat,
    on_board,
    spots,
    turn_over,
)

PAGE = (Path(time_n_space.__file__).parent / "rules.md").read_text(encoding="utf-8")
ANNA, BEN, CLEO = range(3)


def test_the_first_minutes() -> None:
    match = fresh()
    match.act(BEN, choose(BLUE, 1, "A"))
    match.act(BEN, choose(BROWN, 1, "B"))
    for seat in (ANNA, CLEO):
        match.act(seat, choose(GREY, 1, "B"))
        events = match.act(seat, choose(YELLOW, 1, "A"))
    assert kinds(events)[-1] == "revealed"
    match.act(ANNA, turn_over("C"))
    match.act(ANNA, fly("moon-0"))
    match.advance(by=60_000)
    match.act(ANNA, lift("C"))
    match.act(ANNA, FILL)
    match.act(ANNA, turn_over("E"))
    match.act(ANNA, lift("ship"))
    match.act(ANNA, TAKE_TILE)
    match.act(ANNA, fly("planet-1"))
    match.advance(by=60_000)
    too_soon = match.copy()
    assert kinds(too_soon.act(ANNA, lift("ship"))) == ["lifted", "finished"]
    match.act(ANNA, lift("E"))
    match.act(ANNA, beam("C"))
    match.act(ANNA, lift("ship"))
    events = match.act(ANNA, deliver(BLUE, "E"))
    assert kinds(events) == ["delivered", "gave", "took_bonus", "finished"]
    assert (mat(match, ANNA)["won"][BEN][BLUE], mat(match, ANNA)["bonuses"]) == ([1], 1)
    assert (spots(match, BEN, "A"), on_board(match, ANNA)) == ([None], [])


def test_the_table_of_acts_names_every_act_in_its_true_form() -> None:
    game = find(GAME)
    section = PAGE.partition("## Acts")[2].partition("\n## ")[0]
    shown = [json.loads(text) for text in re.findall(r"`(\{.*?\})`", section)]
    assert sorted(act["act"] for act in shown) == sorted(kind.NAME for kind in game.ACTS)
    for act in shown:
        assert game.act_from_json(act).to_json() == act


def test_the_page_names_every_option_with_its_default() -> None:
    told = dict(re.findall(r"`(\w+)` \((\d+)\)", PAGE))
    for option in find(GAME).OPTIONS:
        assert f"`{option.name}" in PAGE, option.name
        if option.name in told:
            assert option.default in (None, int(told[option.name])), option.name
    assert told["deliver_seconds"] == "30"
