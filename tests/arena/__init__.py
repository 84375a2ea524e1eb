"""The arena: many games in memory, and the tables of docs/bots.md."""
