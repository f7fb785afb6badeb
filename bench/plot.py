"""The results of a run as a picture: `python -m bench.plot latest.json latest.svg`.

Runs in the environment of the peers, which has matplotlib.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.report import machine_line, number

OURS, THEIRS, INK, FAINT = "#c2571a", "#7d8794", "#22262b", "#d8dce1"
LINE_INCHES = 0.25
HEADING_LINES = 1.5


def draw(found: dict[str, Any], target: Path) -> None:
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("svg")
    # Text stays text, and the same figures give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sandtable"})
    matplotlib.rcParams.update({"font.family": "sans-serif", "font.size": 9, "text.color": INK})
    pyplot: Any = import_module("matplotlib.pyplot")

    rows: list[dict[str, Any]] = [row for row in found["rows"] if not row["search"]]
    games = list(dict.fromkeys(row["game"] for row in rows))
    lines = len(rows) + HEADING_LINES * len(games)
    figure, place = pyplot.subplots(figsize=(8.6, LINE_INCHES * lines + 0.7), layout="constrained")
    place.set_xscale("log")
    fastest = max(row["steps_per_second"]["max"] for row in rows)
    slowest = min(row["steps_per_second"]["min"] for row in rows)
    place.set_xlim(slowest / 3, fastest * 2.5)
    place.set_ylim(lines - 0.4, -0.6)

    y = 0.0
    ticks: list[float] = []
    labels: list[str] = []
    for game in games:
        heading = f"{game[0].upper()}{game[1:]}"
        place.text(slowest / 3, y + 0.3, heading, va="center", fontweight="bold", fontsize=10)
        y += HEADING_LINES
        group = [row for row in rows if row["game"] == game]
        group.sort(key=lambda row: -float(row["steps_per_second"]["median"]))
        for row in group:
            speed = row["steps_per_second"]
            mine = row["label"].startswith("Sandtable")
            place.barh(y, speed["median"], color=OURS if mine else THEIRS, height=0.72)
            place.plot([speed["min"], speed["max"]], [y, y], color=INK, linewidth=1.1)
            place.text(speed["max"] * 1.07, y, number(speed["median"]), va="center")
            ticks.append(y)
            labels.append(row["label"])
            y += 1
    place.set_yticks(ticks, labels)
    place.xaxis.set_major_formatter(lambda value, _: number(value))
    place.grid(axis="x", color=FAINT, linewidth=0.8)
    place.set_axisbelow(True)
    place.tick_params(which="both", length=0, colors=INK)
    for side in place.spines.values():
        side.set_visible(False)
    figure.supxlabel(
        f"Steps per second on one core, random playouts, logarithmic axis.\n{machine_line(found)}",
        fontsize=8,
        color=INK,
    )
    title = "Random playouts on one core"
    figure.savefig(target, metadata={"Date": None, "Title": title})


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
