"""The player's language, and the words and sentences that all tables share."""
