"""A table on the full screen: cells and keys."""
