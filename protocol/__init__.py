"""The hidden-information protocol: bytes in, effects out; no files, sockets, clock or chance."""
