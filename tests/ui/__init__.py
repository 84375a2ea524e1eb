"""Screens in a terminal and in a browser: typed at, and looked at."""
