"""Draws how long bots take, and writes it down as a table, from the numbers in the games' code.

    .venv/bin/python -m tools.draw_hands

writes docs/img/hands.svg and the table in docs/bots.md. A test fails when either is out of date.
"""

from importlib import import_module
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Final

from sandtable.bots.levels import levels
from sandtable.engine.hands import Hands, Span
from sandtable.engine.registry import find
from sandtable.engine.units import Ms

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURE: Final = DOCS / "img" / "hands.svg"
PAGE: Final = DOCS / "bots.md"
HEADING: Final = "| game | level | takes, in seconds | searches for, at most |\n|---|---|---|---|\n"
GAMES: Final = {
    "The Watch": "watch",
    "Out of Time": "out_of_time",
    "A Time of Chaos": "time_of_chaos",
    "Time 'n' Space": "time_n_space",
}
LEVELS: Final = ("novice", "club", "expert")
COLOURS: Final = {"novice": "#56B4E9", "club": "#E69F00", "expert": "#009E73"}
PARTS: Final = {(1, 4): "a quarter", (2, 3): "two thirds", (3, 4): "three quarters"}
TIMES: Final = {5: "five", 6: "six", 15: "fifteen"}
ELSEWHERE: Final = "looks elsewhere"

WIDTH: Final = 760
WORDS, NAMES, LEFT, RIGHT = 24, 146, 232, 640
SHORTEST, LONGEST = 50, 16_000
TICKS: Final = (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
LANE: Final = 15
HILL: Final = 11
SHAPE_STEPS: Final = 5


def hands_of(folder: str) -> dict[str, Hands]:
    """The levels of a game by name; where two have the same hands, both names in one."""
    module = import_module(f"sandtable.games.{folder}.bot_hands")
    found: list[tuple[list[str], Hands]] = []
    for level in LEVELS:
        hands: Hands = getattr(module, level.upper())
        if found and found[-1][1] is hands:
            found[-1][0].append(level)
        else:
            found.append(([level], hands))
    return {", ".join(levels): hands for levels, hands in found}


def seconds(ms: Ms) -> str:
    """To the hundredth, as short as can be: "0.35", "1"."""
    return f"{round(ms / 1_000, 2):g}"


def reads(span: Span) -> str:
    return f"{seconds(span.least)} to {seconds(span.most)}"


# The table.


def takes(hands: Hands) -> str:
    """One cell: "a step 0.25 to 0.75; one time in six looks elsewhere first, for 3 to 15"."""
    said = ", ".join(f"{what} {reads(span)}" for what, span in hands.spans.items())
    lapse = hands.lapse
    if lapse.one_in:
        said += f"; one time in {TIMES[lapse.one_in]} {ELSEWHERE} first, for {reads(lapse.span)}"
    if hands.part.of > 1:
        said += f"; at most {PARTS[hands.part.parts, hands.part.of]} of what is left of the turn"
    return said


def thinks(folder: str, names: str) -> str:
    """One cell: "expert 1.5", for the levels that search."""
    known = levels(find(folder.replace("_", "-")))
    searching = {name: known[name].THINKS for name in names.split(", ") if known[name].THINKS}
    return " " + ", ".join(f"{name} {seconds(ms)}" for name, ms in searching.items()).strip()


def table() -> str:
    rows = []
    for title, folder in GAMES.items():
        for nth, (names, hands) in enumerate(hands_of(folder).items()):
            said = f"{takes(hands)} |{thinks(folder, names).rstrip()}"
            rows.append(f"|{'' if nth else ' ' + title} | {names} | {said} |\n")
    return HEADING + "".join(rows)


def page_with_table(page: str) -> str:
    """The page with its table written anew."""
    before, after = page.split(HEADING)
    lines = after.splitlines(keepends=True)
    while lines and lines[0].startswith("|"):
        del lines[0]
    return before + table() + "".join(lines)


# The picture.


def across(ms: float) -> float:
    """Where a time lies; the axis is logarithmic, since eyes are so much quicker than turns."""
    return LEFT + (RIGHT - LEFT) * log10(ms / SHORTEST) / log10(LONGEST / SHORTEST)


def likely(span: Span, ms: float) -> float:
    """How likely this time is beside the likeliest: the sum of two draws is a trapezium."""
    shorter = min(span.first, span.second)
    edge = min(ms - span.least, span.most - ms)
    return 1.0 if shorter == 0 else max(0.0, min(1.0, edge / shorter))


def hill(span: Span, colour: str, base: float, rare: bool) -> str:
    shorter = min(span.first, span.second)
    corners = (span.least, span.least + shorter, span.most - shorter, span.most)
    times: list[float] = []
    for here, there in pairwise(corners):
        times += [here + (there - here) * step / SHAPE_STEPS for step in range(SHAPE_STEPS)]
    times.append(span.most)
    points = [f"{across(ms):.1f},{base - HILL * likely(span, ms):.1f}" for ms in times]
    look = f'fill="{colour}"'
    if rare:
        look = f'fill="{colour}" fill-opacity="0.2" stroke="{colour}" stroke-dasharray="2 2"'
    return f'<polygon points="{" ".join(points)}" {look}/>\n'


def text(x: float, y: float, said: str, look: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{look}>{said}</text>\n'


def lane(y: float, levels: str, span: Span, said: str, rare: bool) -> str:
    """One level's time for one thing."""
    colour = COLOURS[levels.split(", ", maxsplit=1)[0]]
    return (
        text(NAMES, y, levels, ' class="q"')
        + hill(span, colour, y + 1, rare)
        + text(across(span.most) + 7, y, said, ' class="q"')
    )


def game(title: str, folder: str, top: float) -> tuple[str, float]:
    """All lanes of a game, and where they end."""
    levels = hands_of(folder)
    y = top + 24
    drawn = text(WORDS, y, title, ' class="t"')
    y += 4
    for what in dict.fromkeys(what for hands in levels.values() for what in hands.spans):
        y += LANE + 4
        drawn += text(WORDS, y, what)
        for name, hands in levels.items():
            if what not in hands.spans:
                continue
            span = hands.spans[what]
            drawn += lane(y, name, span, reads(span), rare=False)
            y += LANE
        y -= LANE
    away = {name: hands.lapse for name, hands in levels.items() if hands.lapse.one_in}
    if away:
        y += LANE + 4
        drawn += text(WORDS, y, ELSEWHERE)
        for name, lapse in away.items():
            said = f"{reads(lapse.span)}, 1 in {lapse.one_in}"
            drawn += lane(y, name, lapse.span, said, rare=True)
            y += LANE
        y -= LANE
    return drawn, y + 8


def picture() -> str:
    y = 16.0
    drawn = ""
    for title, folder in GAMES.items():
        if drawn:
            drawn += f'<path d="M{WORDS} {y + 2:g}H{WIDTH - WORDS}" class="l"/>\n'
        part, y = game(title, folder, y)
        drawn += part
    axis = ""
    for tick in TICKS:
        x = round(across(tick), 1)
        axis += f'<path d="M{x:g} 20V{y + 6:g}" class="l"/>\n'
        axis += text(x, y + 22, seconds(tick), ' class="q" text-anchor="middle"')
    axis += text(RIGHT, y + 22, "seconds", ' class="q"')
    axis += text(WORDS, y + 22, "The higher, the likelier.", ' class="q"')
    height = round(y + 36)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="How long the bots of each game and level take; the table has the numbers">\n'
        "<style>text{font:12px Georgia,serif;fill:#2B2620;paint-order:stroke;"
        "stroke:#FBF6EC;stroke-width:4px}.t{font-size:15px;font-weight:bold}"
        ".q{fill:#6E655A}.l{stroke:#E4D9C4;fill:none}</style>\n"
        f'<rect width="{WIDTH}" height="{height}" fill="#FBF6EC"/>\n{axis}{drawn}</svg>\n'
    )


def main() -> None:
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
