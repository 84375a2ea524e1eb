"""Hanabi: its rules, its bot and its screens."""

TITLE = "Hanabi"
"""The same in every language."""
