"""Change the code of the protocol one thing at a time: a test must fail each time."""
