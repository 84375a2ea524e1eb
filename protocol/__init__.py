"""The hidden-information protocol: bytes in, effects out; no I/O, clock or randomness."""

PROJECT = "p2phanabi"
"""The project that this package `protocol` belongs to; other projects have one of the same name."""
STABLE = (
    "protocol.audit.compare",
    "protocol.audit.report",
    "protocol.audit.verdict",
    "protocol.encoding",
    "protocol.errors",
    "protocol.game",
    "protocol.identity.keys",
    "protocol.identity.name_rules",
    "protocol.identity.seating",
    "protocol.identity.words",
    "protocol.peer.effects",
    "protocol.peer.own_seat",
    "protocol.peer.remarks",
    "protocol.peer.status",
    "protocol.peer.table",
    "protocol.reasons",
)
"""The modules that other programs can rely on: docs/protocol-api.md says in what."""
