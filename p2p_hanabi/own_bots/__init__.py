"""Bots that a player brings along: programs of any language, spoken with in JSON lines."""
