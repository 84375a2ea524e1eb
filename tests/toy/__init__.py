"""High card: everybody holds a card, and the highest wins."""

TITLE = "High card"
