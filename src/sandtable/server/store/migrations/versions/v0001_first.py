"""Guests, tables, logs, chat, lives."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("token_hash", name="uq_guests_token_hash"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("started", sa.String(32)),
        sa.Column("ended", sa.String(32)),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_stage", "tables", ["stage"])
    op.create_index("ix_tables_created", "tables", ["created"])
    op.create_index("ix_tables_ended", "tables", ["ended"])
    op.create_table(
        "table_people",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("guest_id", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "guest_id", name="pk_table_people"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_table_people_table_id_tables"
        ),
    )
    op.create_index("ix_table_people_guest_id", "table_people", ["guest_id"])
    op.create_table(
        "log",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_log"),
        sa.UniqueConstraint("table_id", "seq", name="uq_log_table_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_log_table_id_tables"),
    )
    op.create_table(
        "chat",
        sa.Column("row", BIG, autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("place", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("row", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id_tables"),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id"])
    op.create_table(
        "lives",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lives"),
    )


def downgrade() -> None:
    for name in ("lives", "chat", "log", "table_people", "tables", "guests"):
        op.drop_table(name)
