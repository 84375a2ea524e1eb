"""Words for Hanabi's options that differ from their defaults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2p_hanabi.seam.options import spelled
from p2p_hanabi.ui.words.i18n import N_

from ...state import Multicolour, Rules

CHOSEN = {
    ("blue", "10"): N_("10 blue tokens"),
    ("red", "1"): N_("the first mistake loses"),
    ("empty hints", "true"): N_("hints may touch no card"),
    ("multicolour", "true"): N_("a sixth colour"),
    ("multicolour", "ten"): N_("a sixth colour of ten cards"),
    ("multicolour", "any"): N_("multicolour cards touched by every colour"),
    ("multicolour", "any-ten"): N_("ten multicolour cards touched by every colour"),
    ("announce", "true"): N_("colours announced"),
    ("finale", "true"): N_("finale"),
    ("stuck", "skip"): N_("a player without a move is skipped"),
}
"""In the lobby, by key and value as typed."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the base game."""

    is_played: Callable[[Rules], bool]
    name: str


def _plays(multicolour: Multicolour) -> Callable[[Rules], bool]:
    return lambda rules: rules.multicolour is multicolour


VARIANTS = (
    *(
        Variant(_plays(each), CHOSEN["multicolour", spelled(each.value)])
        for each in Multicolour
        if each is not Multicolour.NONE
    ),
    Variant(lambda rules: rules.announce, N_("colours may be announced")),
    Variant(lambda rules: rules.finale, N_("finale")),
    Variant(lambda rules: rules.empty_hints, N_("hints may touch no card")),
)
"""At the table, in the order in which they are listed."""
