"""The server under load, and boardgame.io's server under the same."""
