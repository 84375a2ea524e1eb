"""What a seat can learn from all that it receives: nothing that it must not know."""
