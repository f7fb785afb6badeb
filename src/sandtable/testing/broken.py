"""What the kit raises when a game does not keep its word."""


class ContractBroken(AssertionError):
    """A promise of the contract does not hold for this game.

    `promise` names it, `detail` says what was found, `where` is the table and the moment, and
    `again` is the line of Python that finds it again.
    """

    def __init__(self, game: str, promise: str, detail: str, where: str, again: str) -> None:
        self.game = game
        self.promise = promise
        self.detail = detail
        self.where = where
        self.again = again
        super().__init__(
            f"{game} breaks the promise: {promise}.\n"
            f"  found: {detail}\n"
            f"  where: {where}\n"
            f"  again: {again}"
        )
