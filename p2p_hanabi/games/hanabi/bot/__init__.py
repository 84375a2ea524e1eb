"""A Hanabi bot that chooses a move from a view alone."""
