"""The hidden-information protocol: bytes in, effects out; no I/O, clock or randomness."""
