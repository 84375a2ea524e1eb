"""The full screen: scenes (models), their painters, the keys, the style, and the terminal."""
