"""What can be chosen in a game, as players are told of it."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.games.common.options import named

from ..kit.i18n import N_, _

_CHOSEN = {
    ("talk", "phrases"): N_("talk in ready phrases"),
    ("talk", "free"): N_("free talk"),
    ("escrow", "true"): N_(
        "goes on without a player who never returns (all others together could then read the pile)"
    ),
    ("escrow", "trusting"): N_(
        "goes on without a player who never returns (for three who trust each other: "
        "one who cheats could see the own hand)"
    ),
}
"""Of every game."""


def chosen(words: Mapping[tuple[str, str], str], key: str, value: object, spelled: str) -> str:
    """An option that is not as usual; one that has no words here as it is typed.

    `words` are the game's own.
    """
    if key == "first" and isinstance(value, int):
        return _("player {n} begins").format(n=value + 1)
    told = {**_CHOSEN, **words}.get((key, spelled))
    return f"{named(key)} {spelled}" if told is None else _(told)
