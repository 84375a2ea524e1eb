"""The firework cards that two games share: their faces, copies, and sets of faces.

A face is `5 * colour + rank - 1`.
Source: docs/rules/, HB2 to HB5 and D11.
"""

from __future__ import annotations

from functools import lru_cache

from protocol.game import Face

COLOURS = ("red", "yellow", "green", "blue", "white", "multicolour")
RANKS = range(1, 6)
BASE_COLOURS = 5
MULTICOLOUR = 5

_COPIES = (3, 2, 2, 2, 1)  # of the values 1 to 5 in one colour (HB2)


def face_of(colour: int, rank: int) -> Face:
    return Face(5 * colour + rank - 1)


def colour_of(face: Face) -> int:
    return face // 5


def rank_of(face: Face) -> int:
    return face % 5 + 1


def copies(face: Face) -> int:
    """Return how many cards of this face are in the box."""
    return 1 if colour_of(face) == MULTICOLOUR else _COPIES[face % 5]


@lru_cache(maxsize=2)
def starting_pile(colours: int) -> tuple[Face, ...]:
    """Return the faces of all cards in play, ascending, with duplicates."""
    return tuple(Face(f) for f in range(5 * colours) for _ in range(copies(Face(f))))


def all_faces(colours: int) -> int:
    return (1 << 5 * colours) - 1


def of_colour(colour: int) -> int:
    """Return the set of the faces of a colour."""
    return 0b11111 << 5 * colour


@lru_cache(maxsize=16)
def of_rank(rank: int, colours: int) -> int:
    """Return the set of the faces of a rank."""
    return sum(1 << face_of(colour, rank) for colour in range(colours))
