"""The first two rounds: every seat commits to its keys, then reveals them.

Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from ..crypto.group import IDENTITY, point_from, scalar_from, total
from ..crypto.proofs import prove_key, verify_key
from ..encoding import H, Value
from ..errors import BadProof, Wrong
from ..game import Seat
from ..reasons import Forbidden
from .phases import Committed, Escrowing, Revealed, Stuck, Verified
from .seat_secrets import Prover
from .state import Stage, ask


def prove_commitment(stage: Stage, prover: Prover) -> tuple[Value, Committed]:
    """Return the statement of the commitment: 32 bytes that fix what the seat will reveal."""
    commitment = H("commit", stage.seating.table, prover.seat, *_reveal(prover).parts())
    return ("commit", commitment), Committed(commitment)


def prove_reveal(prover: Prover) -> tuple[Value, Revealed]:
    """Return the statement of the reveal: K, X, b, the proof of K, and σ."""
    revealed = _reveal(prover)
    return ("reveal", *revealed.parts()), revealed


def _reveal(prover: Prover) -> Revealed:
    secret = prover.secret
    return Revealed(
        secret.public_key,
        secret.box_public,
        secret.beacon_share,
        prove_key(secret, prover.seat),
        secret.commitment(prover.seat),
    )


def verify_reveal(stage: Stage, seat: Seat, parts: list[Value], commitment: bytes) -> Revealed:
    """Verify what a seat reveals, all that follows "reveal" in its statement, against its
    commitment of 32 bytes, and the proof of K. Raises `BadProof`."""
    table = stage.seating.table
    # §4: all of this was fixed before the others' values were known. Otherwise the last seat to
    # reveal could choose b to steer the beacon.
    if H("commit", table, seat, *parts) != commitment:
        raise BadProof(Forbidden.OTHER_COMMITMENT)
    match parts:
        case [key, bytes(box), bytes(share), e, z, bytes(sigma)] if (
            len(box) == len(share) == len(sigma) == 32
        ):
            revealed = Revealed(
                point_from(key), box, share, (scalar_from(e), scalar_from(z)), sigma
            )
        case _:
            raise BadProof(Forbidden.REVEAL_FORM)
    try:
        sodium.crypto_box_beforenm(box, bytes(32))  # any private key exposes a key of small order
    except CryptoError:
        raise BadProof(Forbidden.BOX_KEY) from None
    verify_key(table, seat, revealed.public_key, revealed.proof)
    return revealed


def verify_together(verified: Mapping[Seat, Verified]) -> None:
    """Check the reveals against each other. Raises `Wrong` for two equal keys or box keys, naming
    the higher seat."""
    keys: set[bytes] = set()
    boxes: set[bytes] = set()
    for seat in sorted(verified):
        match verified[seat]:
            case Revealed(key, box):
                # §4: the higher seat, so that all seats name the same one.
                if key in keys or box in boxes:
                    raise Wrong(seat, Forbidden.COPIED_KEY)
                keys.add(key)
                boxes.add(box)


def after_reveals(stage: Stage, keys: tuple[Revealed, ...]) -> Stage:
    """Return the stage after the reveals: the beacon, the table key, and what the game waits for;
    or `Stuck` if the keys cancel out. `keys` are in seat order."""
    table = stage.seating.table
    # §4: each share was committed to before any was revealed, so nobody could steer this.
    beacon = H("beacon", table, [revealed.beacon_share for revealed in keys])
    table_key = total(revealed.public_key for revealed in keys)
    if table_key == IDENTITY:  # all seats together have chosen keys that hide nothing
        return replace(stage, phase=Stuck(None))
    options = stage.seating.chosen
    state = stage.rules.start(options, len(keys), beacon)
    stage = replace(stage, keys=keys, beacon=beacon, table_key=table_key, state=state)
    return replace(stage, phase=Escrowing()) if stage.seating.has_escrow else ask(stage)
