"""The 48 hanafuda cards: what is printed on each, and sets of them.

Every card has a face of its own: `4 * (month - 1) + card - 1`, month 1 to 12 and card 1 to 4 in the
order of docs/rules/koikoi.md (KK1, KK2).
"""

from __future__ import annotations

from enum import Enum

from p2p_hanabi.games.common.face_sets import bits, listed
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


_MONTHS = (
    ("pine", "crane", "poem ribbon", "simple", "simple"),
    ("plum", "nightingale", "poem ribbon", "simple", "simple"),
    ("cherry", "curtain", "poem ribbon", "simple", "simple"),
    ("wisteria", "cuckoo", "red ribbon", "simple", "simple"),
    ("iris", "bridge", "red ribbon", "simple", "simple"),
    ("peony", "butterflies", "blue ribbon", "simple", "simple"),
    ("bush clover", "boar", "red ribbon", "simple", "simple"),
    ("pampas grass", "moon", "geese", "simple", "simple"),
    ("chrysanthemum", "sake cup", "blue ribbon", "simple", "simple"),
    ("maple", "deer", "blue ribbon", "simple", "simple"),
    ("willow", "rain", "swallow", "red ribbon", "lightning"),
    ("paulownia", "phoenix", "simple", "simple", "simple"),
)
FLOWERS = tuple(month[0] for month in _MONTHS)
"""The flowers from January on, as keys that screens put into words."""
PRINTS = tuple(name for month in _MONTHS for name in month[1:])
"""What is printed on each face, also as keys."""

_NAMED_KINDS = dict.fromkeys(("crane", "curtain", "moon", "rain", "phoenix"), Kind.BRIGHT)
_NAMED_KINDS |= dict.fromkeys(("poem ribbon", "red ribbon", "blue ribbon"), Kind.RIBBON)
_NAMED_KINDS |= dict.fromkeys(("simple", "lightning"), Kind.SIMPLE)
_KINDS = tuple(_NAMED_KINDS.get(name, Kind.TANE) for name in PRINTS)


def face_of(month: int, card: int) -> Face:
    return Face(4 * (month - 1) + card - 1)


def month_of(face: Face) -> int:
    return face // 4 + 1


def card_of(face: Face) -> int:
    """Return the card's number within its month, from 1."""
    return face % 4 + 1


def kind_of(face: Face) -> Kind:
    return _KINDS[face]


def points_of(face: Face) -> int:
    """Return 20, 10, 5 or 1 (KK2), which decide only the draw for the first deal (KK8)."""
    return _KINDS[face].value


ALL_FACES = tuple(Face(f) for f in range(CARDS))


def of_month(month: int) -> int:
    """Return the set of the four cards of a month."""
    return 0b1111 << 4 * (month - 1)


def _of_kind(kind: Kind) -> int:
    return bits(face for face in ALL_FACES if kind_of(face) is kind)


BRIGHTS, TANE, RIBBONS, SIMPLES = map(_of_kind, Kind)

CRANE, CURTAIN, MOON, RAIN, PHOENIX = listed(BRIGHTS)
BUTTERFLIES, BOAR, SAKE_CUP, DEER = (face_of(month, 1) for month in (6, 7, 9, 10))
POEM_RIBBONS = bits(face for face in ALL_FACES if PRINTS[face] == "poem ribbon")
BLUE_RIBBONS = bits(face for face in ALL_FACES if PRINTS[face] == "blue ribbon")
