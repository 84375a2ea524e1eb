"""The game is over: every seat signs the outcome, and reveals its secret if the game requires it.

Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from ..crypto.proofs import secret_commitment
from ..encoding import H, Value
from ..errors import BadProof
from ..game import Seat
from ..reasons import Forbidden
from .phases import Disclosed
from .seat_secrets import Prover
from .state import Stage


def prove(stage: Stage, prover: Prover, outcome: Value) -> tuple[Value, Disclosed]:
    """Return the statement of a close, with its secret if the game reveals it."""
    # §7: only now, since it gives away every mask, share and blinding of this seat.
    secret = prover.secret.secret if stage.rules.reveals_secrets else None
    return ("close", H("outcome", outcome), secret), Disclosed(secret)


def verify(stage: Stage, seat: Seat, outcome: Value, contents: tuple[Value, Value]) -> Disclosed:
    """Verify the digest of the outcome, and the secret against σ. Raises `BadProof`."""
    digest, secret = contents
    # §7: all compute the same outcome from the same history.
    if digest != H("outcome", outcome):
        raise BadProof(Forbidden.OTHER_OUTCOME)
    return _verify_secret(stage, seat, secret)


def _verify_secret(stage: Stage, seat: Seat, secret: Value) -> Disclosed:
    match stage.rules.reveals_secrets, secret:
        case False, None:
            return Disclosed(None)
        case True, bytes(shown) if len(shown) == 32:
            sigma = secret_commitment(stage.seating.table, seat, shown)
            # §7: the source of the seat's randomness was fixed in the round of the reveals.
            if sigma != stage.keys[seat].secret_commitment:
                raise BadProof(Forbidden.OTHER_SECRET)
            return Disclosed(shown)
    raise BadProof(Forbidden.SECRET_SHOWN)
