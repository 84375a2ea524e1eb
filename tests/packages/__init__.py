"""The packages: what is in them, and that they run."""
