"""The steps that bring a database to our version; the server runs them when it starts."""

from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from sandtable.engine.errors import SandtableError


class OtherVersion(SandtableError):
    """A database that this version of the program cannot use."""


def configured() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files(__name__)))
    return config


def check_known(connection: sa.Connection) -> tuple[str, ...]:
    """The version of a database; raises if it is one that we have never heard of."""
    scripts = ScriptDirectory.from_config(configured())
    known = {script.revision for script in scripts.walk_revisions()}
    found = MigrationContext.configure(connection).get_current_heads()
    for version in found:
        if version not in known:
            raise OtherVersion(
                f"This database belongs to a newer version of Sandtable (its version is {version}, "
                f"and this program knows none after {scripts.get_current_head()}); start that one, "
                "or choose another --data-dir or --database."
            )
    return found


def check_current(connection: sa.Connection) -> None:
    """For commands that only read: check that the database has our version."""
    newest = ScriptDirectory.from_config(configured()).get_current_head()
    if check_known(connection) != (newest,):
        raise OtherVersion(
            "This database belongs to an older version of Sandtable, or is still empty; start "
            "the server once to bring it up to date."
        )


def upgrade(connection: sa.Connection) -> None:
    """Bring a database, even an empty one, to the newest version."""
    check_known(connection)
    config = configured()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
