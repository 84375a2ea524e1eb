"""Tables of the real program on separate networks: namespaces, cables, faults."""
