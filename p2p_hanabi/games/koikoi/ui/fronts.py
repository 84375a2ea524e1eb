"""What is drawn on the front of a hanafuda card."""

from __future__ import annotations

from p2p_hanabi.ui.model.game.areas import Front
from protocol.game import Face

from ..hanafuda import FLOWERS, PRINTS, month_of, points_of
from . import painter

_ALONE = ("lightning",)
"""Pictures that leave no room for the plant of their month."""


def front(face: Face) -> Front:
    """Return the front of a card; the moon is behind its plant, other pictures are in front."""
    plant, printed = FLOWERS[month_of(face) - 1].replace(" ", "-"), PRINTS[face].replace(" ", "-")
    match printed:
        case "simple":
            art: tuple[str, ...] = (plant,)
        case "moon":
            art = (printed, plant)
        case _ if printed in _ALONE:
            art = (printed,)
        case _:
            art = (plant, printed)
    return Front(painter.face_name(face), art, str(month_of(face)), str(points_of(face)))
