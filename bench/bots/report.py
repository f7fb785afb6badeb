"""The table of how late bots act."""

from typing import Any

import sandtable

SHARES = (0.5, 0.95, 0.99)


def within(late: list[tuple[float, int]], share: float) -> str:
    """The bound below which this share of the acts was late."""
    total = late[-1][1]
    if not total:
        return ""
    for bound, count in late:
        if count >= share * total:
            return "more" if bound == float("inf") else f"{bound * 1000:g}"
    raise AssertionError


def lines_of(row: dict[str, Any]) -> list[str]:
    """One line for each level that played on that server; what they share is in the first."""
    lines = []
    for nth, party in enumerate(row["levels"]):
        late = [(float(bound), count) for bound, count in party["late"]]
        who = f"{party['bots']} {party['level']}"
        shared = [
            f"{row['playing']:.0f} of {row['tables']}",
            f"{row['cpu']:.0%}",
            f"{row['bots_cpu']:.0%} in {row['processes']}",
        ]
        cells = [
            "" if nth else sandtable.find(row["game"]).TITLE,
            f"beside them, {who}" if nth else who,
            f"{late[-1][1] / row['seconds']:.1f}",
            *[within(late, share) for share in SHARES],
            *(["", "", ""] if nth else shared),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def write(result: dict[str, Any]) -> str:
    heads = [f"{share:.0%} within ms" for share in SHARES]
    lines = [
        "# Many tables of bots on one server",
        "",
        f"{result['machine']}, {result['build']} rules; one server as `make play` starts it, one "
        "person at each table who acts at random about every two seconds, the other seats bots; "
        f"{result['seconds']:g} s each, after everybody has sat down. Load of the machine before: "
        f"{result['load_before']:.1f}.",
        "",
        "| game | bots | acts of bots/s | "
        + " | ".join(heads)
        + " | tables playing | server's CPU | bots' CPU, processes |",
        "|---|---|" + "---:|" * (len(SHARES) + 4),
    ]
    for row in result["rows"]:
        lines += lines_of(row)
    lines += [
        "",
        "How much later a bot acted than it meant to, which is after as long as a person would "
        "take: the bounds of the server's own histograms (`sandtable_bot_lateness_seconds`, and "
        "`sandtable_thinker_lateness_seconds` for bots that search). Looks without an act do not "
        "count. CPU is of one core.",
    ]
    failed = sum(row["faults"] for row in result["rows"])
    if failed:
        lines += ["", f"{failed:.0f} bots failed and were replaced by the random one."]
    return "\n".join([*lines, ""])
