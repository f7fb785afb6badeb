"""The kit finds what is broken, names the promise, and says how to find it again."""

from typing import Any

import pytest

import sandtable
from sandtable.engine.bot import Bot
from sandtable.engine.game import Game
from sandtable.scaffold.templates.game import GAME
from sandtable.testing import ContractBroken, check_bots, check_events, check_game
from tests.testing import broken_bots
from tests.testing import saboteurs as s

ALIKE = "a seat sees the same in a state that it imagines"
BLIND = "imagining rests on nothing that the seat may not see"

BROKEN: list[tuple[type[Game[Any]], str]] = [
    (s.ShowsAllHands, ALIKE),
    (s.ShowsSpectatorsAllHands, "a spectator sees nothing that a seat may not see"),
    (s.ShowsWhatComesNext, ALIKE),
    (s.ClaimsToHaveNoSecrets, "all see the same where a game says so"),
    (s.ForgetsThatTheBagEmpties, "a view has nothing new beside what is listed as changing"),
    (s.HandsOutItsOwnLists, "a view is data of its own"),
    (s.ShowsFractions, "a view is plain data"),
    (s.LooksAndCounts, "looking changes nothing"),
    (s.TeachesForTooLong, "a newcomer reads up to three short lessons"),
    (s.LecturesNewcomers, "a newcomer reads up to three short lessons"),
    (s.TeachesNothing, "a newcomer reads up to three short lessons"),
    (s.ShowsAnEmptyBagAsAnExample, "an example is a table that could be played"),
    (s.ShowsTheEndAsAnExample, "an example is a table that could be played"),
    (s.ShowsASmallerTableAsAnExample, "an example is a table that could be played"),
    (s.ExplainsWhatIsNotThere, "a legend speaks of what a view has"),
    (s.SaysHowLongWhereNothingIs, "a legend speaks of what a view has"),
    (s.CallsAListADeadline, "a legend is right about the view"),
    (s.SaysTwiceWhoseTurnItIs, "a legend says at one place whose turn it is"),
    (s.CallsTheTargetASeat, "a legend is right about the view"),
    (s.DealsTheAsideToSeats, "a legend is right about the view"),
    (s.LaysANumberInRows, "a legend is right about the view"),
    (s.ReadsFieldsOfANumber, "a legend is right about the view"),
    (s.NamesNoActOfItsOwn, "a legend knows the game's acts"),
    (s.NamesNoFieldOfAnAct, "a legend knows the game's acts"),
    (s.HasAWordForNoFieldOfAnAct, "a legend knows the game's acts"),
    (s.RingsNow, "an alarm is later than now"),
    (s.RingsForEver, "an alarm is later than now"),
    (s.NeverGoesOn, "a match that is not over goes on"),
    (s.CountsTheSteps, "it does not matter in how many steps time passes"),
    (s.ActsTakeTime, "an act takes no time"),
    (s.ForgetsToListStop, "an act that legal does not list is refused"),
    (s.ForgetsToListALargePebble, "an act that legal does not list is refused"),
    (s.ListsTooMuch, "every act that legal lists is accepted"),
    (s.ListsTwice, "legal lists every act once"),
    (s.ListsByWhatOthersHold, "a seat has the same legal acts in a state that it imagines"),
    (s.NamesOthersActive, "active names the seats that have a legal act"),
    (s.GoesOnAfterTheEnd, "after the end nobody has an act and nothing will happen"),
    (s.ChangesBeforeItRefuses, "a refusal changes nothing"),
    (s.RefusesWithoutWords, "a refusal has the number of a rule and a sentence"),
    (s.Stumbles, "no exception but Refused, BadOption and BadPosition"),
    (s.FinesTwice, "a costly refusal does what penalise does, and nothing else"),
    (s.RollsItsOwnDice, "a log replays exactly"),
    (s.RemembersOnTheSide, "a copy goes on as the original does"),
    (s.CopySharesAList, "a copy is independent"),
    (s.CopyForgets, "a copy is exact"),
    (s.DumpForgets, "a loaded position is exactly the dumped one"),
    (s.DumpHandsOutItsOwnLists, "dump hands out data of its own"),
    (s.LoadStumbles, "a broken position is refused with BadPosition"),
    (s.LoadMakesUpWhatIsMissing, "a position that is accepted is taken as it stands"),
    (s.LoadTakesAnything, "a position that is accepted can be played"),
    (s.ImaginesTheTruth, BLIND),
    (s.ImaginesOneHandTruly, BLIND),
    (s.ImaginesTheFuture, "the generator of an imagined state is drawn anew"),
    (s.ImaginesByTheRealOrder, BLIND),
    (s.ImaginesItsOwnHandOtherwise, ALIKE),
    (s.ImaginesTheImpossible, "an imagined state is a possible position"),
    (s.VeilsWithFractions, "a veil is plain data"),
    (s.VeilsInPlace, "a veil changes nothing"),
    (s.VeilsFromEverybody, "a veil hides things from one seat alone"),
    (s.TiesTheHandsOfNewcomers, "a newcomer has all of the seat's acts"),
    (s.VeilsIntoTheImpossible, "an imagined state is a possible position"),
    (s.TellsASecret, "what a seat is told, it may know afterwards"),
    (s.WhispersToSpectators, "a spectator is told nothing that a seat is not told"),
    (s.TellsTheWrongTime, "an event says when it happened"),
    (s.HasNoWords, "every event can be said in words"),
    (s.HasNothingToSayToYou, "every event can be said in words"),
    (s.SpeaksToYouAlone, "words_to nobody in particular are words"),
    (s.LetsOneBeginTwice, "the order of play names every seat once"),
    (s.TakesAnyOption, "an option's check and its schema agree"),
    (s.AnswersByWhatOthersHold, "an answer rests on nothing that the seat may not see"),
    (s.RefusesByWhatOthersHold, "an answer rests on nothing that the seat may not see"),
    (s.AnswersWithTheFuture, "an answer rests on nothing that the seat may not see"),
    (s.AnswersByDrawing, "asking changes nothing"),
    (s.AnswersWithItsOwnLists, "an answer is data of its own"),
    (s.AnswersInFractions, "an answer is plain data"),
    (s.AnswersAtLength, "an answer is short"),
    (s.ChargesForQuestions, "a question costs nothing"),
    (s.RefusesWhatItSuggests, "a question that the game suggests has an answer"),
    (s.StumblesOverQuestions, "no exception but Refused, BadOption and BadPosition"),
    (s.TakesAnythingForAQuestion, "what is no question of the game is refused by ST-5"),
    (s.SuggestsNoQuestion, "a game that answers questions suggests some"),
    (s.CallsTwoQuestionsTheSame, "every question has a name of its own"),
]

