"""Hanabi: rules, bot and screens."""

TITLE = "Hanabi"
"""The same in every language."""
