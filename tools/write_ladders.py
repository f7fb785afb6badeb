"""Writes the tables of docs/bots.md that say which level is how strong, from docs/ladders.

    sandtable ladder watch --seats 2 --games 100 --seed 7 --json > docs/ladders/watch-2.json
    .venv/bin/python -m tools.write_ladders

A test fails when the page is out of date.
"""

import json
from pathlib import Path
from typing import Any, Final

from sandtable.engine.registry import find
from sandtable.lab.ladder import lineups
from sandtable.lab.shares import SURE, in_words

DOCS: Final = Path(__file__).parent.parent / "docs"
FOLDER: Final = DOCS / "ladders"
PAGE: Final = DOCS / "bots.md"
HEADING: Final = (
    "| game | level | rating | wins | of games won by one of the two |\n|---|---|---|---|---|\n"
)


def found() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]


def command(ladder: dict[str, Any]) -> str:
    """What made it, as one types it."""
    levels = [row["level"] for row in ladder["levels"]]
    games = ladder["games"] // len(lineups(levels, ladder["seats"]))
    words = f"sandtable ladder {ladder['game']} --seats {ladder['seats']}"
    return f"{words} --games {games} --seed {ladder['seed']}"


def rows(ladder: dict[str, Any]) -> list[str]:
    title = f"{find(ladder['game']).TITLE}, {ladder['seats']} seats"
    lines = []
    for row in ladder["levels"]:
        level = row["level"]
        beaten = [
            f"{in_words(pair['share'], pair['low'], pair['high'])} of {pair['games']} "
            f"against {pair['against']}"
            for pair in ladder["pairs"]
            if pair["level"] == level
        ]
        rating = f"{row['rating']:.1f} ± {SURE * row['uncertain_by']:.1f}"
        wins = f"{row['wins']:g} of {row['games']}"
        lines.append(f"| {title} | {level} | {rating} | {wins} | {'; '.join(beaten)} |")
        title = ""
    return [line.replace("|  |", "| |") for line in lines]


def table() -> str:
    ladders = found()
    lines = [line for ladder in ladders for line in rows(ladder)]
    commands = [command(ladder) for ladder in ladders]
    return HEADING + "\n".join(lines) + "\n\n```\n" + "\n".join(commands) + "\n```\n"


def page_with_table(page: str) -> str:
    """The page with the table and the commands as they are in the files now."""
    before, _, rest = page.partition(HEADING)
    _, _, after = rest.partition("\n```\n")[2].partition("\n```\n")
    return before + table() + after


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
