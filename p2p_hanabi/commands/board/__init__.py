"""A table on a big screen, whose seats are all on phones and other computers."""
