"""What came out of many games, as plain data and as text."""

from statistics import mean, median
from typing import Any

from sandtable.lab.shares import in_words, interval, share
from sandtable.lab.simulate import Played, Study


def spread(values: list[int]) -> dict[str, Any]:
    """Mean, median and range; whole numbers, since everything counted here is whole."""
    ordered = sorted(values)
    return {
        "mean": round(mean(ordered)),
        "median": round(median(ordered)),
        "least": ordered[0],
        "most": ordered[-1],
    }


def report(study: Study, played: list[Played]) -> dict[str, Any]:
    """Wins by seat, by order of play and by bot, lengths, and how games ended.

    A shared win counts for each player who shares it. A game is `decided` if it has
    winners, and all of them are bots of the same level. Shares have 95 % intervals.
    """
    finished = [one for one in played if one.how != "unfinished"]
    return {
        "game": study.game,
        "seats": study.seats,
        "games": study.games,
        "seed": study.seed,
        "bots": list(study.bots),
        "options": study.options,
        "wins_per_seat": [
            sum(seat in one.winners for one in played) for seat in range(study.seats)
        ],
        "wins_by_order": wins_by_order(study, played),
        "per_bot": {level: bot_report(level, finished) for level in dict.fromkeys(study.bots)},
        "decided": sum(is_decided(one) for one in finished),
        "shared_wins": sum(len(one.winners) > 1 for one in finished),
        "without_winner": sum(not one.winners for one in finished),
        "ended": {
            how: sum(one.how == how for one in played)
            for how in sorted(dict.fromkeys(one.how for one in played))
        },
        "length": {
            "table_ms": spread([one.table_ms for one in played]),
            "acts": spread([one.acts for one in played]),
        },
        "scores_per_seat": [
            round(mean(one.scores[seat] for one in finished), 2) if finished else 0
            for seat in range(study.seats)
        ],
        "refusals": sum(one.refusals for one in played),
    }


def wins_by_order(study: Study, played: list[Played]) -> list[int] | None:
    """The wins of the first player, of the second, and so on; None in a game without turns."""
    wins = [0] * study.seats
    for one in played:
        if one.order is None:
            return None
        for seat in one.winners:
            wins[one.order.index(seat)] += 1
    return wins


def is_decided(one: Played) -> bool:
    return len(frozenset(one.lineup[seat] for seat in one.winners)) == 1


def bot_report(level: str, finished: list[Played]) -> dict[str, Any]:
    seats = sum(one.lineup.count(level) for one in finished)
    scores = [
        one.scores[seat]
        for one in finished
        for seat, sits in enumerate(one.lineup)
        if sits == level
    ]
    games_won = sum(any(one.lineup[seat] == level for seat in one.winners) for one in finished)
    decided = [one for one in finished if is_decided(one)]
    decided_won = sum(one.lineup[one.winners[0]] == level for one in decided)
    games_low, games_high = interval(games_won, len(finished))
    decided_low, decided_high = interval(decided_won, len(decided))
    return {
        "seats_played": seats,
        "games_won": games_won,
        "share_of_games": share(games_won, len(finished)),
        "games_low": games_low,
        "games_high": games_high,
        "share_of_decided": share(decided_won, len(decided)),
        "decided_low": decided_low,
        "decided_high": decided_high,
        "mean_score": round(mean(scores), 2) if scores else 0,
    }


def as_text(result: dict[str, Any]) -> str:
    """The report for a person at a terminal."""
    length = result["length"]
    table = length["table_ms"]
    lines = [
        f"{result['game']}, {result['seats']} seats, {result['games']} games, "
        f"seed {result['seed']}",
        "  wins per seat   " + "  ".join(str(wins) for wins in result["wins_per_seat"]),
        "  wins by order   " + order_in_words(result),
    ]
    for level, bot in result["per_bot"].items():
        lines.append(
            f"  {level:<14}  won {bot['games_won']} games, {of_games(bot)}; "
            f"of the {result['decided']} decided ones {of_decided(bot)}; "
            f"mean score {bot['mean_score']}"
        )
    lines.append(
        f"  table time      median {minutes(table['median'])}, "
        f"{minutes(table['least'])} to {minutes(table['most'])}"
    )
    acts = length["acts"]
    lines.append(f"  acts            median {acts['median']}, {acts['least']} to {acts['most']}")
    lines.append(
        "  ended by        " + ", ".join(f"{how} {count}" for how, count in result["ended"].items())
    )
    return "\n".join(lines)


def of_games(bot: dict[str, Any]) -> str:
    return in_words(bot["share_of_games"], bot["games_low"], bot["games_high"])


def of_decided(bot: dict[str, Any]) -> str:
    return in_words(bot["share_of_decided"], bot["decided_low"], bot["decided_high"])


def order_in_words(result: dict[str, Any]) -> str:
    """`1st 140 (70.0%)  2nd 60 (30.0%)`: of all games, so that shared wins add up to more."""
    wins = result["wins_by_order"]
    if wins is None:
        return "none: everybody plays at the same time"
    return "  ".join(
        f"{ordinal(place)} {count} ({share(count, result['games']):.1%})"
        for place, count in enumerate(wins, start=1)
    )


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def minutes(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"
