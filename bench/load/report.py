"""The table of the load measurement."""

from typing import Any

from bench.load.ramp import in_time


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
        "| timers late p50, p99 ms | tries |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in result["ours"]:
        lines.append(
            f"| {row['tables']} | {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} "
            f"| {row['cpu']:.0%} | {row['memory']:.0f} "
            f"| <= {row['late_p50']:g}, <= {row['late_p99']:g} | {row['tries']} |"
        )
    lines += [
        "",
        "From sending an act until all four seats have heard of it. Lateness is from the server's "
        "own histogram: the bound of the bucket. A load that was not in time is tried again, twice "
        "at most, and its best try stands here.",
    ]
    lines += moves_table(result["four"], "Sandtable's server", "on disk")
    lines += moves_table(result["peer"], "boardgame.io's server", "in memory")
    files = "in files (its FlatFile storage)"
    lines += moves_table(result["peer_on_disk"], "boardgame.io's server", files)
    for name, ours, seats in (("connect four", "four", "two"), ("Out of Time", "ours", "four")):
        for kept, peer in (("in memory", "peer"), ("in files", "peer_on_disk")):
            lines += ["", verdict(name, seats, result[ours], result[peer], kept)]
    return "\n".join([*lines, ""])


def moves_table(rows: list[dict[str, Any]], whose: str, kept: str) -> list[str]:
    lines = [
        "",
        f"{whose}, connect four, {rows[0]['clients']} clients, matches {kept}:",
        "",
        "| moves/s | p50 ms | p99 ms | CPU of one core | memory MB | tries |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} | {row['cpu']:.0%} "
            f"| {row['memory']:.0f} | {row['tries']} |"
        )
    return lines


def verdict(
    game: str, seats: str, ours: list[dict[str, Any]], peer: list[dict[str, Any]], kept: str
) -> str:
    """The highest rates at which both were in time; or that one never was."""
    best = max((row["rate"] for row in ours if in_time(row)), default=None)
    other = max((row["rate"] for row in peer if in_time(row)), default=None)
    if best is None or other is None:
        late = f"Sandtable, {game}," if best is None else f"boardgame.io, matches {kept},"
        return f"{late} was at no rate within 50 ms at p99: nothing can be compared."
    return (
        f"Highest rate with p99 within 50 ms: {best:.0f} acts/s of {game}, each told to {seats} "
        f"seats and on disk, against boardgame.io's {other:.0f} moves/s of connect four, each told "
        f"to two players, matches {kept}: {best / other:.1f} x."
    )
