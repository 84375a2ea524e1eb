"""Ikebana: its rules, its bot and its screens."""

TITLE = "Ikebana"
"""The same in every language."""
