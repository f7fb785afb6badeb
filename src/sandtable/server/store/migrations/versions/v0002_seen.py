"""When each guest was here last."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("guests", sa.Column("seen", sa.String(32)))


def downgrade() -> None:
    op.drop_column("guests", "seen")
