"""What a seat is shown on: a terminal, lines, a page in a browser, JSON lines."""
