"""One folder a game. Rules only: no I/O, no clock, no async."""
