"""A guided first game against two bots: no network, no files, always the same cards."""
