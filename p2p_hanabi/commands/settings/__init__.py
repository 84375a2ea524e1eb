"""What the player chose once for all, and what a command was asked for, checked."""
