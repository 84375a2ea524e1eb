"""Proofs about keys, shares and hidden faces: make and verify.

All are Schnorr proofs made non-interactive by hashing everything that is stated together with the
place where it is stated. Letters are the specification's: K = x·G is a seat's key, (A, B) a masked
card, d = x·A a share of it, y a blinding, E = d + y·Q a blinded share, C = M - y·Q the commitment
to a face that a blinded deal leaves, R a proof's commitment, e its challenge, z and u its answers.
Nothing here is random: nonces come from the secret, the place and the statement, so a seat that
comes back makes the same bytes, and an audit that is shown the secrets can recompute them.
Verifying functions raise `BadProof`; who is to blame is for the caller.
Source: docs/protocol.md, sections 2, 4 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from ..encoding import H, Value
from ..errors import BadProof
from ..game import Card, Claim, Face, Seat
from ..reasons import Unproven
from .boxes import BoxKey
from .group import (
    L,
    Point,
    Q,
    Scalar,
    add,
    bytes_as_point,
    digest_of_nonce_statement,
    hash_to_scalar,
    mul,
    mul_base,
    not_identity,
    scalar_from,
    sub,
    to_bytes,
)
from .logarithms import Logarithms


@dataclass(frozen=True)
class Context:
    """The place where something is said; every proof of the statement binds to it."""

    table: bytes
    round_number: int
    seat: Seat
    head: bytes

    @cached_property
    def value(self) -> tuple[Value, ...]:
        return (self.table, self.round_number, self.seat, self.head)


_NOTHING: Final = Scalar(0)


@dataclass(frozen=True)
class TableSecret:
    """A seat's 32 secret bytes for one table, and everything that is derived from them.

    `taken_over` is the seat's share of the key of a seat that is gone for good; `logarithms` are
    those that whoever has the secret knows.
    """

    secret: bytes
    table: bytes
    taken_over: Scalar = _NOTHING
    logarithms: Logarithms = field(default_factory=Logarithms, compare=False)

    def __repr__(self) -> str:
        return "TableSecret(...)"

    @cached_property
    def x(self) -> Scalar:
        own = hash_to_scalar("key", self.secret, self.table)
        return Scalar((own + self.taken_over) % L)

    @cached_property
    def key(self) -> Point:
        """K = x·G."""
        return mul_base(self.x)

    @cached_property
    def box_key(self) -> BoxKey:
        """The private key of the seat's boxes."""
        return BoxKey(H("box", self.secret, self.table))

    @cached_property
    def box_public(self) -> bytes:
        return self.box_key.public

    @cached_property
    def beacon_share(self) -> bytes:
        return H("beacon share", self.secret, self.table)

    def commitment(self, seat: Seat) -> bytes:
        """Return σ: what the seat commits to, so that its permutations are fixed before the
        game."""
        return secret_commitment(self.table, seat, self.secret)

    @cached_property
    def _shares(self) -> dict[Point, Point]:
        return {}

    def share(self, a: Point) -> Point:
        """Return d = x·A. A deal asks for it twice: for the blinded share, and for the sealed."""
        if a not in self._shares:
            self._shares[a] = self.logarithms.mul(self.x, a)
        return self._shares[a]

    def blinding(self, ctx: Context, card: Card) -> Scalar:
        """Return y of the seat's blinded share of this card in the statement made at ctx."""
        return hash_to_scalar("blinding", self.secret, ctx.value, card)

    def nonce(self, ctx: Sequence[Value], purpose: str, index: Value, digest: bytes) -> Scalar:
        """Return a proof's random number; `digest` is that of what the proof states."""
        return hash_to_scalar("nonce", self.secret, ctx, purpose, index, digest)


def secret_commitment(table: bytes, seat: Seat, secret: bytes) -> bytes:
    """Return σ = H("secret", table, seat, secret)."""
    return H("secret", table, seat, secret)


# The proof that a seat knows the secret of its key. Made before there is a history.


def prove_key(secret: TableSecret, seat: Seat) -> tuple[Scalar, Scalar]:
    """Return (e, z) for K of this seat."""
    key = secret.key
    digest = digest_of_nonce_statement(key)
    w = secret.nonce((secret.table, seat), "key proof", 0, digest)
    e = hash_to_scalar("key proof", secret.table, seat, key, mul_base(w))
    return e, answer(w, e, secret.x)


