"""A seat at a table: found, joined, played, resumed, and the rematch."""
