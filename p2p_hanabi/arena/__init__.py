"""Games played in memory to measure bots, with the real rules and views, but no cryptography."""
