"""The cards of a table: how each is masked, what has been revealed of it, which face it is.

A card in the pile is (A, B). Dealing makes one of three things public: its face; for a card that
only its holder may see, B minus the shares of all others; for one that all but its holder may see,
the commitment C = M_face - y·Q. What a seat knows beyond that is in its own `Private`.
Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..crypto.group import IDENTITY, Point, Q, Scalar, add, face_points, mul, sub
from ..crypto.shuffle_proof import Masked, Pile
from ..errors import BadProof
from ..game import Audience, Card, Everyone, Face, Only, Seat
from ..reasons import InvalidProof


class Deck:
    """The points of a deck's faces, and the mapping from a point back to its face."""

    def __init__(self, name: str, count: int) -> None:
        self.face_points = tuple(face_points(name, count))
        self._faces = {point: Face(i) for i, point in enumerate(self.face_points)}

    def face(self, point: Point) -> Face:
        """Return the face with this point. Raises `BadProof` if there is none."""
        try:
            return self._faces[point]
        except KeyError:
            raise BadProof(InvalidProof.NO_FACE) from None

    def betrays(self, commitment: Point) -> bool:
        """Return whether a blinded card's commitment hides nothing, because its blindings cancel
        out."""
        return commitment == IDENTITY or commitment in self._faces


@dataclass(frozen=True, slots=True)
class InPile:
    """Nobody knows the card."""


@dataclass(frozen=True, slots=True)
class Held:
    """Only the holder can read the card: `rest` is B minus the shares of all others."""

    holder: Seat
    rest: Point


@dataclass(frozen=True, slots=True)
class Blinded:
    """All but the holder know the face; the commitment C to it is public."""

    holder: Seat
    commitment: Point


@dataclass(frozen=True, slots=True)
class Shown:
    """The face is public."""

    face: Face


Standing = InPile | Held | Blinded | Shown


@dataclass(frozen=True)
class Cards:
    """All cards of all piles so far, as the public sees them."""

    masked: tuple[Masked, ...] = ()
    standing: Mapping[Card, Held | Blinded | Shown] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def standing_of(self, card: Card) -> Standing:
        """Return what is public of the card."""
        return self.standing.get(card, InPile())

    def first_half(self, card: Card) -> Point:
        """Return A, from which shares are computed."""
        return self.masked[card][0]

    def with_pile(self, pile: Pile) -> Cards:
        """Add the next shuffle's cards, numbered after the existing ones."""
        return replace(self, masked=self.masked + pile)

    def showing(self, news: Mapping[Card, Held | Blinded | Shown]) -> Cards:
        """Return these cards, of which some have changed."""
        return replace(self, standing=MappingProxyType({**self.standing, **news}))

    def dealt(
        self,
        cards: tuple[tuple[Card, Audience], ...],
        shares: Mapping[Seat, tuple[Point | None, ...]],
    ) -> Mapping[Card, Held | Blinded | Point]:
        """Return what a complete deal makes public of each card; for one dealt to everyone, the
        point of its face."""
        result: dict[Card, Held | Blinded | Point] = {}
        for i, (card, audience) in enumerate(cards):
            # §5: B minus all shares given is the face's point, or that under what was withheld: the
            # holder's share, or the blindings.
            rest = self.masked[card][1]
            for entries in shares.values():
                share = entries[i]
                if share is not None:
                    rest = sub(rest, share)
            match audience:
                case Everyone():
                    result[card] = rest
                case Only(holder):
                    result[card] = Held(holder, rest)
                case _:
                    result[card] = Blinded(audience.holder, rest)
        return result


def opens(deck: Deck, commitment: Point, y: Scalar) -> Face:
    """Return the face whose point is C + y·Q. Raises `BadProof` if there is none."""
    return deck.face(add(commitment, mul(y, Q)))


@dataclass(frozen=True)
class Private:
    """What one seat knows and the public does not: faces, and the total blinding y of cards."""

    faces: Mapping[Card, Face] = field(default_factory=lambda: MappingProxyType({}))
    blindings: Mapping[Card, Scalar] = field(default_factory=lambda: MappingProxyType({}))

    def learning(self, faces: Mapping[Card, Face], blindings: Mapping[Card, Scalar]) -> Private:
        """Return this knowledge with more faces and blindings."""
        return Private(
            MappingProxyType({**self.faces, **faces}),
            MappingProxyType({**self.blindings, **blindings}),
        )
