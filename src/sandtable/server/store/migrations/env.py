"""Alembic's entry: it runs inside the connection that `upgrade` was given."""

from alembic import context

from sandtable.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite can, too, once it is told where a transaction begins.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
