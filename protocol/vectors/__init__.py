"""What every implementation must compute: see docs/protocol.md."""
