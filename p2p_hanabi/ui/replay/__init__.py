"""A game that was played, looked at again."""
