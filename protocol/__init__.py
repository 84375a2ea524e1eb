"""The hidden-information protocol: bytes in, effects out; no I/O, clock or randomness."""

PROJECT = "p2phanabi"
"""The project that this package `protocol` belongs to; other projects have one of the same name."""
