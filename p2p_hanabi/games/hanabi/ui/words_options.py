"""Words for Hanabi's options that differ from their defaults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2p_hanabi.games.common.firework_cards import BASE_COLOURS
from p2p_hanabi.ui.kit.i18n import N_

from ..state import Rules

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

_MULTICOLOUR = (
    N_(
        "Here multicolour is a sixth colour, with a single card of each number. "
        "Hints about other colours do not touch these cards."
    ),
)
_ANNOUNCE = (
    N_(
        "Here you may announce the colour of the card you play. If it is right and "
        "the card fits, a blue token comes back; if it is wrong, the card is "
        "discarded and you take a red token."
    ),
)
_FINALE = (
    N_(
        "Here the game goes on after the pile is empty, without drawing, until all "
        "fireworks are complete or an indispensable card is lost: perfection or "
        "defeat."
    ),
)
_EMPTY_HINTS = (N_("Here a hint may touch no card."),)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of the base game: its name, and what it adds to the page of rules."""

    is_played: Callable[[Rules], bool]
    name: str
    rules: tuple[str, ...]


VARIANTS = (
    Variant(lambda rules: rules.colours > BASE_COLOURS, N_("a sixth colour"), _MULTICOLOUR),
    Variant(lambda rules: rules.announce, N_("colours may be announced"), _ANNOUNCE),
    Variant(lambda rules: rules.finale, N_("finale"), _FINALE),
    Variant(lambda rules: rules.empty_hints, N_("hints may touch no card"), _EMPTY_HINTS),
)
"""At the table, in the order in which they are listed."""
