"""How much of the lag of each seat is believed: enough to make races even, and no more. Pure.

A line can be made to look longer than it is: hold back echoes and acknowledgements, and send acts
at once. Nothing that the server can measure on the line tells the difference, but the races do.
Credited in full, somebody whose line is long wins as many close races as an equal rival, and
somebody who only pretends wins nearly all. So after each race the server weighs how probable its
outcome was for each length that the line may really have, and credits the length that is as likely
too long as too short. What everybody at the table has, up to `EXEMPT`, is not in question.

An act that answers news sooner than the claimed round trip allows proves that the line is shorter.
"""

from math import exp, log
from typing import Final

from sandtable.engine.units import Seat

MOST_BELIEVED: Final = 300.0
"""The longest round trip in milliseconds that is ever credited, and the longest window."""
EXEMPT: Final = 30.0
STEP: Final = 20.0
LENGTHS: Final[list[float]] = [STEP * i for i in range(int(MOST_BELIEVED / STEP) + 1)]
"""How much of a round trip may be real beyond what is exempt, in milliseconds."""

REAL: Final = 0.55
MADE_UP: Final = 0.35
"""Before any race: how likely it is that all of what is in question is real, or none of it.

The first is over a half: a line is believed until races speak against it. With more, an honest
player would lose less to bad luck in the first races, and a cheat would win more of them.
"""
SPREAD: Final = 80.0
"""How far apart the reactions of two equal people usually are, in milliseconds."""
STEEP: Final = 1.7
CHANCE: Final = 0.1
"""How often two acts come close together and have nothing to do with each other."""
MEMORY: Final = 0.99
"""What is left of a race's weight after the next one: about a hundred are remembered."""
PROOFS: Final = 3
"""This many acts must have been quicker than the claimed round trip; one may be an accident."""
MARGIN: Final = 20.0
"""Milliseconds by which an act that was sent before its loss was known may be later still."""
SAME: Final = 0.5


class Findings:
    """What races and acts have shown about the line of one person."""

    __slots__ = ("quickest", "scores")

    def __init__(self) -> None:
        self.scores: list[float] = [0.0] * len(LENGTHS)
        """For each length, the logarithm of how well it explains the races so far."""
        self.quickest: list[float] = []


class Parity:
    """The lines of one match, by seat. What was found about them belongs to the person there."""

    def __init__(self, seats: int) -> None:
        self.claimed: list[float] = [0.0] * seats
        """The round trip that was measured, or less, if acts have proved that it is shorter."""
        self.believed: list[float] = [0.0] * seats
        self.worst = 0.0
        self._measured: list[float | None] = [None] * seats
        """None for a seat without a line."""
        self._found = [Findings() for _ in range(seats)]
        self._about: dict[str, Findings] = {}
        """By guest, for the whole match: getting up and coming back restores no trust."""
        self._exempt = 0.0

    def measured(self, seat: Seat, round_trip: float | None) -> None:
        """What the line of this seat looks like now; None when it is gone."""
        before = self._measured[seat]
        if before is not None and round_trip is not None and abs(before - round_trip) < SAME:
            return
        self._measured[seat] = round_trip
        self._settle()

    def change_sitter(self, seat: Seat, guest: str | None) -> None:
        """This guest sits here from now on, or nobody."""
        self._measured[seat] = None
        self._found[seat] = (
            Findings() if guest is None else self._about.setdefault(guest, Findings())
        )
        self._settle()

    def answered(self, seat: Seat, after: float) -> None:
        """An act came so many milliseconds after the news that made it possible was sent."""
        quickest = self._found[seat].quickest
        quickest.append(max(0.0, after))
        quickest.sort()
        del quickest[PROOFS:]
        self._settle()

    def raced(self, winner: Seat, loser: Seat, behind: float, share: float) -> None:
        """Two seats wanted the same thing, and the loser's act came `behind` milliseconds later.

        `share`: how much of the round trip was credited.
        """
        believed, claimed = self.believed.copy(), self.claimed
        for seat, rival, later in ((winner, loser, -behind), (loser, winner, behind)):
            credit = share * (believed[seat] - believed[rival])
            # Anybody later than this has heard who won. To act all the same is to be seen losing,
            # which would make a line that only pretends to be long look honest.
            first = min(0.0, credit) - claimed[rival] - MARGIN
            last = max(0.0, credit) + claimed[seat] + MARGIN
            if not first <= later <= last:
                continue
            scores = self._found[seat].scores
            for i in range(len(LENGTHS)):
                usual = share * (self._exempt + LENGTHS[i] - believed[rival])
                scores[i] = MEMORY * scores[i] + log(odds(later, usual, first, last))
        self._settle()

    def _settle(self) -> None:
        present = [way for way in self._measured if way is not None]
        self._exempt = min(EXEMPT, min(present, default=0.0))
        for seat in range(len(self.claimed)):
            way = self._measured[seat] or 0.0
            quickest = self._found[seat].quickest
            if len(quickest) == PROOFS:
                way = min(way, quickest[-1])
            way = min(way, MOST_BELIEVED)
            self.claimed[seat] = way
            in_question = way - self._exempt
            if in_question > STEP / 2:
                way = self._exempt + likely(self._found[seat].scores, in_question)
            self.believed[seat] = way
        self.worst = max(self.believed)


def odds(later: float, usual: float, first: float, last: float) -> float:
    """How probable it is that somebody who is usually `usual` behind is `later` behind.

    It is known to lie between `first` and `last`: only there are races seen.
    """
    last = max(last, first + STEP)
    low, high = below((first - usual) / SPREAD), below((last - usual) / SPREAD)
    at = below((min(max(later, first), last) - usual) / SPREAD)
    density = STEEP * at * (1 - at) / SPREAD
    return CHANCE / (last - first) + (1 - CHANCE) * density / max(high - low, 1e-9)


def below(deviations: float) -> float:
    """The share of reactions below this. A logistic curve has more outliers than a normal one."""
    return 1 / (1 + exp(-STEEP * min(max(deviations, -20.0), 20.0)))


def likely(scores: list[float], most: float) -> float:
    """The length that the true one is as likely to exceed as not; `most` if that is likeliest."""
    lengths = [length for length in LENGTHS if length < most - STEP / 2]
    between = (1 - REAL - MADE_UP) / max(1, len(lengths) - 1)
    found = [*[scores[i] for i in range(len(lengths))], score_at(scores, most)]
    best = max(found)
    weights = [between * exp(score - best) for score in found]
    weights[0] *= MADE_UP / between
    weights[-1] *= REAL / between
    half = sum(weights) / 2
    for i in range(len(lengths)):
        half -= weights[i]
        if half <= 0:
            return lengths[i]
    return most


def score_at(scores: list[float], length: float) -> float:
    """Between two lengths of the list the score lies between theirs."""
    i = min(int(length / STEP), len(LENGTHS) - 2)
    part = length / STEP - i
    return scores[i] * (1 - part) + scores[i + 1] * part
