"""Build what players get, and try it as they do: wheel, single file, Debian package, Wine."""
