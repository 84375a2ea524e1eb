"""Advance from a complete round to the next: the head, what was revealed, what the game requests.

Source: docs/protocol.md, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from ..crypto.key_split import Escrowed
from ..errors import LocalError
from ..game import Seat
from . import commit, deal, escrow, exclusion, opening, shuffle
from . import move as moves
from .phases import (
    AgreeingOnMove,
    AgreeingOnPile,
    Closed,
    Closing,
    Committed,
    Committing,
    Confirming,
    Dealing,
    Dealt,
    Escrowing,
    Moved,
    Moving,
    Opened,
    Opening,
    Revealed,
    Revealing,
    Shuffled,
    Shuffling,
    Verified,
)
from .state import Stage

Kind = TypeVar("Kind")


def advance(stage: Stage, verified: Mapping[Seat, Verified], head: bytes) -> Stage:
    """Return the next stage, once every speaker has spoken. `head` is that of the next round, 32
    bytes. Raises `LocalError` after the end, or for what `verify` has not returned for this
    phase."""
    stage = replace(stage, head=head, round_number=stage.round_number + 1)
    seats = stage.seating.seats
    match stage.phase:
        case Committing():
            commitments = tuple(_verified_as(verified[s], Committed).commitment for s in seats)
            return replace(stage, phase=Revealing(commitments))
        case Revealing():
            return commit.after_reveals(
                stage, tuple(_verified_as(verified[s], Revealed) for s in seats)
            )
        case Escrowing():
            return escrow.after(stage, tuple(_verified_as(verified[s], Escrowed) for s in seats))
        case Shuffling(by, _, _, done):
            return shuffle.after(stage, _verified_as(verified[by], Shuffled).pile, (*done, by))
        case AgreeingOnPile(pile):
            # §4: all have signed the same pile, so its cards can be dealt.
            return shuffle.after_agreement(stage, pile)
        case Dealing(cards_dealt):
            shares = {seat: _verified_as(verified[seat], Dealt).shares for seat in sorted(verified)}
            return deal.after(stage, cards_dealt, shares)
        case Opening(cards_opened):
            entries = {seat: _verified_as(verified[seat], Opened).entries for seat in verified}
            return opening.after(stage, cards_opened, entries)
        case Moving(by):
            return moves.after(stage, by, _verified_as(verified[by], Moved).state)
        case AgreeingOnMove(_, state):
            # §4: all have signed the same state, so shares for its cards can be revealed.
            return moves.after_agreement(stage, state)
        case Confirming(under_way):
            return exclusion.after(stage, under_way)
        case Closing(outcome):
            return replace(stage, phase=Closed(outcome))
    raise LocalError("nothing can be said after the end")


def _verified_as(one: Verified, kind: type[Kind]) -> Kind:
    """Return what `verify` returned for this phase; anything else is the caller's mistake."""
    if not isinstance(one, kind):
        raise LocalError(f"expected {kind.__name__}, got {type(one).__name__}")
    return one
