"""Names that look alike, whatever script they are written in. Pure.

Two names are alike if nothing is left to tell them apart once case, accents, spaces and punctuation
are gone and look-alikes from other scripts are read as the Latin letters they resemble, in the
manner of the skeletons of UTS 39. The list has the commonest look-alikes, not all.
"""

# ruff: noqa: RUF001 -- letters that can be taken for others are what this is about

import unicodedata
from collections.abc import Iterable

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
    # Latin letters that do not come apart into a letter and a mark
    **dict(zip("ıłŁøØđĐħĦŧŦɑɡɩɪʟʀɴʏƖǀƒ", "ilLoOdDhHtTagiilrnyllf", strict=True)),
    # Figures and signs
    "0": "o",
    "1": "l",
    "|": "l",
}
TOGETHER = (("rn", "m"), ("vv", "w"))


def skeleton(text: str) -> str:
    """Only the letters and digits, each as the Latin letter it looks like."""
    apart = unicodedata.normalize("NFKD", text)
    read = "".join(LOOKS_LIKE.get(char, char) for char in apart)
    folded = unicodedata.normalize("NFKD", read.casefold())
    bare = "".join(LOOKS_LIKE.get(char, char) for char in folded if char.isalnum())
    for pair, looks in TOGETHER:
        bare = bare.replace(pair, looks)
    return bare or "".join(char for char in folded if unicodedata.category(char)[0] in "SPN")


def looks(name: str) -> set[str]:
    """What a name may be read as: a capital I is an i, but looks like an l."""
    return {skeleton(name), skeleton(name.replace("I", "l"))}


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that this one could be mistaken for."""
    mine = looks(name)
    return next((other for other in others if other and mine & looks(other)), None)


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
