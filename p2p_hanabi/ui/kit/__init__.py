"""Consoles, keys, scenes and questions. Independent of games and tables."""
