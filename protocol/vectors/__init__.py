"""Test vectors that every implementation must reproduce: see docs/protocol.md."""
