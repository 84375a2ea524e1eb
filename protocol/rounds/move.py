"""A seat moves by the rules of the game and proves the claims of its move; the others agree.

Source: docs/protocol.md, sections 4 and 5.
"""

from __future__ import annotations

from dataclasses import replace

from ..crypto.group import Point
from ..crypto.parts import Workers, for_each
from ..crypto.proofs import claim_value, prove_claim, verify_claim
from ..encoding import H, Value, enc
from ..errors import BadProof, IllegalMove
from ..game import AnyMove, AnyState, Claim, Face, Seat
from ..reasons import Forbidden
from .cards import Blinded
from .phases import AgreeingOnMove, Moved
from .seat_secrets import Prover
from .state import Stage, ask


def check(stage: Stage, prover: Prover, move: AnyMove) -> list[tuple[Claim, Face]]:
    """Return the move's claims, each with the true face. Raises `IllegalMove` if the rules forbid
    the move, or if a claim is false or cannot be proven."""
    stage.rules.apply(stage.state, move)
    listed = stage.rules.claims(stage.state, move)
    if any(_provable(stage, prover.seat, claim) is None for claim in listed):
        raise IllegalMove(Forbidden.CLAIM_CARD)
    known = prover.known(stage.cards)
    claims = [(claim, known[claim.card]) for claim in listed]
    if any(face not in claim.faces for claim, face in claims):
        raise IllegalMove(Forbidden.FALSE_CLAIM)
    return claims


def prove(stage: Stage, prover: Prover, move: AnyMove, *, together: Workers) -> tuple[Value, Moved]:
    """Make the move and prove its claims. Raises `IllegalMove` like `check`."""
    game, ctx = stage.rules, stage.context(prover.seat)

    def proof(claimed: tuple[Claim, Face]) -> Value:
        claim, face = claimed
        opening = (stage.deck.face_points, face, prover.private.blindings[claim.card])
        return claim_value(prove_claim(prover.secret, ctx, claim, opening))

    proofs = tuple(for_each(check(stage, prover, move), proof, together))
    return ("move", game.pack(move), proofs), Moved(move, game.apply(stage.state, move))


def verify(
    stage: Stage, seat: Seat, packed: Value, proofs: tuple[Value, ...], *, together: Workers
) -> Moved:
    """Verify the move against the rules, and the proof of every claim. Raises `BadProof` or
    `IllegalMove`."""
    game, state = stage.rules, stage.state
    move = game.unpack(packed)
    # §7: the audit recomputes the move byte for byte, so only its canonical form is accepted.
    if enc(game.pack(move)) != enc(packed):
        raise BadProof(Forbidden.MOVE_FORM)
    after = game.apply(state, move)
    claims = game.claims(state, move)
    if len(proofs) != len(claims):
        raise BadProof(Forbidden.CLAIM_COUNT)

    def verify_one(given: tuple[Claim, Value]) -> None:
        claim, proof = given
        commitment = _provable(stage, seat, claim)
        if commitment is None:
            raise BadProof(Forbidden.CLAIM_CARD)
        verify_claim(proof, stage.context(seat), claim, (stage.deck.face_points, commitment))

    for_each(zip(claims, proofs, strict=True), verify_one, together)
    return Moved(move, after)


def _provable(stage: Stage, seat: Seat, claim: Claim) -> Point | None:
    """Return the commitment to the card of a claim; None if this seat can prove nothing about the
    card."""
    match stage.cards.standing_of(claim.card):
        # §5: only for a hidden card of another seat does the mover know a face that the public
        # does not, and a blinding: it has none for its own cards, and an open card leaves nothing
        # to prove.
        case Blinded(holder, commitment) if holder != seat:
            return commitment
    return None


def after(stage: Stage, by: Seat, state: AnyState) -> Stage:
    """Return the stage in which the others agree on the state after the move of `by`."""
    # §4: the mover could send different moves to different seats. So nobody reveals a share for it
    # before all others have signed the state after the move.
    digest = H("state", stage.rules.public(state))
    return replace(stage, phase=AgreeingOnMove(by, state, digest))


def after_agreement(stage: Stage, state: AnyState) -> Stage:
    """Return the stage after all have agreed on this state: what the game waits for."""
    return ask(replace(stage, state=state))
