"""Practice: the deal of a finished game once more, one seat against bots. Nothing is signed."""
