"""A player's own bot in its own process: well-behaved and hostile ones."""
