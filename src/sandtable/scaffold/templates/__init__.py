"""What `sandtable new-game` writes: `game` is a working game, `project` all that goes around it."""
