"""Offers: what a sensible player proposes to another (TS-A13)."""

from sandtable.engine.acts import Act
from sandtable.games.time_n_space.actions import OFFER, Offer, Withdraw
from sandtable.games.time_n_space.bot_economy import UNLIKELY, Economy
from sandtable.games.time_n_space.state import NOTHING


def talk(acts: list[Act], economy: Economy) -> Act | None:
    """Ask the player who will be visited to put out what could be brought as well."""
    state = economy.state
    wanted = economy.market.wanted
    mine = state.offers[economy.seat]
    if mine != NOTHING:
        offer = OFFER[mine]
        kept = economy.on_stations[offer.brought] > 0 and wanted[offer.to][offer.brought] > 0
        for act in acts:
            if isinstance(act, Withdraw) and not kept:
                return act
        return None
    for act in acts:
        if isinstance(act, Offer) and wanted[act.to][act.brought] > 0:
            spare = economy.on_stations[act.wanted] + economy.on_plants[act.wanted]
            if act.wanted == act.brought:
                spare -= 1
            if spare > economy.all_demand[act.wanted] and economy.chance[act.wanted] > UNLIKELY:
                return act
    return None
