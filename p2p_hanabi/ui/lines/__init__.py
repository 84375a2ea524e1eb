"""Plain mode: writes models as lines, and reads typed lines."""
