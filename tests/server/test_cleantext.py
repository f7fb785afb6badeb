"""Names and talk: nothing hidden, nothing turned around, nobody copied."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.protocol.limits import MOST_NAME, MOST_SAID
from sandtable.server.people.cleantext import (
    MOST_MARKS,
    clean_line,
    clean_name,
    shown_name,
)
from sandtable.server.people.likeness import alike, unlike

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
PERSIAN = "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HINDI = "\u0915\u094d\u200d\u0937"
HEBREW = "\u05d1\u05bc\u05b0\u05e8\u05b5\u05d0\u05e9\u05c1\u05b4\u05d9\u05ea"
THAI = "\u0e19\u0e49\u0e33"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a\u202eb\u2066c\u200f", "abc"),
        ("a\u200bb\u00adc\ufeffd\u2060e", "abcde"),
        ("a\x00b\x1bc\x7fd\x85e", "abcd e"),
        ("x\u200dy\u200cz", "xyz"),
        ("a\u3164b\u115fc\u034fd", "abcd"),
        ("a\ufe0fb\U000e0100c", "abc"),
        ("1\ufe0f 2\ufe0f", "1 2"),
        ("\ue000a\U000f0000b\u0378c", "abc"),
        ("\U000e0041a", "a"),
        (" a \t b\n\u2028c\u00a0 ", "a b c"),
        ("\u2800a\u2800", "a"),
        ("\ud800a", "a"),
        ("e\u200b\u0301", "\u00e9"),
        ("\u0301\u0301a", "a"),
        ("\u200d\u200d", ""),
    ],
)
def test_what_nobody_sees_and_what_turns_text_around_is_left_out(raw: str, shown: str) -> None:
    assert clean_line(raw) == shown
    assert clean_name(raw) == shown


@pytest.mark.parametrize(
    "text",
    [FAMILY, "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f44d\U0001f3fd", PERSIAN, HINDI, HEBREW, THAI],
)
def test_what_a_script_or_an_emoji_needs_is_kept(text: str) -> None:
    assert clean_line(text) == unicodedata.normalize("NFC", text)
    assert clean_name(f"Ada {text}").startswith("Ada ")


def test_marks_are_bounded_and_do_not_climb_over_other_lines() -> None:
    shown = clean_line("x" + "\u0347" * 50 + "y")
    assert shown == "x" + "\u0347" * MOST_MARKS + "y"


@pytest.mark.parametrize(
    "raw", ["", " ", "...", "\u200b", "\u3164", "\u2800", "-", "\u0301", "\u20dd"]
)
def test_a_name_has_something_to_be_seen(raw: str) -> None:
    assert clean_name(raw) == ""
    assert shown_name(raw) == "Guest"


def test_a_name_is_written_in_its_plainest_form() -> None:
    assert clean_name("\uff21\uff44\uff41") == "Ada"
    assert clean_name("\ufb01n") == "fin"
    assert len(clean_name("x" * 100)) == MOST_NAME
    assert len(clean_name("\ufdfa" * 32)) <= MOST_NAME


@given(st.text(max_size=80))
def test_cleaning_is_done_once_and_for_all(raw: str) -> None:
    for clean, most in ((clean_line, MOST_SAID), (clean_name, MOST_NAME)):
        once = clean(raw)
        assert clean(once) == once
        assert len(once) <= most
        assert once == once.strip()
        assert "\n" not in once
        bad = [c for c in once if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn")]
        assert not bad
        assert not [c for c in once if unicodedata.bidirectional(c) in BIDI_CONTROLS]


BIDI_CONTROLS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


# Likeness.


@pytest.mark.policy("SP-I4")
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ada", "Ada"),
        ("A d a", "Ada"),
        ("Ada.", "Ada"),
        ("\u0410d\u0430", "Ada"),
        ("\u0391da", "Ada"),
        ("\u00c5d\u00e4", "Ada"),
        ("Ad\uff41", "Ada"),
        ("lan", "Ian"),
        ("Bob", "B0b"),
        ("Arnber", "Amber"),
        ("\u0432rass", "Brass"),
        ("B\u0433ass", "Brass"),
        ("\U0001f98a", "\U0001f98a\ufe0f"),
        ("8rass", "Brass"),
        ("Ad4", "Ada"),
        ("@d4", "Ada"),
        ("1an", "Ian"),
        ("|an", "Ian"),
        ("!an!", "Ian"),
        ("\u0406an", "lan"),
        ("Mo55", "Moss"),
        ("Ma$$", "Mass"),
        ("Fritz", "Fr!t2"),
        ("7h30", "Theo"),
        ("6reta", "Greta"),
        ("6en", "Ben"),
        ("9reta", "Greta"),
        ("\u20acva", "Eva"),
        ("VVilma", "Wilma"),
        ("To\u0433\u043f", "Tom"),
        ("Ada 1", "Ada l"),
        ("Ada 1", "Ada I"),
        ("Ada 0", "Ada O"),
        ("Ada 3", "ada3"),
        ("Ada!", "Ada"),
        ("Ada |", "Ada"),
        ("$Ada", "Ada"),
        ("@@Ada", "Ada"),
        ("He!!o", "Hello"),
        ("4\u0301da", "Ada"),
        ("\u0413ob", "Rob"),
        ("$$", "Ss"),
        ("Bot\u0301 4", "Bot 4"),
        ("Ad4\u0301m", "Adam"),
        ("\u0417oe", "3oe"),
        ("ᴀᴅᴀ", "Ada"),
        ("🅰🅳🅰", "Ada"),
        ("🅐🅓🅐", "Ada"),
        ("\ua4ee\ua4d3\ua4ee", "Ada"),
        ("ⲁda", "Ada"),
        ("Ⲁda", "Ada"),
        ("ᗩᗪᗩ", "Ada"),
        ("\u039bda", "Ada"),
        ("Δda", "Ada"),
        ("\u2206da", "Ada"),
        ("Ɐda", "Ada"),
        ("Ⱥdⱥ", "Ada"),
        ("ꜱᴀᴍ", "Sam"),
    ],
)
def test_names_that_look_alike_are_alike(name: str, other: str) -> None:
    assert alike(name, ["Cyd", other]) == other
    assert alike(other, [name]) == name


@pytest.mark.policy("SP-I4")
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Adam"),
        ("Ella", "Elia"),
        ("Ada", "Ada 2"),
        ("Ann", "Anne"),
        ("\U0001f98a", "\U0001f43b"),
        ("\u30a2\u30c0", "\u30a4\u30c0"),
        ("Ada", ""),
        ("Bot 1", "Bot 2"),
        ("Ada 1", "Ada 4"),
        ("Ada 4", "Adaa"),
        ("Player 3", "Player 8"),
        ("Player3", "Player8"),
        ("Ada 6", "Ada 8"),
        ("Ada #5", "Adas"),
        ("Max 1", "Maxi"),
        ("Ada 1", "Ada"),
        ("808", "Bob"),
        ("6ob", "8ob"),
        ("\u0417oe", "Eoe"),
        ("$", "$$"),
        ("$$", "||"),
        ("$", "\U0001f98a"),
        ("Bob", "Gob"),
    ],
)
def test_names_that_differ_to_the_eye_are_not(name: str, other: str) -> None:
    assert alike(name, [other]) is None
    assert not other or alike(other, [name]) is None


LETTERS = "abcdefghijklopqstuxyz"
"""Without those that make another letter together."""
SWAPS = {
    "o": "0", "l": "1I|", "i": "1!|I", "z": "2", "e": "3\u20ac", "a": "4@", "s": "5$",
    "b": "68", "g": "69", "t": "7",
}  # fmt: skip
WORDS = st.text(LETTERS, min_size=1, max_size=12)


@st.composite
def disguised(draw: st.DrawFn) -> tuple[str, str]:
    """A name, and what somebody makes of it who leaves at least one letter as it was."""
    name = draw(WORDS)
    left = draw(st.integers(0, len(name) - 1))
    choices = [
        draw(st.sampled_from(char + ("" if at == left else SWAPS.get(char, ""))))
        for at, char in enumerate(name)
    ]
    return name, "".join(choices)


@pytest.mark.policy("SP-I4")
@given(disguised(), st.sampled_from([str.upper, str.lower, str.title]))
def test_whatever_is_written_for_letters_disguises_nobody(
    names: tuple[str, str], written: Callable[[str], str]
) -> None:
    name, disguise = names
    assert alike(disguise, [written(name)]) is not None
    assert alike(written(name), [disguise]) is not None


@pytest.mark.policy("SP-I4")
@given(WORDS, st.integers(0, 9_999), st.integers(0, 9_999), st.sampled_from([" ", "-", " #", ""]))
def test_numbers_tell_names_apart(word: str, one: int, other: int, between: str) -> None:
    found = alike(f"{word}{between}{one}", [f"{word}{between}{other}"])
    assert (found is not None) == (one == other)


@pytest.mark.policy("SP-I4")
@given(WORDS, st.text("23456789", min_size=1, max_size=3), WORDS)
def test_a_number_that_stands_apart_is_no_letters(word: str, number: str, ending: str) -> None:
    assert alike(f"{word} {number}", [word + ending]) is None


@given(st.text(max_size=20).map(clean_name), st.text(max_size=20).map(clean_name))
def test_likeness_goes_both_ways(name: str, other: str) -> None:
    if name and other:
        assert alike(name, [name]) == name
        assert (alike(name, [other]) is None) == (alike(other, [name]) is None)


def test_another_name_is_suggested_that_nobody_has() -> None:
    assert unlike("Ada", ["Ada"]) == "Ada 2"
    assert unlike("Ada", ["Ada", "ADA 2", "ada3"]) == "Ada 4"
    long = unlike("x" * MOST_NAME, ["x" * MOST_NAME])
    assert len(long) == MOST_NAME
    assert long.endswith(" 2")
