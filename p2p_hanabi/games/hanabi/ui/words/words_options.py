"""Words for Hanabi's options that differ from their defaults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2p_hanabi.games.common.firework_cards import BASE_COLOURS
from p2p_hanabi.ui.words.i18n import N_

from ...state import Rules

CHOSEN = {
    ("blue", "10"): N_("10 blue tokens"),
    ("red", "1"): N_("the first mistake loses"),
    ("empty hints", "true"): N_("hints may touch no card"),
    ("multicolour", "true"): N_("a sixth colour"),
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


VARIANTS = (
    Variant(lambda rules: rules.colours > BASE_COLOURS, N_("a sixth colour")),
    Variant(lambda rules: rules.announce, N_("colours may be announced")),
    Variant(lambda rules: rules.finale, N_("finale")),
    Variant(lambda rules: rules.empty_hints, N_("hints may touch no card")),
)
"""At the table, in the order in which they are listed."""
