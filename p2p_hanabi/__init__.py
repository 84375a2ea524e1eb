"""Card games on the home network, with no server and no need to trust anybody."""

__version__ = "1.0.0"
