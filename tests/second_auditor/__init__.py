"""A second auditor of transcripts, written from docs/protocol.md and docs/rules/ alone.

It shares no code with the project. Section numbers in comments are those of docs/protocol.md. Group
elements are 32 bytes, scalars are integers; results of group operations are remembered, so that an
altered copy of a file already seen costs little.
"""

from typing import Any

from .basics import BASE, digest, lin, out, scalar
from .curve import L
from .faults import Fault
from .messagepack import decode, decode_one, enc
from .proofs import make_blinded
from .secrets import Audit

__all__ = [
    "BASE",
    "Audit",
    "L",
    "decode",
    "decode_one",
    "digest",
    "enc",
    "lin",
    "make_blinded",
    "out",
    "scalar",
    "verdict",
]


def verdict(data: bytes) -> dict[str, Any]:
    """`seat` is who is named, `named` as what: for a "fault", as "cheat", or as one who "withdrew".

    `round` is that of the fault, or where the one who is named did wrong; `rounds` counts complete
    ones.
    """
    audit = Audit()
    reason = named = seat = None
    try:
        audit.run(data)
        place = None
        if audit.named:
            named, seat, place = audit.named
    except Fault as fault:
        reason, seat, place = fault.reason, fault.seat, fault.round
        named = None if seat is None else "fault"
        if place is None and audit.started:
            place = len(audit.rounds)
    return {
        "valid": reason is None,
        "finished": reason is None and audit.finished,
        "round": place,
        "seat": seat,
        "reason": reason,
        "rounds": len(audit.rounds),
        "outcome": audit.game.outcome if audit.game else None,
        "head": audit.head.hex() if audit.started else None,
        "named": named,
    }
