"""Attacks on real tables: each must be refused, and the right seat named."""
