"""A player of Koi-Koi that looks at a view and chooses a move: nothing else reaches it."""
