"""Ikebana: rules, bot and screens."""

TITLE = "Ikebana"
"""The same in every language."""
