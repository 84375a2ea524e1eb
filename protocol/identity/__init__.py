"""Who sits at a table: signing keys, the seating that all sign, pairing by a code, words."""
