"""Ikebana on every screen: lines, pictures, and what can be typed and clicked."""
