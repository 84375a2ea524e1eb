"""Build and test what players get: the wheel, a single file, a Debian package."""
