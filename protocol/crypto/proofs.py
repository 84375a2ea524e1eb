"""Proofs about keys, shares and hidden faces: create and verify them.

All are Schnorr proofs, made non-interactive by hashing everything that is stated together with the
place of the statement. The letters are the specification's: K = x·G is a seat's key, (A, B) a
masked card, d = x·A a share of it, y a blinding, E = d + y·Q a blinded share, C = M - y·Q the
commitment to a face that a blinded deal leaves, R a proof's commitment, e its challenge, z and u
its answers. Nothing here is random: nonces are derived from the secret, the place and the
statement, so a restored seat produces the same bytes, and an audit that has the secrets can
recompute them. Verifying functions raise `BadProof`; the caller decides who is to blame.
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
from ..reasons import InvalidProof
from .boxes import BoxKey
from .group import (
    L,
    Point,
    Q,
    Scalar,
    add,
    bytes_as_point,
    hash_to_scalar,
    mul,
    mul_base,
    nonce_digest,
    not_identity,
    scalar_from,
    sub,
    to_bytes,
)
from .logarithms import Logarithms


@dataclass(frozen=True)
class Context:
    """The place of a statement, to which every proof in it binds."""

    table: bytes
    round_number: int
    seat: Seat
    head: bytes

    @cached_property
    def value(self) -> tuple[Value, ...]:
        """Its wire form, (table, round, seat, head): a part of every challenge and nonce (section
        2)."""
        return (self.table, self.round_number, self.seat, self.head)


_NOTHING: Final = Scalar(0)


@dataclass(frozen=True)
class TableSecret:
    """A seat's 32 secret bytes for one table, and everything derived from them.

    `taken_over` is the seat's share of the key of a seat that is gone; `logarithms` are those known
    to the owner of the secret.
    """

    secret: bytes
    table: bytes
    taken_over: Scalar = _NOTHING
    logarithms: Logarithms = field(default_factory=Logarithms, compare=False)

    def __repr__(self) -> str:
        return "TableSecret(...)"

    @cached_property
    def x(self) -> Scalar:
        """The secret of K, plus the share taken over of the key of a seat that is gone (section
        14)."""
        own = hash_to_scalar("key", self.secret, self.table)
        return Scalar((own + self.taken_over) % L)

    @cached_property
    def public_key(self) -> Point:
        """K = x·G."""
        return mul_base(self.x)

    @cached_property
    def box_key(self) -> BoxKey:
        """The seat's private box key."""
        return BoxKey(H("box", self.secret, self.table))

    @cached_property
    def box_public(self) -> bytes:
        """X, the public half of `box_key`: 32 bytes."""
        return self.box_key.public_key

    @cached_property
    def beacon_share(self) -> bytes:
        """b, this seat's 32 bytes of the beacon (section 4)."""
        return H("beacon share", self.secret, self.table)

    def commitment(self, seat: Seat) -> bytes:
        """Return σ, 32 bytes: the commitment to the secret that fixes the seat's permutations
        before the game."""
        return secret_commitment(self.table, seat, self.secret)

    @cached_property
    def _shares(self) -> dict[Point, Point]:
        return {}

    def share(self, a: Point) -> Point:
        """Return d = x·A, cached: a deal needs it for the blinded and for the sealed share."""
        if a not in self._shares:
            self._shares[a] = self.logarithms.mul(self.x, a)
        return self._shares[a]

    def blinding(self, ctx: Context, card: Card) -> Scalar:
        """Return y of the seat's blinded share of this card in the statement made at ctx."""
        return hash_to_scalar("blinding", self.secret, ctx.value, card)

    def nonce(self, ctx: Sequence[Value], purpose: str, index: Value, digest: bytes) -> Scalar:
        """Return a nonce of a proof; `digest` is that of the proof's statement."""
        return hash_to_scalar("nonce", self.secret, ctx, purpose, index, digest)


def secret_commitment(table: bytes, seat: Seat, secret: bytes) -> bytes:
    """Return σ = H("secret", table, seat, secret), 32 bytes."""
    return H("secret", table, seat, secret)


# The proof that a seat knows the secret of its key, made before there is a history.


def prove_key(secret: TableSecret, seat: Seat) -> tuple[Scalar, Scalar]:
    """Return (e, z) for K of this seat."""
    key = secret.public_key
    digest = nonce_digest(key)
    w = secret.nonce((secret.table, seat), "key proof", 0, digest)
    e = hash_to_scalar("key proof", secret.table, seat, key, mul_base(w))
    return e, answer(w, e, secret.x)


