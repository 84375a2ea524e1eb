"""What a player is asked before there is any table."""
