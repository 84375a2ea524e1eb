"""One seat's machine: messages in, effects out."""
