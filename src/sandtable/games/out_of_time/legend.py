"""What the places of the view mean, in words."""

from typing import Final

from sandtable.engine.legend import Deed, Legend, by_seat, deadline, hidden, seat, shown

LEGEND: Final = Legend(
    {
        "phase": shown("Now"),
        "turn": seat("Placing a glass"),
        "place_by": deadline("Time to place a glass", owner="turn"),
        "cards_to_win": shown("Cards to win"),
        "glasses": shown("Glasses"),
        "glasses.*.seat": seat("Owner"),
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
        "move": Deed("Move glass", "{glass} to space {to}, taking {take}"),
        "stand_up": Deed("Stand up glass", "{glass}"),
        "give_back": Deed("Give back a cube", "{colour}"),
    },
)
