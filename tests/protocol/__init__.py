"""The protocol: cryptography, rounds, evidence, audit, and one seat's machine."""
