"""What a transcript shows: the verdict, the account of an early end, recomputation, comparison."""
