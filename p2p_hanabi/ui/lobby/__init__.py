"""The lobby: choose a table, prove the room code, wait for players, and play again."""
