"""Log lines say "you" to the person they are about."""

import pytest

from sandtable.engine.speech import Speech, how_long, plain, sentence, sentences

NAMES = ("Ada", "Ben", "cyd")


@pytest.mark.parametrize(
    ("verb", "after_you"),
    [
        ("moves", "move"),
        ("carries", "carry"),
        ("searches", "search"),
        ("pushes", "push"),
        ("passes", "pass"),
        ("fixes", "fix"),
        ("loses", "lose"),
        ("has", "have"),
        ("is", "are"),
        ("goes", "go"),
        ("put", "put"),
        ("pass", "pass"),
    ],
)
def test_a_verb_after_you(verb: str, after_you: str) -> None:
    assert plain(verb) == after_you


def test_whom_it_is_about_hears_you_and_everybody_else_a_name() -> None:
    for you, said in ((0, "You move Ben's pawn."), (1, "Ada moves your pawn.")):
        speech = Speech(NAMES, you)
        assert sentence(f"{speech.does(0, 'moves')} {speech.whose(1)} pawn.") == said
    for nobody in (None, 2):
        speech = Speech(NAMES, nobody)
        assert sentence(f"{speech.does(0, 'moves')} {speech.whose(1)} pawn.") == (
            "Ada moves Ben's pawn."
        )


def test_you_come_last_among_several() -> None:
    assert Speech(NAMES, 0).all([0, 1, 2]) == "Ben, cyd and you"
    assert Speech(NAMES).all([0, 1, 2]) == "Ada, Ben and cyd"
    assert Speech(NAMES, 1).all([1]) == "you"
    assert Speech(NAMES).all([]) == ""


def test_only_you_gets_a_capital_letter_and_a_name_stays_as_it_is_written() -> None:
    assert sentence("you win.") == "You win."
    assert sentence("your glass falls.") == "Your glass falls."
    assert sentence("you: your turn.") == "You: your turn."
    assert sentence("cyd wins.") == "cyd wins."
    assert sentence("young Ada wins.") == "young Ada wins."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (10, "10 seconds"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (1800, "30 minutes"),
        (3600, "1 hour"),
        (5400, "90 minutes"),
        (7 * 86_400, "7 days"),
    ],
)
def test_a_time_is_said_in_the_largest_unit_that_fits(seconds: int, words: str) -> None:
    assert how_long(seconds) == words


def test_a_text_is_cut_into_its_sentences() -> None:
    assert sentences("Take one. Or two, e.g. both!  Or 1.5?") == [
        "Take one.",
        "Or two, e.g.",
        "both!  Or 1.5?",
    ]
    assert sentences("") == []
