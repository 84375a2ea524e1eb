"""Comparisons with other implementations. Run by hand, they need what the tests do not."""
