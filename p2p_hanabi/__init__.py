"""Games of cards on the home network, with no server and nothing to trust."""

__version__ = "0.1.0"
