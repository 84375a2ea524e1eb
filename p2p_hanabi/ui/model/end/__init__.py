"""The end of a table: how it ended, who is still there, and what can be done next."""
