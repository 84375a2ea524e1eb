"""A player of the toy game."""
