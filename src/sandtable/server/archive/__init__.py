"""Finished games: looked up, told again, exported and imported."""
