"""Koi-Koi: rules, bot and screens."""

TITLE = "Koi-Koi"
"""The same in every language."""
