"""How the database came to be what it is, step by step; run by the server when it starts."""

from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def upgrade(connection: sa.Connection) -> None:
    """Bring a database, also an empty one, to the newest version."""
    config = Config()
    config.set_main_option("script_location", str(files(__name__)))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
