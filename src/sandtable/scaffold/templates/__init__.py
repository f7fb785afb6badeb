"""What `sandtable new-game` writes: `game` is a working game, `project` the files around it."""
