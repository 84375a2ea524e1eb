"""The player's settings, and validation of command-line arguments."""
