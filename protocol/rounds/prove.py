"""What a seat says: a function of its secret, the history and, on its turn, its move.

So a seat that comes back says the same bytes again, and the audit can say them once more when the
secrets are shown. What is said here is not verified again by its own seat.
Source: docs/protocol.md, sections 2 to 6.
"""

from __future__ import annotations

from typing import Any

from ..encoding import Value
from ..errors import LocalError
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
from .state import Stage
from .voice import Voice


def speak(stage: Stage, voice: Voice, move: Any = None) -> tuple[Value, Said]:
    """The body this seat owes in the open round, and what the others will take from it.

    `IllegalMove`: the rules forbid the move, or a claim it makes is not true.
    """
    match stage.phase:
        case Committing():
            return commit.prove_commitment(stage, voice)
        case Revealing():
            return commit.prove_reveal(voice)
        case Escrowing():
            return escrow.prove(stage, voice)
        case Shuffling(_, number, pile):
            return shuffle.prove(stage, voice, number, pile)
        case AgreeingOnPile(digest=digest) | AgreeingOnMove(digest=digest):
            return ("agree", digest), Agreed()
        case Dealing(cards):
            return deal.prove(stage, voice, cards)
        case Opening(cards):
            return opening.prove(stage, voice, cards)
        case Moving():
            return moves.prove(stage, voice, move)
        case Confirming():
            return ("without", stage.gone), Agreed()
        case Closing(outcome):
            return close.prove(stage, voice, outcome)
    raise LocalError("nothing is said after the end")
