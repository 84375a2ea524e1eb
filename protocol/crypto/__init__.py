"""The group, proofs, shuffles and sealed shares; independent of rounds and games."""