BROKEN_BOTS: list[tuple[type[Bot], str]] = [
    (broken_bots.Peeks, "a bot does not peek"),
    (broken_bots.PeeksAtTheClock, "a bot does not peek"),
    (broken_bots.SaysWhatItPeeked, "a bot does not peek"),
    (broken_bots.KeepsItsReasons, "a bot says why it does something"),
    (broken_bots.HasNoAbout, "a bot says how it plays"),
    (broken_bots.Cheats, "a bot plays legal acts"),
    (broken_bots.Meddles, "a bot that plans changes nothing"),
]


@pytest.mark.parametrize(
    ("saboteur", "promise"), BROKEN, ids=[saboteur.__name__ for saboteur, _ in BROKEN]
)
def test_a_broken_game_is_found_and_found_again(saboteur: type[Game[Any]], promise: str) -> None:
    game = saboteur()
    with pytest.raises(ContractBroken) as broken:
        check_game(game)
    assert broken.value.promise.startswith(promise), str(broken.value)
    with pytest.raises(ContractBroken) as again:
        eval(broken.value.again, {"sandtable": sandtable, "game": game})
    assert again.value.promise == broken.value.promise


@pytest.mark.parametrize(
    ("bot", "promise"), BROKEN_BOTS, ids=[bot.__name__ for bot, _ in BROKEN_BOTS]
)
def test_a_broken_bot_is_found(bot: type[Bot], promise: str) -> None:
    with pytest.raises(ContractBroken) as broken:
        check_game(GAME, bots={"broken": bot})
    assert broken.value.promise == promise


def test_a_game_that_tells_secrets_though_all_hear_the_same_is_found() -> None:
    with pytest.raises(ContractBroken) as broken:
        check_events(s.ClaimsToTellNoSecrets())
    assert broken.value.promise == "all hear the same where a game says so"


def test_a_game_that_bots_never_finish_is_found() -> None:
    with pytest.raises(ContractBroken) as broken:
        check_bots(s.NobodyStops(), bots={"sleeps": broken_bots.Sleeps}, steps=100)
    assert broken.value.promise == "bots finish their games"


def test_the_message_says_what_where_and_how_to_find_it_again() -> None:
    with pytest.raises(ContractBroken) as broken:
        check_game(s.ListsTooMuch(), seats=3, seeds=[2], options={"target": 9}, steps=60)
    lines = str(broken.value).splitlines()
    assert lines[0] == "pebbles breaks the promise: every act that legal lists is accepted."
    assert lines[1].startswith("  found: ")
    assert "PE-T3" in lines[1]
    assert lines[2].startswith("  where: 3 seats, seed 2, options {'target': 9}; match ")
    assert "table time" in lines[2]
    assert lines[3].startswith("  again: sandtable.testing.check_")
    assert lines[3].endswith("(game, seats=3, seeds=[2], options={'target': 9}, steps=60)")
