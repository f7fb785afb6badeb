"""Names that look alike, whatever script they are written in. Pure.

Two names are alike if one can be read as the other once case, accents, spaces and punctuation are
gone: look-alikes from other scripts are read as the Latin letters they resemble, in the manner of
the skeletons of UTS 39, and figures and signs as the letters that people write them for. The lists
have the commonest look-alikes, not all.

A figure in a word may be read as a letter (Ad4), but a number that stands apart is only a number
(Ada 4), and different figures are never alike. Some may be read in more than one way (6reta, 6en),
so there is no one plain form of a name: names are compared in pairs.
"""

# ruff: noqa: RUF001 -- letters that can be taken for others are what this is about

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.protocol.limits import MOST_NAME

LOOKS_LIKE = {
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХԚԜҮЗ", "ABESIJKMHOPCTYXQWY3", strict=True)),
    **dict(zip("авеѕіјкмнорстухһԁԛԝүґгӏпиз", "abesijkmhopctyxhdqwyrrlnu3", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ", "ABEZHIKMNOPTYXCM", strict=True)),
    **dict(zip("αβεγηικνορτυχωϲϳ", "abeynikvoptuxwcj", strict=True)),
    # Armenian, Cherokee
    **dict(zip("օոսհցգՕՍ", "onuhgqOU", strict=True)),
    **dict(zip("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏒᏔᏚᏞᏟᏢᏦᏴ", "DRTAJEWMHGZRWSLCPKB", strict=True)),
    **dict(zip("\u039b\u0394", "AA", strict=True)),
    # Coptic, Lisu, Canadian syllabics
    **dict(zip("ⲁⲃⲉⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abeikmnopctyx", strict=True)),
    **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU", strict=True)),
    **dict(zip("ᗩᗪᗷᑕᕼᒍᒪᗰᑎᑭᖇᑌᐯᗯᗴᖴ", "ADBCHJLMNPRUVWEF", strict=True)),
    # Small capitals, and letters upside down or with a stroke
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢⱯȺⱥ", "abcdefghjkmopstuvwzAAa", strict=True)),
    # Latin letters that do not come apart into a letter and a mark
    **dict(zip("ıłŁøØđĐħĦŧŦɑɡɩɪʟʀɴʏƖǀƒ", "ilLoOdDhHtTagiilrnyllf", strict=True)),
}
BOXED = {first + nth: chr(ord("A") + nth) for first in (0x1F150, 0x1F170) for nth in range(26)}
"""Letters in black circles and squares: to Unicode these are symbols."""
TOGETHER = {("r", "n"): "m", ("v", "v"): "w"}
ALWAYS = {"0": "o", "1": "l", "I": "il"}
"""What can hardly be told apart wherever it stands: a capital I is an i, but looks like an l."""
IN_WORDS = {
    "1": "i",
    "2": "z",
    "3": "e",
    "4": "a",
    "5": "s",
    "6": "bg",
    "7": "t",
    "8": "b",
    "9": "g",
}
"""Figures that are written for letters, beside other letters."""
SIGNS = {"$": "s", "@": "a", "!": "il", "|": "il", "\u20ac": "e", "\u2206": "a"}
"""Signs that are written for letters, and may be overlooked like any others."""


class Glyph(NamedTuple):
    """One thing to be seen in a name."""

    itself: str
    reads: frozenset[str]
    """The letters and figures that it may be taken for."""
    loose: bool = False
    """Whether it may be overlooked."""

    def is_like(self, other: "Glyph") -> bool:
        if self.itself.isdigit() and other.itself.isdigit():
            return self.itself == other.itself
        return bool(self.reads & other.reads)


def words(apart: str) -> Iterator[str]:
    """A text cut where neither letters nor figures are, nor signs that stand for letters."""
    word = ""
    for char in apart:
        if char.isalnum() or char in SIGNS or unicodedata.category(char)[0] == "M":
            word += char
        elif word:
            yield word
            word = ""
    if word:
        yield word


def glyphs(word: str) -> Iterator[Glyph]:
    beside_letters = any(char.isalpha() for char in word)
    for char in word:
        if char in SIGNS:
            yield Glyph(char, frozenset(char + SIGNS[char]), loose=True)
            continue
        first = LOOKS_LIKE.get(char, char)
        for folded in unicodedata.normalize("NFKD", first.casefold()):
            if folded.isalnum():
                looks = LOOKS_LIKE.get(folded, folded)
                figure = IN_WORDS.get(char, "") if beside_letters else ""
                yield Glyph(looks, frozenset(looks + ALWAYS.get(first, "") + figure))


@lru_cache(maxsize=4096)
def reading(name: str) -> tuple[Glyph, ...]:
    """What there is to be read in a name; of one without letters and figures, all its signs."""
    apart = unicodedata.normalize("NFKD", name.translate(BOXED))
    seen: list[Glyph] = []
    for glyph in (glyph for word in words(apart) for glyph in glyphs(word)):
        pair = (seen[-1].itself, glyph.itself) if seen else ("", "")
        if pair in TOGETHER:
            seen[-1] = Glyph(TOGETHER[pair], frozenset(TOGETHER[pair]))
        else:
            seen.append(glyph)
    if all(glyph.loose for glyph in seen):
        shown = [char for char in apart if unicodedata.category(char)[0] in "SPN"]
        seen = [Glyph(char, frozenset(char + SIGNS.get(char, ""))) for char in shown]
    return tuple(seen)


def is_read_as(name: str, other: str) -> bool:
    """Whether both can be read as the same: each glyph finds one that is like it, in their order,
    or is overlooked."""
    mine, theirs = reading(name), reading(other)
    # Whether what was read of mine so far can be the first so many of theirs.
    so_far = [all(glyph.loose for glyph in theirs[:at]) for at in range(len(theirs) + 1)]
    for glyph in mine:
        row = [glyph.loose and so_far[0]]
        for at, facing in enumerate(theirs):
            row.append(
                (so_far[at] and glyph.is_like(facing))
                or (glyph.loose and so_far[at + 1])
                or (facing.loose and row[at])
            )
        so_far = row
    return so_far[-1]


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that this one could be mistaken for."""
    return next((other for other in others if other and is_read_as(name, other)), None)


def unlike(name: str, others: Iterable[str]) -> str:
    """The name followed by a number, so that nobody here has it."""
    taken = list(others)
    number = 2
    while True:
        ending = f" {number}"
        tried = name[: MOST_NAME - len(ending)].rstrip() + ending
        if alike(tried, taken) is None:
            return tried
        number += 1
