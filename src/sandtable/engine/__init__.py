"""What every game is made of: match, time, randomness, log, views, refusals. Knows no game."""
