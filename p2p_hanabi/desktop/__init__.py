"""What a desktop and a shell know of the program: a menu entry, a manual page, completions.

`setup.py` puts these files into the wheel, `release` into the Debian package, and the
command `desktop` into the player's own folders.
"""
