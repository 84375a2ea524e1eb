"""Styles, canvas, themes and QR codes. No words, no keys."""
