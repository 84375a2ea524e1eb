"""Before a table exists and after its game: choose one, prove the code, gather, play again."""