def verify_key(table: bytes, seat: Seat, key: Point, proof: tuple[Scalar, Scalar]) -> None:
    """Verify that the prover of (e, z) knows the x of K. Raises `BadProof`."""
    e, z = proof
    # §2: here and below, a proof is rejected if one of the points that its verifier computes is the
    # identity: an honest prover never meets that, so nobody has to argue what such a proof would
    # show.
    commitment = not_identity(sub(mul_base(z), mul(e, key)))
    if hash_to_scalar("key proof", table, seat, key, commitment) != e:
        raise BadProof(InvalidProof.KEY_PROOF)


def answer(nonce: int, challenge: int, secret: int) -> Scalar:
    """Return nonce + challenge · secret; no honest prover gets 0, which the wire form forbids."""
    return Scalar((nonce + challenge * secret) % L)


# Shares. A sealed share is the same proof under another tag, for one reader.


def prove_share(
    secret: TableSecret, ctx: Context, card: Card, a: Point, *, tag: str = "share"
) -> tuple[Point, Scalar, Scalar]:
    """Return (d, e, z): this seat's share of the card whose first half is `a`, with its proof."""
    d = secret.share(a)
    digest = nonce_digest(a, secret.public_key, d)
    w = secret.nonce(ctx.value, tag, card, digest)
    wa = secret.logarithms.mul(w, a)
    e = hash_to_scalar(tag, ctx.value, card, a, secret.public_key, d, mul_base(w), wa)
    return d, e, answer(w, e, secret.x)


@dataclass(frozen=True, slots=True)
class ShareProof:
    """The subject of a share's proof: one card's first half, one seat's key, and its place."""

    ctx: Context
    card: Card
    a: Point
    public_key: Point

    def verify_share(self, d: Point, e: Scalar, z: Scalar, *, tag: str = "share") -> None:
        """Verify that d = x·A for the x of K = x·G. Raises `BadProof`."""
        # §5: a single answer z for two equations means a single x for both: the x of the seat's key
        # turned A into d. The challenge binds to the place, so a proof cannot be replayed
        # elsewhere.
        r1 = not_identity(sub(mul_base(z), mul(e, self.public_key)))
        r2 = not_identity(sub(mul(z, self.a), mul(e, d)))
        if hash_to_scalar(tag, self.ctx.value, self.card, self.a, self.public_key, d, r1, r2) != e:
            is_open = tag == "share"
            raise BadProof(InvalidProof.SHARE_PROOF if is_open else InvalidProof.SEALED_SHARE_PROOF)

    def verify_blinded(self, blinded: Point, e: Scalar, z: Scalar, u: Scalar) -> None:
        """Verify that E = x·A + y·Q for the x of K and a y that the seat knows. Raises
        `BadProof`."""
        r1 = not_identity(sub(mul_base(z), mul(e, self.public_key)))
        # §5: u answers for y, about which nothing is revealed: any d is possible for this E.
        r2 = not_identity(sub(add(mul(z, self.a), mul(u, Q)), mul(e, blinded)))
        expected = hash_to_scalar(
            "blinded share", self.ctx.value, self.card, self.a, self.public_key, blinded, r1, r2
        )
        if expected != e:
            raise BadProof(InvalidProof.BLINDED_SHARE_PROOF)


def share_value(share: tuple[Point, Scalar, Scalar]) -> Value:
    """Return the wire form [d, e, z] of a share, each 32 bytes."""
    d, e, z = share
    return (d, to_bytes(e), to_bytes(z))


def share_from(value: Value, about: ShareProof) -> Point:
    """Return the verified share d of the wire's [d, e, z]. Raises `BadProof`."""
    match value:
        case (d, e, z):
            point = bytes_as_point(d)  # verify_share multiplies it
            about.verify_share(point, scalar_from(e), scalar_from(z))
            return point
    raise BadProof(InvalidProof.SHARE_FORM)


def prove_blinded(
    secret: TableSecret, ctx: Context, card: Card, a: Point
) -> tuple[Point, Scalar, Scalar, Scalar]:
    """Return (E, e, z, u): the share under this seat's blinding of the card, with its proof."""
    y = secret.blinding(ctx, card)
    blinded = add(secret.share(a), mul(y, Q))
    digest = nonce_digest(a, secret.public_key, blinded)
    w = secret.nonce(ctx.value, "blinded share", card, digest)
    v = secret.nonce(ctx.value, "blinded share v", card, digest)
    r1, r2 = mul_base(w), add(secret.logarithms.mul(w, a), mul(v, Q))
    e = hash_to_scalar("blinded share", ctx.value, card, a, secret.public_key, blinded, r1, r2)
    return blinded, e, answer(w, e, secret.x), answer(v, e, y)


