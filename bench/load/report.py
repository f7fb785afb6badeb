"""The table of the load measurement."""

from typing import Any


def write(result: dict[str, Any]) -> str:
    lines = [
        "# The server under load",
        "",
        f"{result['machine']}, {result['build']} rules; tables of "
        "out-of-time, 4 seats each, one act a second each; each number of tables "
        f"held for {result['seconds']:g} s; server and players on loopback, two processes; every "
        "act committed to disk before it is told. Load of the machine before: "
        f"{result['load_before']:.1f}.",
        "",
        "| tables | acts/s acknowledged | p50 ms | p99 ms | CPU of one core | memory MB "
        "| timers late p50, p99 ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in result["ours"]:
        lines.append(
            f"| {row['tables']} | {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} "
            f"| {row['cpu']:.0%} | {row['memory']:.0f} "
            f"| <= {row['late_p50']:g}, <= {row['late_p99']:g} |"
        )
    lines += [
        "",
        "From sending an act until all four seats have heard of it. Lateness is from the server's "
        "own histogram: the bound of the bucket.",
    ]
    lines += peer_table(result["peer"], "in memory")
    lines += peer_table(result["peer_on_disk"], "in files (its FlatFile storage)")
    lines += ["", verdict(result["ours"], result["peer"], "in memory")]
    lines += ["", verdict(result["ours"], result["peer_on_disk"], "in files"), ""]
    return "\n".join(lines)


def peer_table(rows: list[dict[str, Any]], kept: str) -> list[str]:
    lines = [
        "",
        f"boardgame.io's server, connect four, {rows[0]['clients']} clients, matches {kept}:",
        "",
        "| moves/s | p50 ms | p99 ms | CPU of one core | memory MB |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} | {row['cpu']:.0%} "
            f"| {row['memory']:.0f} |"
        )
    return lines


def verdict(ours: list[dict[str, Any]], peer: list[dict[str, Any]], kept: str) -> str:
    """The highest rates at which both were in time; or that one never was."""
    best = max((row["rate"] for row in ours if row["p99"] <= 50), default=None)
    other = max((row["rate"] for row in peer if row["p99"] <= 50), default=None)
    if best is None or other is None:
        late = "Sandtable" if best is None else f"boardgame.io, matches {kept},"
        return f"{late} was at no rate within 50 ms at p99: nothing can be compared."
    return (
        f"Highest rate with p99 within 50 ms: {best:.0f} acts/s, each told to four seats and on "
        f"disk, against boardgame.io's {other:.0f} moves/s, each told to two players, matches "
        f"{kept}: {best / other:.1f} x."
    )
