"""The toy game on every screen."""
