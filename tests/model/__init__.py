"""Check the rules of rounds, ballots, objections and stops in every state, without cryptography."""
