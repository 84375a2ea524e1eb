"""Signed statements in rounds, evidence against a seat, and the transcript."""
