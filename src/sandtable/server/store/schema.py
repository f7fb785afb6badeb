"""The database: guests, tables, their logs and their talk.

The log is the truth about every game. `tables` holds what is outside of it: who sits where, and
what lists show. Times are ISO 8601 in UTC.
"""

import sqlalchemy as sa

METADATA = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only in a column of exactly this type.
BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")

GUESTS = sa.Table(
    "guests",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("seen", sa.String(32)),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("visibility", sa.String(16), nullable=False),
    sa.Column("stage", sa.String(16), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False, index=True),
    sa.Column("started", sa.String(32)),
    sa.Column("ended", sa.String(32), index=True),
    sa.Column("room", sa.Text, nullable=False),
    sa.Column("result", sa.Text),
)

PEOPLE = sa.Table(
    "table_people",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest_id", sa.String(24), primary_key=True, index=True),
)

# A rowid log with a unique index is faster than a clustered key, and the index is the fence:
# two writers of one table can never both append the same line.
LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "seq"),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("row", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("place", sa.String(16), nullable=False),
    sa.Column("line", sa.Text, nullable=False),
)

LIVES = sa.Table(
    "lives",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("started", sa.String(32), nullable=False),
    sa.Column("beat", sa.Float, nullable=False),
)
"""One row per run of the server; `beat` is its monotonic clock when it was last known alive."""
