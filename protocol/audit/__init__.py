"""Auditing a transcript: the verdict, an early end, recomputation, comparison of two files."""