def verify_key(table: bytes, seat: Seat, key: Point, proof: tuple[Scalar, Scalar]) -> None:
    """Verify that whoever made (e, z) knows x of K. Raises `BadProof`."""
    e, z = proof
    # §2: here as below, a proof is refused if a point that its verifier computes is the identity:
    # an honest prover never meets that, and so nobody has to say what it would prove.
    commitment = not_identity(sub(mul_base(z), mul(e, key)))
    if hash_to_scalar("key proof", table, seat, key, commitment) != e:
        raise BadProof(Unproven.KEY_PROOF)


def answer(nonce: int, challenge: int, secret: int) -> Scalar:
    """Return nonce + challenge · secret; no honest prover meets 0, which the wire refuses."""
    return Scalar((nonce + challenge * secret) % L)


# Shares. A sealed share is the same proof under another tag, for one reader.


def prove_share(
    secret: TableSecret, ctx: Context, card: Card, a: Point, *, tag: str = "share"
) -> tuple[Point, Scalar, Scalar]:
    """Return (d, e, z): this seat's share of the card whose first half is `a`, with its proof."""
    d = secret.share(a)
    digest = digest_of_nonce_statement(a, secret.key, d)
    w = secret.nonce(ctx.value, tag, card, digest)
    wa = secret.logarithms.mul(w, a)
    e = hash_to_scalar(tag, ctx.value, card, a, secret.key, d, mul_base(w), wa)
    return d, e, answer(w, e, secret.x)


@dataclass(frozen=True, slots=True)
class ShareProof:
    """What a share's proof is about: one card's first half, one seat's key, its place."""

    ctx: Context
    card: Card
    a: Point
    key: Point

    def verify_share(self, d: Point, e: Scalar, z: Scalar, *, tag: str = "share") -> None:
        """Verify that d = x·A for the x of K = x·G. Raises `BadProof`."""
        # §5: one answer z for two equations, so one x for both: that of the seat's key made d of A.
        # The challenge binds to the place, so that a proof cannot be said again elsewhere.
        r1 = not_identity(sub(mul_base(z), mul(e, self.key)))
        r2 = not_identity(sub(mul(z, self.a), mul(e, d)))
        if hash_to_scalar(tag, self.ctx.value, self.card, self.a, self.key, d, r1, r2) != e:
            is_open = tag == "share"
            raise BadProof(Unproven.SHARE_PROOF if is_open else Unproven.SEALED_SHARE_PROOF)

    def verify_blinded(self, blinded: Point, e: Scalar, z: Scalar, u: Scalar) -> None:
        """Verify that E = x·A + y·Q for the x of K and a y that the seat knows. Raises
        `BadProof`."""
        r1 = not_identity(sub(mul_base(z), mul(e, self.key)))
        # §5: u answers for y, of which nothing is shown: any d is possible for this E.
        r2 = not_identity(sub(add(mul(z, self.a), mul(u, Q)), mul(e, blinded)))
        expected = hash_to_scalar(
            "blinded share", self.ctx.value, self.card, self.a, self.key, blinded, r1, r2
        )
        if expected != e:
            raise BadProof(Unproven.BLINDED_SHARE_PROOF)


def share_value(share: tuple[Point, Scalar, Scalar]) -> Value:
    d, e, z = share
    return (d, to_bytes(e), to_bytes(z))


def share_from(value: Value, about: ShareProof) -> Point:
    """Read the share d of the wire's [d, e, z], verified. Raises `BadProof`."""
    match value:
        case (d, e, z):
            point = bytes_as_point(d)  # verify_share multiplies it
            about.verify_share(point, scalar_from(e), scalar_from(z))
            return point
    raise BadProof(Unproven.SHARE_FORM)


def prove_blinded(
    secret: TableSecret, ctx: Context, card: Card, a: Point
) -> tuple[Point, Scalar, Scalar, Scalar]:
    """Return (E, e, z, u): the share hidden under this seat's blinding of the card, with its
    proof."""
    y = secret.blinding(ctx, card)
    blinded = add(secret.share(a), mul(y, Q))
    digest = digest_of_nonce_statement(a, secret.key, blinded)
    w = secret.nonce(ctx.value, "blinded share", card, digest)
    v = secret.nonce(ctx.value, "blinded share v", card, digest)
    r1, r2 = mul_base(w), add(secret.logarithms.mul(w, a), mul(v, Q))
    e = hash_to_scalar("blinded share", ctx.value, card, a, secret.key, blinded, r1, r2)
    return blinded, e, answer(w, e, secret.x), answer(v, e, y)


