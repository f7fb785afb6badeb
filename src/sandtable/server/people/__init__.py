"""Guests, their names and what they write."""
