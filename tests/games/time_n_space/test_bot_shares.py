"""Club players use their ships: hardly a landing is for nothing."""

from tools.space_shares import count


def test_club_players_seldom_land_or_wait_for_nothing() -> None:
    """Measured over 60 games, see docs/bots.md; two show it roughly."""
    shares = count(2)
    assert shares.at_planets > 30
    assert shares.for_nothing_at_planets < shares.at_planets / 5
    assert shares.waited_for_nothing < shares.at_planets / 20
    assert shares.waited_ms < 2_500 * (shares.at_planets + shares.at_moons)
    assert shares.given_up < shares.colours * 55 // 100
