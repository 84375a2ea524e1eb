"""Who sits at a table: signing keys, the seating that all sign, pairing by code, the word list."""
