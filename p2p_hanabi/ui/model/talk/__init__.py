"""What is said at a table, and the notes that a player keeps to themselves."""
