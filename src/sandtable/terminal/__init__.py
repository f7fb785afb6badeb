"""Playing in a terminal: one person against bots, with a table in words and acts by number."""
