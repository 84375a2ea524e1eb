"""The screens of a table, for any game: commands, questions, news and painting."""
