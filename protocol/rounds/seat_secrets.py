"""One seat as a speaker: its place, its secret, what it has learnt.

Source: docs/protocol.md, sections 2 to 6.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..crypto.proofs import TableSecret
from ..game import Card, Face, Seat
from .cards import Cards, Private, Shown
from .state import Stage


@dataclass(frozen=True, slots=True)
class Prover:
    """One seat with its table secret and all that it has learnt beyond what is public."""

    seat: Seat
    secret: TableSecret
    private: Private

    def known(self, cards: Cards) -> dict[Card, Face]:
        """Return every face this seat knows."""
        public = {c: s.face for c, s in cards.standing.items() if isinstance(s, Shown)}
        return {**self.private.faces, **public}


def effective(stage: Stage, seat: Seat, secret: TableSecret) -> TableSecret:
    """Return the seat's secret for shares: with its share of the key of a seat that is gone."""
    if stage.gone is None or seat == stage.gone:
        return secret
    sender_box = stage.keys[stage.gone].box
    return replace(
        secret, taken_over=stage.escrow[stage.gone].open(seat, secret.box_key, sender_box)
    )
