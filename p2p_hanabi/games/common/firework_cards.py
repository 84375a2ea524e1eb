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


def copies(face: Face, *, is_full: bool = False) -> int:
    """Return how many cards of this face are in the box; `is_full`: there are as many multicolour
    cards as of any colour."""
    return 1 if colour_of(face) == MULTICOLOUR and not is_full else _COPIES[face % 5]


@lru_cache(maxsize=4)
def starting_pile(colours: int, *, is_full: bool = False) -> tuple[Face, ...]:
    """Return the faces of all cards in play, ascending, with duplicates."""
    faces = map(Face, range(5 * colours))
    return tuple(face for face in faces for _ in range(copies(face, is_full=is_full)))


def all_faces(colours: int) -> int:
    return (1 << 5 * colours) - 1


def of_colour(colour: int) -> int:
    """Return the set of the faces of a colour."""
    return 0b11111 << 5 * colour


@lru_cache(maxsize=16)
def of_rank(rank: int, colours: int) -> int:
    """Return the set of the faces of a rank."""
    return sum(1 << face_of(colour, rank) for colour in range(colours))
