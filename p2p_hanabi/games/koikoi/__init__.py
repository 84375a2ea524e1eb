"""Koi-Koi: its rules, its bot and its screens."""
