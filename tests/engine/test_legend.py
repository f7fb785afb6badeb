"""Legends: what the places of a view mean."""

from sandtable.engine.legend import (
    Deed,
    Legend,
    at,
    by_seat,
    deadline,
    duration,
    fields_in,
    hidden,
    numbered,
    rows,
    seat,
    shown,
)

VIEW = {"mats": [{"timers": [{"until": 5}, {"until": None}]}, {"timers": []}], "by": {"a": 1}}


def test_a_place_is_found_wherever_its_stars_lead() -> None:
    assert at(VIEW, "mats.*.timers.*.until") == [
        (["mats", "0", "timers", "0", "until"], 5),
        (["mats", "0", "timers", "1", "until"], None),
    ]
    assert at(VIEW, "by.*") == [(["by", "a"], 1)]
    assert at(VIEW, "by.a") == [(["by", "a"], 1)]
    assert at(VIEW, "by.b") == at(VIEW, "mats.a") == at(VIEW, "by.a.b") == []


def test_fields_stand_in_braces() -> None:
    assert fields_in("{colour} {value} on {on}") == ["colour", "value", "on"]
    assert fields_in("none") == fields_in("{open") == []


def test_every_mark_says_what_it_is_and_nothing_more() -> None:
    legend = Legend(
        {
            "a": shown("A", reads="{b}", none="nothing", plate=True),
            "b": hidden(),
            "c": deadline("Ends", lasts=60_000, owner="turn"),
            "d": deadline(lasts="timer_ms"),
            "e": duration("Spare", plate=True),
            "f": seat("Turn", turn=True),
            "g": by_seat("Hands", plate=True),
            "h": rows(3),
            "i": numbered("Row"),
            "j": shown(),
        },
        {
            "move": Deed("Move", "{a} to {b}", seats=("b",), places=("a",), none={"b": "the bag"}),
            "turn": Deed("Turn", "{glass}", named=("glass",)),
            "end": Deed("End"),
        },
        {"x-1": "{1}'s x"},
    )
    assert legend.to_json() == {
        "view": {
            "a": {"kind": "plain", "title": "A", "reads": "{b}", "none": "nothing", "plate": True},
            "b": {"kind": "hidden"},
            "c": {"kind": "deadline", "title": "Ends", "lasts": 60_000, "owner": "turn"},
            "d": {"kind": "deadline", "lasts": "timer_ms"},
            "e": {"kind": "duration", "title": "Spare", "plate": True},
            "f": {"kind": "seat", "title": "Turn", "turn": True},
            "g": {"kind": "plain", "title": "Hands", "by_seat": True, "plate": True},
            "h": {"kind": "plain", "columns": 3},
            "i": {"kind": "plain", "title": "Row", "numbered": True},
            "j": {"kind": "plain"},
        },
        "acts": {
            "move": {
                "title": "Move",
                "each": "{a} to {b}",
                "seats": ["b"],
                "places": ["a"],
                "none": {"b": "the bag"},
            },
            "turn": {"title": "Turn", "each": "{glass}", "named": ["glass"]},
            "end": {"title": "End"},
        },
        "words": {"x-1": "{1}'s x"},
    }


def test_a_game_without_a_legend_has_an_empty_one() -> None:
    assert Legend().to_json() == {"view": {}, "acts": {}, "words": {}}
