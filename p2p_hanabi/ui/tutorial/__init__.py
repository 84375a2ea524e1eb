"""A first game of Hanabi against two bots: no network, no files, always the same cards."""
