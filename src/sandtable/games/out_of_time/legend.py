"""What the places of the view mean, in words."""

from typing import Final

from sandtable.engine.legend import Deed, Legend, by_seat, deadline, hidden, seat, shown
from sandtable.games.out_of_time.parts import GLASSES_EACH, MOST_GLASSES

LEGEND: Final = Legend(
    {
        "phase": shown("Now"),
        "turn": seat("Placing a glass", turn=True),
        "place_by": deadline("Time to place a glass", owner="turn"),
        "cards_to_win": shown("Cards to win"),
        "glasses": shown("Glasses"),
        "glasses.*.seat": seat("Owner"),
        "glasses.*.nth": shown("Number"),
        "glasses.*.space": shown("On space", none="in hand"),
        "glasses.*.state": shown("State"),
        "glasses.*.runs_out_at": deadline("Runs out", lasts="timer_ms", owner="seat"),
        "glasses.*.left": hidden(),
        "glasses.*.knocked_by": seat("Knocked over by"),
        "glasses.*.owner_stands_up_at": hidden(),
        "glasses.*.noticed": hidden(),
        "glasses.*.safe_until": hidden(),
        "glasses.*.protected_until": hidden(),
        "players": by_seat("Cards"),
        "players.*.card": shown("Card", none="all filled"),
        "players.*.room": shown("Still to fill"),
        "players.*.cubes": shown("Cubes"),
        "players.*.scored": shown("Filled"),
        "players.*.must_stand_up": shown("Glasses to stand up"),
        "players.*.owed": shown("Cubes owed"),
        "players.*.choose_by": deadline("Time to choose a cube"),
        "supply": shown("Cubes in the supply"),
        "deck": shown("Cards in the deck"),
        "first": seat("First player"),
        "tiles": shown("Spaces, by number"),
        "standing": hidden(),
        "colours": hidden(),
        "layout": hidden(),
        "next_to": hidden(),
        "corners": hidden(),
        "joker": hidden(),
        "timer_ms": hidden(),
    },
    {
        "place": Deed("Place a glass", "on space {to}, taking {take}"),
        "move": Deed("Move", "{glass} to space {to}, taking {take}", named=("glass",)),
        "stand_up": Deed("Stand up", "{glass}", named=("glass",)),
        "give_back": Deed("Give back a cube", "{colour}"),
    },
    {
        f"glass-{number}": f"{{{number // GLASSES_EACH}}}'s glass {number % GLASSES_EACH + 1}"
        for number in range(MOST_GLASSES)
    },
)
