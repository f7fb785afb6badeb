"""Out of Time keeps every promise of the engine's contract."""

from sandtable.testing import check_game


def test_out_of_time_keeps_its_word() -> None:
    check_game("out-of-time")
