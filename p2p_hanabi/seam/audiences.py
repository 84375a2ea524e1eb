"""Which seats see a card."""

from __future__ import annotations

from protocol.game import AllBut, Audience, Everyone, Only, Seat


def may_see(audience: Audience, seat: Seat | None) -> bool:
    """Return whether this seat sees a card with this audience; None is somebody without a seat, who
    sees what everybody sees."""
    match audience:
        case Everyone():
            return True
        case Only(holder):
            return holder == seat
        case AllBut(holder) if seat is not None:
            return holder != seat
        case _:
            return False
