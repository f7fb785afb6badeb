"""Removes tables and guests from the database for good, with everything that belongs to them."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from sandtable.server.store.schema import CHAT, GUESTS, LOG, PEOPLE, TABLES

Statement = tuple[sa.Executable, dict[str, Any]]
OF_A_TABLE = (LOG, CHAT, PEOPLE)
FINISHED = ("over", "closed")


def remove_tables(ids: Sequence[str]) -> list[Statement]:
    """The statements that remove these tables, whatever their stage, in one transaction."""
    return [
        *((sa.delete(kind).where(kind.c.table_id.in_(ids)), {}) for kind in OF_A_TABLE),
        (sa.delete(TABLES).where(TABLES.c.id.in_(ids)), {}),
    ]


def is_old(before: str) -> sa.ColumnElement[bool]:
    return sa.and_(TABLES.c.stage.in_(FINISHED), TABLES.c.ended < before)


def remove_old_table(table_id: str, before: str) -> list[Statement]:
    """Checks again in the same transaction whether it is over, and ended before that time."""
    ids = sa.select(TABLES.c.id).where(TABLES.c.id == table_id, is_old(before))
    return [
        *((sa.delete(kind).where(kind.c.table_id.in_(ids)), {}) for kind in OF_A_TABLE),
        (sa.delete(TABLES).where(TABLES.c.id == table_id, is_old(before)), {}),
    ]


def old_tables(before: str, after: tuple[str, str], most: int) -> sa.Select[Any]:
    """Tables that ended before a time, oldest first; `after` is the last of the previous page."""
    return (
        sa.select(TABLES.c.id, TABLES.c.ended)
        .where(is_old(before))
        .where(sa.tuple_(TABLES.c.ended, TABLES.c.id) > sa.tuple_(*map(sa.literal, after)))
        .order_by(TABLES.c.ended, TABLES.c.id)
        .limit(most)
    )


def unused(before: str) -> sa.ColumnElement[bool]:
    """Guests who sat at no table that is still kept, and have not been here since."""
    last = sa.func.coalesce(GUESTS.c.seen, GUESTS.c.created)
    return sa.and_(last < before, GUESTS.c.id.not_in(sa.select(PEOPLE.c.guest_id)))


def old_guests(before: str, most: int) -> sa.Select[Any]:
    return sa.select(GUESTS.c.id).where(unused(before)).limit(most)


def remove_guests(ids: Sequence[str], before: str) -> Statement:
    """Checks again in the same statement: somebody may have come back since they were listed."""
    return sa.delete(GUESTS).where(GUESTS.c.id.in_(ids), unused(before)), {}
