"""What one seat learns from a complete deal, beyond what everybody learns.

Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..crypto.group import L, Scalar, mul, sub
from ..errors import LocalError
from ..game import AllBut, Card, Face, Only, Seat
from ..ledger.evidence import due_rows, unsealing_at
from .cards import Blinded, Held, Private, opens
from .prove import Voice
from .state import Dealing, Dealt, Stage


def unseal(stage: Stage, voice: Voice, sender: Seat, dealt: Dealt) -> dict[Card, Scalar]:
    """The blindings that the sender tells this seat; `BadBox` if they are not true."""
    between = (sender, voice.seat)
    box, due = dealt.boxes[voice.seat], due_rows(stage, dealt, between)
    if box is None:
        return {}
    return unsealing_at(stage, between, voice.secret.box_key).open(box, due)


def learn(
    stage: Stage, after: Stage, voice: Voice, told: Mapping[Seat, Mapping[Card, Scalar]]
) -> Private:
    """The seat's knowledge after the deal of `stage`; `told` are the others' blindings.

    A card of which somebody's blinding is missing (its box was false) stays unknown.
    """
    if not isinstance(stage.phase, Dealing):
        raise LocalError("nothing was dealt")
    ctx = stage.context(voice.seat)
    faces: dict[Card, Face] = {}
    blindings: dict[Card, Scalar] = {}
    for card, audience in stage.phase.cards:
        standing = after.cards.of(card)
        match audience, standing:
            case AllBut(holder), Blinded(_, commitment) if holder != voice.seat:
                others = [seat for seat in stage.active if seat not in (holder, voice.seat)]
                rows = [told[seat][card] for seat in others if card in told.get(seat, {})]
                if len(rows) == len(others):
                    spoke = voice.seat in stage.active
                    own = voice.secret.blinding(ctx, card) if spoke else 0
                    blindings[card] = Scalar((sum(rows) + own) % L)
                    faces[card] = opens(stage.deck, commitment, blindings[card])
            case Only(holder), Held(_, rest) if holder == voice.seat:
                share = mul(voice.secret.x, stage.cards.first_half(card))
                faces[card] = stage.deck.face(sub(rest, share))
    return voice.private.learning(faces, blindings)
