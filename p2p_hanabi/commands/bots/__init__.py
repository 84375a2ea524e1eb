"""Who chooses the moves of a bot's seat: a built-in style, or a program of the player's own."""
