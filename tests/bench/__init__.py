"""`make bench`: what the work of a table costs, counted first, then measured."""
