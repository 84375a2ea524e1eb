"""Our own test vectors, in protocol/vectors: how they are made, and what they must hold."""
