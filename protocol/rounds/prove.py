"""What a seat says: a function of its secret, the history and, on its turn, its move.

So a restored seat produces the same bytes again, and the audit can recompute them once the secrets
are revealed. A seat does not verify its own statements.
Source: docs/protocol.md, sections 2 to 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..crypto.parts import Result, Workers, in_turn
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
    Shuffling,
    Verified,
)
from .seat_secrets import Prover
from .state import Stage

NO_MOVE = AnyMove(None)


class Proofs:
    """Computes each of a seat's proofs when it is due, and all parts of it in turn, as those of a
    verification.

    A subclass with more threads may compute an expected proof ahead of time, and parts at once.
    """

    def expect(self, stage: Stage, prover: Prover) -> None:
        """Note that this proof is needed next, unless the statement before it proves false."""

    def prove(
        self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE
    ) -> tuple[Value, Verified]:
        """Return what the function `prove` returns. Raises `IllegalMove` and `LocalError` like
        it."""
        return prove(stage, prover, move, self.together)

    def together(self, parts: Sequence[Callable[[], Result]]) -> Sequence[Result]:
        """Return what all parts return; raise what the first that fails raises."""
        return in_turn(parts)


def prove(
    stage: Stage, prover: Prover, move: AnyMove = NO_MOVE, together: Workers = in_turn
) -> tuple[Value, Verified]:
    """Return the body that this seat owes in the open round, and what the others read from it.
    `together` may compute the parts of a long proof at the same time.

    Raises `IllegalMove` if the rules forbid the move or one of its claims is false, and
    `LocalError` after the end.
    """
    match stage.phase:
        case Committing():
            return commit.prove_commitment(stage, prover)
        case Revealing():
            return commit.prove_reveal(prover)
        case Escrowing():
            return escrow.prove(stage, prover)
        case Shuffling(_, number, pile):
            return shuffle.prove(stage, prover, number, pile, together=together)
        case AgreeingOnPile(digest=digest) | AgreeingOnMove(digest=digest):
            return ("agree", digest), Agreed()
        case Dealing(cards):
            return deal.prove(stage, prover, cards, together=together)
        case Opening(cards):
            return opening.prove(stage, prover, cards)
        case Moving():
            return moves.prove(stage, prover, move, together=together)
        case Confirming():
            return ("without", stage.gone), Agreed()
        case Closing(outcome):
            return close.prove(stage, prover, outcome)
    raise LocalError("nothing can be said after the end")
