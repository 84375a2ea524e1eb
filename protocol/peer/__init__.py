"""One seat's state machine: messages in, effects out."""
