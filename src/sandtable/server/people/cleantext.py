"""What people write, made fit to be shown to others: names, and what they say. Pure.

Taken out is what nobody sees and what turns the text around it: control characters, bidirectional
marks, invisible letters and joiners, private and unassigned code points. Kept is what scripts need:
joiners inside words of Indic and Arabic scripts and inside emoji, and as many marks on a letter as
any language puts there.
"""

import unicodedata
from typing import Literal

from sandtable.protocol.limits import MOST_NAME, MOST_SAID

MOST_MARKS = 4
"""On one letter; a Hebrew one with point, vowel and accents has four."""

ZWNJ, ZWJ = "\u200c", "\u200d"
AS_TEXT, AS_EMOJI = "\ufe0e", "\ufe0f"
KEYCAP = "\u20e3"
KEYS = "0123456789#*"
PICTURED = "\u203c\u2049\u2139\u3030"
"""Emoji that count as letters or punctuation."""
MOST_ROUNDS = 4
VIRAMA = 9
"""The combining class of the sign after which a joiner makes another letter in Indic scripts."""

BLANK = frozenset("\u2800")
"""Looks like a space, but Unicode counts it as a symbol."""
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\ufffc\U0001d159"
) | frozenset(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
"""What nobody can see and Unicode counts as a letter, a mark or a symbol: fillers, joiners of
graphemes, variation selectors, a musical note without a head."""
NAMELESS = "Guest"


def clean_line(raw: str, most: int = MOST_SAID) -> str:
    """One line of text with nothing hidden in it; it may be empty."""
    return settled(raw, "NFC", most)


def clean_name(raw: str) -> str:
    """A name as it is shown, in its plainest form; empty if nothing in it can be seen."""
    name = settled(raw, "NFKC", MOST_NAME)
    return name if any(is_seen(char) for char in name) else ""


def settled(raw: str, form: Literal["NFC", "NFKC"], most: int) -> str:
    """Tidied until nothing changes any more: what was taken out may have kept others apart."""
    text = whole(raw)
    for _ in range(MOST_ROUNDS):
        before, text = text, tidy(unicodedata.normalize(form, text), most)
        if text == before:
            break
    return text


def shown_name(stored: str) -> str:
    """A name that was chosen when the rules were laxer, as it is shown now."""
    return clean_name(stored) or NAMELESS


def whole(raw: str) -> str:
    """The text without halves of characters, which cannot even be encoded."""
    return raw.encode("utf-8", "ignore").decode()


def is_seen(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNS"


def tidy(text: str, most: int) -> str:
    """At most `most` characters on one line, nothing invisible, no loose joiner at the end."""
    kept: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        if char.isspace() or char in BLANK:
            char = " "
        kind = unicodedata.category(char)
        if char in (ZWJ, ZWNJ):
            if not joins(kept, char, text[at + 1 : at + 2]):
                continue
        elif char in (AS_TEXT, AS_EMOJI):
            on_key = text[at + 1 : at + 2] == KEYCAP
            if not kept or not (is_pictured(kept[-1]) or (on_key and kept[-1] in KEYS)):
                continue
        elif char == KEYCAP:
            if not kept or kept[-1] not in (AS_EMOJI, *KEYS):
                continue
        elif kind[0] == "C" or char in UNSEEN or kind == "Me":
            continue
        elif kind == "Mn":
            marks += 1
            if marks > MOST_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(char)
    line = " ".join("".join(kept).split())
    return line[:most].rstrip(ZWJ + ZWNJ + " ")


def joins(before: list[str], joiner: str, after: str) -> bool:
    """Whether a joiner between these two makes a visible difference."""
    if not before or not after:
        return False
    last = before[-1]
    if joiner == ZWJ and is_pictured(after):
        return is_pictured(last) or last == AS_EMOJI
    if unicodedata.combining(last) == VIRAMA:
        return True
    return is_arabic(last) and is_arabic(after)


def is_pictured(char: str) -> bool:
    """An emoji, or a sign that can have the form of one, such as an arrow or a skin tone."""
    return unicodedata.category(char) in ("So", "Sk", "Sm") or char in PICTURED


def is_arabic(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("ARABIC LETTER", "SYRIAC LETTER"))
