"""Code shared by several games, such as the table of options and the firework cards."""
