"""Games played in memory to measure bots: the rules and the views are real, the cryptography is
left out."""