def blinded_value(blinded: tuple[Point, Scalar, Scalar, Scalar]) -> Value:
    """Return the wire form [E, e, z, u] of a blinded share, each 32 bytes."""
    point, e, z, u = blinded
    return (point, to_bytes(e), to_bytes(z), to_bytes(u))


def blinded_from(value: Value, about: ShareProof) -> Point:
    """Return the verified blinded share E of the wire's [E, e, z, u]. Raises `BadProof`."""
    match value:
        case (blinded, e, z, u):
            point = bytes_as_point(blinded)  # verify_blinded multiplies it
            about.verify_blinded(point, scalar_from(e), scalar_from(z), scalar_from(u))
            return point
    raise BadProof(InvalidProof.BLINDED_SHARE_FORM)


# Claims: a card's hidden face is one of several. A one-of-many proof (Cramer, Damgård,
# Schoenmakers): only one branch is answered honestly, and nobody can tell which.


def prove_claim(
    secret: TableSecret, ctx: Context, claim: Claim, opening: tuple[Sequence[Point], Face, Scalar]
) -> list[tuple[Scalar, Scalar]]:
    """Return [(e_f, z_f), ...] in ascending f. `opening` is (M, the true face, y): C = M_face -
    y·Q."""
    faces_points, true_face, y = opening
    commitment = sub(faces_points[true_face], mul(y, Q))
    digest = nonce_digest(commitment, claim.faces)
    w = secret.nonce(ctx.value, "claim", claim.card, digest)
    simulated: dict[Face, tuple[Scalar, Scalar]] = {}
    commitments = []
    for face in claim.faces:
        if face == true_face:
            commitments.append(mul(w, Q))
            continue
        # The false faces are simulated: once e_f and z_f are chosen, the matching R_f can be
        # computed.
        e_f = secret.nonce(ctx.value, "claim e", (claim.card, face), digest)
        z_f = secret.nonce(ctx.value, "claim z", (claim.card, face), digest)
        simulated[face] = (e_f, z_f)
        commitments.append(sub(mul(z_f, Q), mul(e_f, sub(faces_points[face], commitment))))
    challenge = claim_challenge(ctx, claim, commitment, commitments)
    # The challenge determines the one e that could not be chosen in advance; answering it takes y.
    e_true = Scalar((challenge - sum(e_f for e_f, _ in simulated.values())) % L)
    simulated[true_face] = (e_true, answer(w, e_true, y))
    return [simulated[face] for face in claim.faces]


def claim_challenge(
    ctx: Context, claim: Claim, commitment: Point, commitments: Sequence[Point]
) -> Scalar:
    """Return the challenge of a claim's proof. `commitment` is C, `commitments` are the R_f in
    ascending f."""
    return hash_to_scalar("claim", ctx.value, claim.card, commitment, claim.faces, commitments)


def claim_value(proof: Sequence[tuple[Scalar, Scalar]]) -> Value:
    """Return the wire form [[e_f, z_f], ...] of a claim's proof, each 32 bytes."""
    return tuple((to_bytes(e_f), to_bytes(z_f)) for e_f, z_f in proof)


def verify_claim(
    value: Value, ctx: Context, claim: Claim, about: tuple[Sequence[Point], Point]
) -> None:
    """Verify that the wire's [[e_f, z_f], ...] proves the claim about C. `about` is (M, C). Raises
    `BadProof`."""
    faces_points, commitment = about
    if not isinstance(value, tuple) or len(value) != len(claim.faces):
        raise BadProof(InvalidProof.CLAIM_LENGTH)
    challenge_sum = 0
    commitments = []
    for face, pair in zip(claim.faces, value, strict=True):
        match pair:
            case (e, z):
                e_f, z_f = scalar_from(e), scalar_from(z)
            case _:
                raise BadProof(InvalidProof.CLAIM_ENTRY)
        branch = mul(e_f, sub(faces_points[face], commitment))
        commitments.append(not_identity(sub(mul(z_f, Q), branch)))
        challenge_sum += e_f
    challenge = claim_challenge(ctx, claim, commitment, commitments)
    # §5: the e_f sum to a hash of all R_f. Had every branch been simulated, all e_f would have been
    # fixed before that hash was known. So one branch was answered, with a y that makes C a
    # commitment to one of the faces.
    if to_bytes(challenge_sum) != to_bytes(challenge):
        raise BadProof(InvalidProof.CLAIM_PROOF)
