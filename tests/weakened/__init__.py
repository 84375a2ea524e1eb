"""What each check of the protocol is for: without it, an attack succeeds."""
