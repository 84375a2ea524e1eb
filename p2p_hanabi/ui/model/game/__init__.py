"""What every screen needs from a game, and what it passes to one."""
