"""The group, proofs, shuffles and sealed shares: knows no round and no game."""
