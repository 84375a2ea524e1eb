"""Random bytes for everything that reads bytes from strangers."""
