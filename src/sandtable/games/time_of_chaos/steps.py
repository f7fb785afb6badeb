"""TC-O3: what a player has done in this turn that can still be taken back."""

from mypy_extensions import mypyc_attr

from sandtable.engine.acts import Act


@mypyc_attr(acyclic=True)
class Step:
    """An act, and as much of the table before it as the act itself does not tell.

    Steps are values, linked from the last one back: copies of a table share them.
    """

    def __init__(
        self, before: "Step | None", act: Act, tile: int, slot: int, since: int, marks: int
    ) -> None:
        self.before = before
        self.act = act
        self.tile = tile
        """Where the pawn came from, if the step moved it."""
        self.slot = slot
        """Where in the hand a delivered card was."""
        self.since = since
        """What `since_delivery` was before a delivery."""
        self.marks = marks
        """As bits. Before a delivery: the seats whose cloak is ready. Before a RESTORE: the seats
        with a cube on the tile. Before a choice of disorder: the tiles that had sent already."""


def oldest_first(last: Step | None) -> list[Step]:
    steps: list[Step] = []
    while last is not None:
        steps.append(last)
        last = last.before
    steps.reverse()
    return steps
