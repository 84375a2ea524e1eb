"""A player's own bot, in a process of its own: well-behaved ones and hostile ones."""
