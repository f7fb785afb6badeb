"""Sandtable: board games in which time is a piece."""
