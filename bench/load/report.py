"""The table of the load measurement."""

from typing import Any


def write(result: dict[str, Any]) -> str:
    first = result["ours"][0]
    held = [row for row in result["ours"] if row["p99"] <= 50] or [first]
    peer_held = [row for row in result["peer"] if row["p99"] <= 50] or result["peer"][:1]
    lines = [
        "# The server under load",
        "",
        f"{result['machine']}, {result['build']} rules; {result['tables']} tables of "
        "out-of-time, 4 seats each; each rate "
        f"held for {result['seconds']:g} s; server and players on loopback, two processes; every "
        "act committed to disk before it is told. Load of the machine before: "
        f"{result['load_before']:.1f}.",
        "",
        "| acts/s acknowledged | p50 ms | p99 ms | CPU of one core | memory MB "
        "| timers late p50, p99 ms |",
        "|---|---|---|---|---|---|",
    ]
    for row in result["ours"]:
        lines.append(
            f"| {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} | {row['cpu']:.0%} "
            f"| {row['memory']:.0f} | <= {row['late_p50']:g}, <= {row['late_p99']:g} |"
        )
    lines += [
        "",
        "From sending an act until all four seats have heard of it. Lateness is from the server's "
        "own histogram: the bound of the bucket.",
        "",
        f"boardgame.io's server, connect four, {result['peer'][0]['clients']} clients, in memory:",
        "",
        "| moves/s | p50 ms | p99 ms | CPU of one core | memory MB |",
        "|---|---|---|---|---|",
    ]
    for row in result["peer"]:
        lines.append(
            f"| {row['rate']:.0f} | {row['p50']:.1f} | {row['p99']:.1f} | {row['cpu']:.0%} "
            f"| {row['memory']:.0f} |"
        )
    best, other = max(r["rate"] for r in held), max(r["rate"] for r in peer_held)
    lines += [
        "",
        f"Highest rate with p99 within 50 ms: {best:.0f} acts/s against {other:.0f} moves/s, "
        f"{best / max(other, 1e-9):.1f} x.",
        "",
    ]
    return "\n".join(lines)
