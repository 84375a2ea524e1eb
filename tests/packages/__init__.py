"""Makes and tries what is handed to players: the wheel, a single file, a package for Debian."""
