"""Players for a bot's seat: a built-in style, or the user's own program."""
