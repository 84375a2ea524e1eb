"""The game is over: every seat signs the outcome, and reveals its secret if the game requires it.

Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from ..crypto.proofs import secret_commitment
from ..encoding import H, Value
from ..errors import BadProof
from ..game import Seat
from ..reasons import Wrongful
from .phases import Shut
from .seat_secrets import Prover
from .state import Stage


def prove(stage: Stage, prover: Prover, outcome: Value) -> tuple[Value, Shut]:
    secret = prover.secret.secret if stage.game.reveals_secrets else None
    return ("close", H("outcome", outcome), secret), Shut(secret)


def verify(stage: Stage, seat: Seat, outcome: Value, said: tuple[Value, Value]) -> Shut:
    """Verify the digest of the outcome, and the secret against σ. Raises `BadProof`."""
    digest, secret = said
    if digest != H("outcome", outcome):
        raise BadProof(Wrongful.OTHER_OUTCOME)
    return _verify_secret(stage, seat, secret)


def _verify_secret(stage: Stage, seat: Seat, secret: Value) -> Shut:
    match stage.game.reveals_secrets, secret:
        case False, None:
            return Shut(None)
        case True, bytes(shown) if len(shown) == 32:
            sigma = secret_commitment(stage.seating.table, seat, shown)
            # §7: the source of the seat's randomness was fixed in the round of the reveals.
            if sigma != stage.keys[seat].secret_commitment:
                raise BadProof(Wrongful.OTHER_SECRET)
            return Shut(shown)
    raise BadProof(Wrongful.SECRET_SHOWN)
