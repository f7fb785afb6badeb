"""Alembic's entry: it runs inside the connection that `upgrade` was given."""

from alembic import context

from sandtable.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
