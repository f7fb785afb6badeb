"""The database: one process holds it, one thread writes."""
