"""Ikebana: its rules, its bot and its screens."""
