"""High card: everybody shows one card of a hidden hand, and the highest wins."""

TITLE = "High card"
