"""The terminal and its language: canvas, keys, styles, questions. Knows no game and no table."""
