"""Before a table exists: the tables found, and the lobby."""
