"""A player of Hanabi that looks at a view and chooses a move: nothing else reaches it."""
