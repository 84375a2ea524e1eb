"""Menus and questions that are shown before there is a table."""
