"""One seat at a table, as the network shows it to a screen."""
