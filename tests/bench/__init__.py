"""`make bench`: the cost of a table's work, first counted, then measured."""
