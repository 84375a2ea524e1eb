"""Other seats on this machine, for bots and phones, each in its own process."""
