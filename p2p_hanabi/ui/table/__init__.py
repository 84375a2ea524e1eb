"""A table of any game: what is typed, asked, told and painted."""
