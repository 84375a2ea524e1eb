"""What is handed to players: the wheel, a program in one file, a package for Debian."""
