"""catanatron's Catan with four random players: the peer of about the weight of a game of ours."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import Any

from bench.protocol import DRAW, Pick, Played, System


def system() -> System:
    game_module: Any = import_module("catanatron.game")
    player_module: Any = import_module("catanatron.models.player")
    new_game = game_module.Game
    limit: int = game_module.TURNS_LIMIT
    colours = list(player_module.Color)[:4]
    players = [player_module.RandomPlayer(colour) for colour in colours]

    def playout(pick: Pick) -> Played:
        # What `Game.play` does, without the two copies of the game that it makes on the way.
        # `pick` only seeds: catanatron's own random player makes the choices.
        game = new_game(players, seed=1 + int(pick() * 2**31))
        state = game.state
        ticks = 0
        winner = None
        while winner is None and state.num_turns < limit:
            game.play_tick()
            ticks += 1
            winner = game.winning_color()
        return Played(ticks, DRAW if winner is None else state.colors.index(winner))

    reached: list[Any] = []
    for seed in range(1, 6):
        game = new_game(players, seed=seed)
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < limit:
            game.play_tick()
            ticks += 1
            if ticks % 20 == 0:
                reached.append(game.copy())

    def copies() -> int:
        for game in reached:
            game.copy()
        return len(reached)

    return System(version("catanatron"), playout, copies)