def blinded_value(blinded: tuple[Point, Scalar, Scalar, Scalar]) -> Value:
    point, e, z, u = blinded
    return (point, to_bytes(e), to_bytes(z), to_bytes(u))


def blinded_from(value: Value, about: ShareProof) -> Point:
    """Read the blinded share E of the wire's [E, e, z, u], verified. Raises `BadProof`."""
    match value:
        case (blinded, e, z, u):
            point = bytes_as_point(blinded)  # verify_blinded multiplies it
            about.verify_blinded(point, scalar_from(e), scalar_from(z), scalar_from(u))
            return point
    raise BadProof(Unproven.BLINDED_SHARE_FORM)


# Claims: a card's hidden face is one of several. A one-of-many proof (Cramer, Damgård,
# Schoenmakers): only one branch is answered honestly, which one cannot be told.


def prove_claim(
    secret: TableSecret, ctx: Context, claim: Claim, opening: tuple[Sequence[Point], Face, Scalar]
) -> list[tuple[Scalar, Scalar]]:
    """Return [(e_f, z_f), ...] in ascending f. `opening` is (M, the true face, y): C = M_face -
    y·Q."""
    faces_points, true_face, y = opening
    commitment = sub(faces_points[true_face], mul(y, Q))
    digest = digest_of_nonce_statement(commitment, claim.faces)
    w = secret.nonce(ctx.value, "claim", claim.card, digest)
    simulated: dict[Face, tuple[Scalar, Scalar]] = {}
    commitments = []
    for face in claim.faces:
        if face == true_face:
            commitments.append(mul(w, Q))
            continue
        # The false faces are simulated: whoever draws e_f and z_f first can compute the R_f that
        # fits.
        e_f = secret.nonce(ctx.value, "claim e", (claim.card, face), digest)
        z_f = secret.nonce(ctx.value, "claim z", (claim.card, face), digest)
        simulated[face] = (e_f, z_f)
        commitments.append(sub(mul(z_f, Q), mul(e_f, sub(faces_points[face], commitment))))
    challenge = claim_challenge(ctx, claim, commitment, commitments)
    # The challenge leaves one e that could not be drawn first; it takes y to answer that.
    e_true = Scalar((challenge - sum(e_f for e_f, _ in simulated.values())) % L)
    simulated[true_face] = (e_true, answer(w, e_true, y))
    return [simulated[face] for face in claim.faces]


def claim_challenge(
    ctx: Context, claim: Claim, commitment: Point, commitments: Sequence[Point]
) -> Scalar:
    return hash_to_scalar("claim", ctx.value, claim.card, commitment, claim.faces, commitments)


def claim_value(proof: Sequence[tuple[Scalar, Scalar]]) -> Value:
    return tuple((to_bytes(e_f), to_bytes(z_f)) for e_f, z_f in proof)


def verify_claim(
    value: Value, ctx: Context, claim: Claim, about: tuple[Sequence[Point], Point]
) -> None:
    """Verify that the wire's [[e_f, z_f], ...] proves the claim about C. `about` is (M, C). Raises
    `BadProof`."""
    faces_points, commitment = about
    if not isinstance(value, tuple) or len(value) != len(claim.faces):
        raise BadProof(Unproven.CLAIM_LENGTH)
    challenge_sum = 0
    commitments = []
    for face, pair in zip(claim.faces, value, strict=True):
        match pair:
            case (e, z):
                e_f, z_f = scalar_from(e), scalar_from(z)
            case _:
                raise BadProof(Unproven.CLAIM_ENTRY)
        branch = mul(e_f, sub(faces_points[face], commitment))
        commitments.append(not_identity(sub(mul(z_f, Q), branch)))
        challenge_sum += e_f
    challenge = claim_challenge(ctx, claim, commitment, commitments)
    # §5: the e_f sum to a hash of all R_f. Had every branch been simulated, all e_f would have
    # stood before that hash was known: so one was answered, with a y for which C is of one of the
    # faces.
    if to_bytes(challenge_sum) != to_bytes(challenge):
        raise BadProof(Unproven.CLAIM_PROOF)
