"""Code shared by several games, such as the firework cards."""
