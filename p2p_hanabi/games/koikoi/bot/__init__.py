"""A Koi-Koi bot that chooses a move from a view alone."""
