"""Each command as it is typed: in this process, or as the real program."""
