"""Shares, and how sure they are."""

from math import sqrt

SURE = 1.96
"""How many deviations a 95 % interval reaches to each side."""


def share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share."""
    if not games:
        return 0.0, 1.0
    part = won / games
    middle = part + SURE**2 / (2 * games)
    reach = SURE * sqrt(part * (1 - part) / games + SURE**2 / (4 * games**2))
    whole = 1 + SURE**2 / games
    return round((middle - reach) / whole, 4), round((middle + reach) / whole, 4)


def in_words(part: float, low: float, high: float) -> str:
    """`74.6% (70.1% to 78.6%)`."""
    return f"{part:.1%} ({low:.1%} to {high:.1%})"
