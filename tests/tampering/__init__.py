"""Altered transcripts: every change must be found."""
