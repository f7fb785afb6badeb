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
BAR_INCHES = 0.27


def draw(found: dict[str, Any], target: Path) -> None:
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("svg")
    # Text stays text, and the same figures give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sandtable"})
    matplotlib.rcParams.update({"font.family": "sans-serif", "font.size": 9, "text.color": INK})
    pyplot: Any = import_module("matplotlib.pyplot")

    rows: list[dict[str, Any]] = found["rows"]
    games = list(dict.fromkeys(row["game"] for row in rows))
    groups = [[row for row in rows if row["game"] == game] for game in games]
    heights = [len(group) + 1.3 for group in groups]
    figure, axes = pyplot.subplots(
        len(groups),
        1,
        figsize=(8.6, BAR_INCHES * sum(heights) + 1.0),
        height_ratios=heights,
        sharex=True,
        squeeze=False,
        layout="constrained",
    )
    fastest = max(row["steps_per_second"]["max"] for row in rows)
    slowest = min(row["steps_per_second"]["min"] for row in rows)
    for place, group, game in zip(axes[:, 0], groups, games, strict=True):
        group.sort(key=lambda row: float(row["steps_per_second"]["median"]))
        for y, row in enumerate(group):
            speed = row["steps_per_second"]
            mine = row["label"].startswith("Sandtable")
            place.barh(y, speed["median"], color=OURS if mine else THEIRS, height=0.72)
            place.plot([speed["min"], speed["max"]], [y, y], color=INK, linewidth=1.1)
            place.text(speed["max"] * 1.07, y, number(speed["median"]), va="center")
        place.set_yticks(range(len(group)), [row["label"] for row in group])
        place.set_title(f"{game[0].upper()}{game[1:]}", loc="left", fontweight="bold", fontsize=10)
        place.set_xscale("log")
        place.set_xlim(slowest / 3, fastest * 3)
        place.grid(axis="x", color=FAINT, linewidth=0.8)
        place.set_axisbelow(True)
        place.tick_params(length=0, colors=INK)
        for side in place.spines.values():
            side.set_visible(False)
    axes[-1, 0].set_xlabel(
        f"steps per second, random playouts, one core (logarithmic); {machine_line(found)}",
        fontsize=7.5,
        color=INK,
    )
    figure.savefig(target, metadata={"Date": None, "Title": "Random playouts on one core"})


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
