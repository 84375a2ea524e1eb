"""A seat at a table: hosting, joining, playing, resuming, and the rematch."""
