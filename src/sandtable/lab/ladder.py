"""Who is stronger: a round robin between levels, on common deals with rotated seats, rated.

Ratings are OpenSkill's (Plackett and Luce): a strength and how uncertain it still is, in its usual
units, where 25 is where everybody begins. Later games move a rating less, so the tables are rated
in turn: the first game of each, then the second of each. The same seed gives the same ratings,
however many cores played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

from openskill.models import PlackettLuce

from sandtable.lab.shares import SURE, in_words, interval, share
from sandtable.lab.simulate import Played, Study, run

WIDTH = 40
"""Columns of the plot in a terminal."""


@dataclass(frozen=True)
class Ladder:
    """What to play: `games` at each table, at least; whole rounds of rotated seats."""

    game: str
    seats: int
    games: int
    seed: int
    levels: tuple[str, ...]
    options: dict[str, Any]


def lineups(levels: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who meets whom: as many different levels at a table as fit, and every such table."""
    if len(levels) >= seats:
        return list(combinations(levels, seats))
    rest = seats - len(levels)
    return [(*levels, *more) for more in combinations_with_replacement(levels, rest)]


def studies(ladder: Ladder) -> list[Study]:
    rounds = -(-ladder.games // ladder.seats)
    return [
        Study(ladder.game, ladder.seats, rounds * ladder.seats, ladder.seed, bots, ladder.options)
        for bots in lineups(ladder.levels, ladder.seats)
    ]


def climb(
    ladder: Ladder, cores: int | None = None, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play it all, and say who is how strong, as plain data."""
    tables = [run(study, cores, progress) for study in studies(ladder)]
    played = in_turn(tables)
    rated = rate(ladder.levels, played)
    rows = [
        {
            "level": level,
            "rating": round(rated[level].mu, 2),
            "uncertain_by": round(rated[level].sigma, 2),
            **wins_of(level, played),
        }
        for level in ladder.levels
    ]
    rows.sort(key=lambda row: -row["rating"])
    return {
        "game": ladder.game,
        "seats": ladder.seats,
        "seed": ladder.seed,
        "games": len(played),
        "options": ladder.options,
        "levels": rows,
        "pairs": [
            pair(better["level"], worse["level"], played) for better, worse in combinations(rows, 2)
        ],
    }


def in_turn(tables: Sequence[Sequence[Played]]) -> list[Played]:
    """The first game of each table, then the second of each, and so on; all have as many."""
    return [one for games in zip(*tables, strict=True) for one in games]


def rate(levels: Sequence[str], played: Sequence[Played]) -> dict[str, Any]:
    """A rating for each level. One that holds several seats learns what they learn on average."""
    model = PlackettLuce()
    ratings = {level: model.rating(name=level) for level in levels}
    for one in played:
        if not one.winners or len(frozenset(one.lineup)) == 1:
            continue
        teams = [[ratings[level]] for level in one.lineup]
        ranks = [0.0 if seat in one.winners else 1.0 for seat in range(len(one.lineup))]
        after = model.rate(teams, ranks=ranks)
        for level in dict.fromkeys(one.lineup):
            own = [after[seat][0] for seat, sits in enumerate(one.lineup) if sits == level]
            ratings[level] = model.rating(
                mu=sum(rating.mu for rating in own) / len(own),
                sigma=sum(rating.sigma for rating in own) / len(own),
                name=level,
            )
    return ratings


def wins_of(level: str, played: Sequence[Played]) -> dict[str, Any]:
    """Wins of a level, and how they compare to what its seats would win if all were equal.

    A win that is shared counts in parts.
    """
    wins = fair = 0.0
    games = 0
    for one in played:
        held = one.lineup.count(level)
        if not held or not one.winners:
            continue
        games += 1
        fair += held / len(one.lineup)
        wins += sum(one.lineup[seat] == level for seat in one.winners) / len(one.winners)
    return {"games": games, "wins": round(wins, 1), "times_fair_share": share(wins, fair)}


def pair(one: str, other: str, played: Sequence[Played]) -> dict[str, Any]:
    """Of the games that one of two levels won alone: the share of the first."""
    won = lost = 0
    for game in played:
        if one in game.lineup and other in game.lineup:
            winners = frozenset(game.lineup[seat] for seat in game.winners)
            won += winners == {one}
            lost += winners == {other}
    low, high = interval(won, won + lost)
    return {
        "level": one,
        "against": other,
        "games": won + lost,
        "share": share(won, won + lost),
        "low": low,
        "high": high,
    }


def as_text(found: dict[str, Any]) -> str:
    """The ladder for a person at a terminal, with a plot: a dot, and how far it may be off."""
    rows = found["levels"]
    lines = [
        f"{found['game']}, {found['seats']} seats, {found['games']} games, seed {found['seed']}",
        "",
        f"  {'level':<12}{'rating':>8}{'±':>7}{'wins':>9}{'games':>7}{'x fair':>9}",
    ]
    for row in rows:
        lines.append(
            f"  {row['level']:<12}{row['rating']:>8.2f}{SURE * row['uncertain_by']:>7.2f}"
            f"{row['wins']:>9.1f}{row['games']:>7}{row['times_fair_share']:>9.2f}"
        )
    lines += ["", *plot(rows), ""]
    for one in found["pairs"]:
        lines.append(
            f"  {one['level']} against {one['against']}: "
            f"{in_words(one['share'], one['low'], one['high'])} of {one['games']} games"
        )
    return "\n".join(lines)


def plot(rows: Sequence[dict[str, Any]]) -> list[str]:
    reach = [SURE * row["uncertain_by"] for row in rows]
    lows = [row["rating"] - far for row, far in zip(rows, reach, strict=True)]
    highs = [row["rating"] + far for row, far in zip(rows, reach, strict=True)]
    left, right = min(lows), max(highs)
    scale = (WIDTH - 1) / ((right - left) or 1.0)

    def column(value: float) -> int:
        return int((value - left) * scale + 0.5)

    lines = []
    for row, low, high in zip(rows, lows, highs, strict=True):
        bar = [" "] * WIDTH
        for at in range(column(low), column(high) + 1):
            bar[at] = "─"
        bar[column(row["rating"])] = "●"
        lines.append(f"  {row['level']:<12}{''.join(bar).rstrip()}")
    lines.append(f"  {'':<12}{left:<{WIDTH - 6}.1f}{right:>6.1f}")
    return lines
