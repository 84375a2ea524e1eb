"""Koi-Koi: its rules, its bot and its screens."""

TITLE = "Koi-Koi"
"""The same in every language."""
