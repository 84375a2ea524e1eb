"""An Ikebana bot that chooses a move from a view alone."""
