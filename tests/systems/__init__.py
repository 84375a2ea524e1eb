"""What differs between operating systems."""
