"""A game as small as one can be: everybody holds a card, and the highest wins."""
