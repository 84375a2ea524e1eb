"""What a seat says: a function of its secret, the history and, on its turn, its move.

So a seat that comes back makes the same bytes again, and the audit can recompute them when the
secrets are shown. What is said here is not verified again by its own seat.
Source: docs/protocol.md, sections 2 to 6.
"""

from __future__ import annotations

from ..encoding import Value
from ..errors import LocalError
from ..game import AnyMove
from . import close, commit, deal, escrow, opening, shuffle
from . import move as moves
from .phases import (
    Agreed,
    AgreeingOnMove,
    AgreeingOnPile,
    Closing,
    Committing,
    Confirming,
    Dealing,
    Escrowing,
    Moving,
    Opening,
    Revealing,
    Said,
    Shuffling,
)
from .seat_secrets import Prover
from .state import Stage

NO_MOVE = AnyMove(None)


class Proofs:
    """Makes a seat's proofs, each when it is to be said.

    A subclass with a second thread may make one that is expected ahead of time.
    """

    def expect(self, stage: Stage, prover: Prover) -> None:
        """Take note that this proof is asked for next, unless what leads to it does not hold."""

    def prove(self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE) -> tuple[Value, Said]:
        """Return what `prove` does."""
        return prove(stage, prover, move)


def prove(stage: Stage, prover: Prover, move: AnyMove = NO_MOVE) -> tuple[Value, Said]:
    """Return the body this seat owes in the open round, and what the others will take from it.

    Raises `IllegalMove`: the rules forbid the move, or a claim it makes is not true; `LocalError`
    after the end.
    """
    match stage.phase:
        case Committing():
            return commit.prove_commitment(stage, prover)
        case Revealing():
            return commit.prove_reveal(prover)
        case Escrowing():
            return escrow.prove(stage, prover)
        case Shuffling(_, number, pile):
            return shuffle.prove(stage, prover, number, pile)
        case AgreeingOnPile(digest=digest) | AgreeingOnMove(digest=digest):
            return ("agree", digest), Agreed()
        case Dealing(cards):
            return deal.prove(stage, prover, cards)
        case Opening(cards):
            return opening.prove(stage, prover, cards)
        case Moving():
            return moves.prove(stage, prover, move)
        case Confirming():
            return ("without", stage.gone), Agreed()
        case Closing(outcome):
            return close.prove(stage, prover, outcome)
    raise LocalError("nothing can be said after the end")
