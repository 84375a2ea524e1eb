"""Verify what one seat says in the open round: every proof, every rule.

Nothing is accepted that is not verified, and nothing is verified twice.
Source: docs/protocol.md, sections 4 and 5.
"""

from __future__ import annotations

from ..crypto.parts import Workers, in_turn
from ..encoding import Integer, Value
from ..errors import BadEncoding, BadProof, IllegalMove, Wrong
from ..game import Seat
from ..reasons import Forbidden
from . import close, commit, deal, escrow, opening, shuffle
from . import move as moves
from .phases import (
    Agreed,
    AgreeingOnMove,
    AgreeingOnPile,
    Closing,
    Committed,
    Committing,
    Confirming,
    Dealing,
    Escrowing,
    Moving,
    Opening,
    Revealing,
    Shuffling,
    Verified,
)
from .state import Stage


def verify(stage: Stage, seat: Seat, body: Value, together: Workers = in_turn) -> Verified:
    """Return what the seat says, if all of it holds. Raises `Wrong`, which names the seat.
    `together` may compute the parts of a long verification at the same time."""
    # §4: correctly signed for this round and head, but not this seat's to make: that names it.
    if seat not in stage.speakers:
        raise Wrong(seat, Forbidden.OUT_OF_TURN)
    try:
        return _verified(stage, seat, body, together)
    # §4: its seat has signed all of it, so whatever is false in it names that seat.
    except (BadProof, BadEncoding, IllegalMove) as error:
        raise Wrong(seat, error.reason) from error


def _verified(stage: Stage, seat: Seat, body: Value, together: Workers) -> Verified:
    match stage.phase, body:
        # §4: no reveal could fit another length, so it is refused before anybody reveals.
        case Committing(), ("commit", bytes(commitment)) if len(commitment) == 32:
            return Committed(commitment)
        case Revealing(commitments), ("reveal", *parts):
            return commit.verify_reveal(stage, seat, parts, commitments[seat])
        case Escrowing(), ("escrowed", tuple(points), tuple(boxes)):
            return escrow.verify(stage, seat, points, boxes)
        case Shuffling() as phase, ("shuffled", result, proof):
            return shuffle.verify(stage, seat, phase, (result, proof), together=together)
        case (AgreeingOnPile() | AgreeingOnMove()) as phase, ("agree", digest):
            return _agreed(digest == phase.digest)
        case Dealing(cards), ("dealt", tuple(entries), tuple(boxes)):
            return deal.verify(stage, seat, cards, (entries, boxes), together=together)
        # §5: a list of another length would raise an error there that names nobody.
        case Opening(cards), ("opened", tuple(entries)) if len(entries) == len(cards):
            return opening.verify(stage, seat, cards, entries)
        case Moving(), ("move", move, tuple(proofs)):
            return moves.verify(stage, seat, move, proofs, together=together)
        # §2: `true` is no seat, although it equals 1 in Python.
        case Confirming(), ("without", gone):
            return _agreed(isinstance(gone, Integer) and gone == stage.gone)
        case Closing(outcome), ("close", digest, secret):
            return close.verify(stage, seat, outcome, (digest, secret))
    # §4: signed for this very round and head, so another body is its speaker's fault.
    raise BadProof(Forbidden.NOT_DUE)


def _agreed(is_the_same: bool) -> Agreed:
    # §4: "agree" is a round of its own so that nobody can show two seats two different games.
    if not is_the_same:
        raise BadProof(Forbidden.OTHER_AGREEMENT)
    return Agreed()
