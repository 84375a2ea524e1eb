"""Terminal and language: canvas, keys, styles, questions. Independent of games and tables."""
