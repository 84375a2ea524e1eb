"""The 48 cards of hanafuda: what is printed on each, and sets of them as bits.

Every card is its own face: `4 * (month - 1) + card - 1`, month 1 to 12 and card 1 to 4 in the order
in which docs/rules/koikoi.md lists them (KK1, KK2). A set of faces is an int with bit f set for
face f in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from protocol.game import Face

DECK = "hanafuda"
MONTHS = range(1, 13)
CARDS = 48


class Kind(Enum):
    """What a card counts as; the value is its points (KK3)."""

    BRIGHT = 20
    TANE = 10
    RIBBON = 5
    SIMPLE = 1


_B, _T, _R, _S = Kind.BRIGHT, Kind.TANE, Kind.RIBBON, Kind.SIMPLE

_KINDS = (
    *(_B, _R, _S, _S),  # January, pine: crane
    *(_T, _R, _S, _S),  # February, plum: nightingale
    *(_B, _R, _S, _S),  # March, cherry: curtain
    *(_T, _R, _S, _S),  # April, wisteria: cuckoo
    *(_T, _R, _S, _S),  # May, iris: bridge
    *(_T, _R, _S, _S),  # June, peony: butterflies
    *(_T, _R, _S, _S),  # July, bush clover: boar
    *(_B, _T, _S, _S),  # August, pampas grass: moon, geese
    *(_T, _R, _S, _S),  # September, chrysanthemum: sake cup
    *(_T, _R, _S, _S),  # October, maple: deer
    *(_B, _T, _R, _S),  # November, willow: rain, swallow, ribbon, lightning
    *(_B, _S, _S, _S),  # December, paulownia: phoenix
)


def face_of(month: int, card: int) -> Face:
    return Face(4 * (month - 1) + card - 1)


def month_of(face: Face) -> int:
    return face // 4 + 1


def card_of(face: Face) -> int:
    """Which card of its month, from 1."""
    return face % 4 + 1


def kind_of(face: Face) -> Kind:
    return _KINDS[face]


def points_of(face: Face) -> int:
    """20, 10, 5 or 1 (KK2). They decide the draw for the first deal, and nothing else (KK8)."""
    return _KINDS[face].value


ALL_FACES = tuple(Face(f) for f in range(CARDS))


def bits(faces: Iterable[Face]) -> int:
    """The set of these faces."""
    return sum({1 << face for face in faces})


def listed(faces: int) -> tuple[Face, ...]:
    """The faces of a set, ascending."""
    return tuple([face for face in ALL_FACES if faces >> face & 1])


def of_month(month: int) -> int:
    """The set of the four cards of a month."""
    return 0b1111 << 4 * (month - 1)


def _of_kind(kind: Kind) -> int:
    return bits(face for face in ALL_FACES if kind_of(face) is kind)


BRIGHTS, TANE, RIBBONS, SIMPLES = map(_of_kind, Kind)

CRANE, CURTAIN, MOON, RAIN, PHOENIX = (face_of(month, 1) for month in (1, 3, 8, 11, 12))
BUTTERFLIES, BOAR, SAKE_CUP, DEER = (face_of(month, 1) for month in (6, 7, 9, 10))
POEM_RIBBONS = bits(face_of(month, 2) for month in (1, 2, 3))
BLUE_RIBBONS = bits(face_of(month, 2) for month in (6, 9, 10))
