"""A table of any game as its player follows it, for every screen."""
