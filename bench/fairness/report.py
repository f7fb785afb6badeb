"""The table of what was measured."""

from math import sqrt

FIRST = 20
SURE = 1.96


class Row:
    """One measurement: for each table the seats that took the chances, in order."""

    def __init__(self, name: str, tables: list[list[int]]) -> None:
        self.name = name
        self.tables = tables

    def share(self, first: int = 0, last: int | None = None) -> tuple[float, float, float]:
        """The share that the first seat took, in percent, and its 95 % interval."""
        taken = [seat for table in self.tables for seat in table[first:last]]
        races = len(taken)
        if races == 0:
            return float("nan"), 0.0, 100.0
        share = taken.count(0) / races
        # Wilson's interval, 95 %.
        z = SURE**2 / races
        middle = (share + z / 2) / (1 + z)
        spread = SURE / (1 + z) * sqrt(share * (1 - share) / races + z / (4 * races))
        return 100 * share, 100 * (middle - spread), 100 * (middle + spread)

    def line(self) -> str:
        share, low, high = self.share()
        early, late = self.share(0, FIRST)[0], self.share(FIRST)[0]
        races = sum(map(len, self.tables))
        return (
            f"| {self.name} | {share:.1f} % | {low:.1f} to {high:.1f} % "
            f"| {early:.1f} % | {late:.1f} % | {races} |"
        )


def write(groups: dict[str, list[Row]], real: bool, build: str) -> str:
    said = "# Who wins races\n\n"
    said += (
        "`make bench-fairness`: two players race for one chance after the other, 16 tables at "
        f"once, a real server ({build}). Both react alike (an ex-Gaussian, 250 ms on average, "
        "deviation 56, unless said). "
    )
    if real:
        said += (
            "The lines are real: packets between two network namespaces are delayed, so that both "
            "kernels measure what they would over such a line.\n\n"
        )
    else:
        said += (
            "The lines are relays in user space, so that the kernel's measure is left out, as "
            "behind a proxy.\n\n"
        )
    said += (
        "The first player is the one named; the other is honest, 20 ms away there and back, unless "
        f"said. *First {FIRST}* and *later* are the shares in the first {FIRST} races of each "
        "table and in those after.\n"
    )
    for title, rows in groups.items():
        if not rows:
            continue
        said += f"\n## {title}\n\n"
        said += f"| first player | wins | sure (95 %) | first {FIRST} | later | races |\n"
        said += "|---|---|---|---|---|---|\n"
        said += "".join(row.line() + "\n" for row in rows)
    return said
