"""The results of a run as a Markdown page."""

from __future__ import annotations

from typing import Any


def number(value: float) -> str:
    """Three digits that count, with the thousands set apart: 1,740,000 and not 1,742,668."""
    if value <= 0:
        return "0"
    size = 1
    while value / size >= 1000:
        size *= 10
    rounded = round(value / size) * size
    if rounded >= 100:
        return f"{rounded:,}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def spread(values: dict[str, Any] | None) -> str:
    if values is None:
        return ""
    middle = number(values["median"])
    if values["repeats"] == 1:
        return middle
    return f"**{middle}** ({number(values['min'])} to {number(values['max'])})"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """Cells are text in the first column and figures, set right, in the others."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def machine_line(found: dict[str, Any]) -> str:
    machine = found["machine"]
    where = "one core of" if machine["pinned"] else "not bound to a core, of"
    return (
        f"{found['date']} · {where} {machine['cores']}, {machine['cpu']} · {machine['system']} · "
        f"Python {machine['python']}"
    )


def verdict(ratio: dict[str, Any]) -> str:
    if ratio["expected"] is None:
        return ""
    return f"at least {ratio['expected']:g}: {'met' if ratio['met'] else 'MISSED'}"


def versions(rows: list[dict[str, Any]]) -> str:
    named: dict[str, str] = {}
    for row in rows:
        # "OpenSpiel, a clone every step" is OpenSpiel.
        name = row["label"].partition(",")[0]
        named[name] = f"{name} {row['version']} ({row['runtime']})"
    return " · ".join(named.values())


def searches(rows: list[dict[str, Any]]) -> list[str]:
    """Rounds of search a second. Not every system says how many acts a round has."""
    if not rows:
        return []
    body = [
        [
            f"{row['game']}: {row['label']}",
            spread(row["games_per_second"]),
            f"{row['steps_per_game']:.1f}" if row["steps_per_game"] else "",
        ]
        for row in rows
    ]
    return [
        "## Search",
        "",
        "A round of Monte Carlo tree search: what the player cannot see is drawn, an act is "
        "added to the tree, the game is played on, and what came of it is remembered. Connect "
        "four is played on at random to its end, by every system. Our games are searched as "
        "their experts do it, at positions between club players, with four seats or as near "
        "to that as the game allows.",
        "",
        *table(["game and system", "rounds/s", "acts a round"], body),
        "",
    ]


def markdown(found: dict[str, Any]) -> str:
    rows: list[dict[str, Any]] = found["rows"]
    lines = ["# Random playouts on one core", "", machine_line(found) + "  ", versions(rows), ""]
    lines += [
        f"Median of {found['repeats']} repeats of {found['seconds_per_repeat']:g} s, smallest and "
        "largest in brackets. A step is listing the legal acts, choosing one, acting.",
        "",
    ]
    played = [row for row in rows if not row["search"]]
    for game in dict.fromkeys(row["game"] for row in played):
        lines += [f"## {game[0].upper()}{game[1:]}", ""]
        body = [
            [
                row["label"],
                spread(row["steps_per_second"]),
                spread(row["games_per_second"]),
                f"{row['steps_per_game']:.1f}",
                spread(row["ns_per_copy"]),
            ]
            for row in played
            if row["game"] == game
        ]
        head = ["system", "steps/s", "games/s", "steps a game", "ns a copy"]
        lines += [*table(head, body), ""]
    lines += searches([row for row in rows if row["search"]])
    if found["ratios"]:
        lines += ["## Compared", ""]
        body = [[r["what"], spread(r["ratio"]), verdict(r)] for r in found["ratios"]]
        lines += table(["ours against theirs, repeat by repeat", "times as fast", "expected"], body)
        lines.append("")
    least = min(row["share_of_core"] for row in rows)
    lines.append(
        "Rates are by CPU time, so that other work on the machine does not count; the measured "
        f"system had the core for at least {least:.0%} of each repeat."
    )
    return "\n".join(lines) + "\n"
