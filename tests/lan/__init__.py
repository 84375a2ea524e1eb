"""Tables on networks of their own: namespaces, cables, faults; the real program in each."""
