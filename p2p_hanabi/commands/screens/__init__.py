"""Screens for a seat: full-screen terminal, plain lines, browser page, and JSON lines."""
