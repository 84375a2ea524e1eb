"""Variations: other moves than those of a recorded game, from any of its turns."""
