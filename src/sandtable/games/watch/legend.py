"""What the places of the view mean, in words. No clock is ever shown (WA-S3)."""

from typing import Final

from sandtable.engine.legend import Deed, Legend, by_seat, hidden, numbered, seat, shown

LEGEND: Final = Legend(
    {
        "phase": shown("Now"),
        "turn": seat("Turn", turn=True),
        "pawns": shown("Pawns, by square"),
        "order": shown("From first to last"),
        "order.*": shown(none="on red"),
        "squares": shown("Squares"),
        "red": shown("Red square"),
        "yellow": shown("Yellow squares"),
        "tokens": by_seat("Tokens", plate=True),
        "tokens_spent": shown("Tokens spent"),
        "points": by_seat("Points"),
        "winner": seat("Won this game"),
        "hands": by_seat("Cards"),
        "hands.*": numbered(),
        "hands.*.*": shown(none="face down"),
        "aside": shown("Cards set aside"),
        "aside.*": shown(none="face down"),
        "first": seat("First player"),
        "game": shown("Game"),
        "turn_ends_at": hidden(),
        "break_ends_at": hidden(),
        "bell_bars": hidden(),
        "winning_card": hidden(),
        "order_after": hidden(),
        "lands_on": hidden(),
    },
    {
        "move": Deed("Move", "{pawn}, spending {spend}"),
        "exchange": Deed(
            "Exchange",
            "your card {give} for card {take} from {player}",
            seats=("player",),
            places=("give", "take"),
            none={"player": "those set aside"},
        ),
        "keep": Deed("Keep your card"),
    },
    {
        "move": "a move",
        "exchange": "an exchange",
        "break": "a break between games",
        "over": "the game is over",
    },
)
