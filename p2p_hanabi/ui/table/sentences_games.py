"""The games and what can be chosen in them, as players are told of it."""

from __future__ import annotations

from p2p_hanabi.games.common.options import named

from ..kit.i18n import N_, _

TITLES = {"hanabi": "Hanabi", "ikebana": "Ikebana", "koikoi": "Koi-Koi"}
"""The same in every language."""

_CHOSEN = {
    ("blue", "10"): N_("10 blue tokens"),
    ("red", "1"): N_("the first mistake loses"),
    ("empty hints", "true"): N_("hints may point at no card"),
    ("multicolour", "true"): N_("a sixth colour"),
    ("announce", "true"): N_("colours announced"),
    ("finale", "true"): N_("finale"),
    ("stuck", "skip"): N_("who has no move is passed over"),
    ("talk", "phrases"): N_("talk in ready phrases"),
    ("talk", "free"): N_("free talk"),
    ("escrow", "true"): N_(
        "goes on without a player who never returns (all others together could then read the pile)"
    ),
    ("escrow", "trusting"): N_(
        "goes on without a player who never returns (for three who trust each other: "
        "one who cheats could see the own hand)"
    ),
    ("bouquet final", "true"): N_("the last round counts double"),
    ("tie", "coin"): N_("a coin decides ties"),
    ("show buried", "true"): N_("all discards can be looked at"),
    ("rounds", "12"): N_("12 rounds"),
    ("double from", "7"): N_("7 points count double"),
    ("max koi", "1"): N_("one koi in a round"),
    ("exhausted", "koi"): N_("empty hands after a koi score for its speaker"),
    ("exhausted", "dealer"): N_("empty hands after a koi score for the dealer"),
    ("sake as kasu", "true"): N_("the sake cup is a simple too"),
    ("sanko rain", "true"): N_("the rain is one of three brights"),
    ("stack groups", "true"): N_("tan and tane add up"),
    ("redeal pairs", "true"): N_("four pairs on the table are dealt again"),
    ("draw switches", "true"): N_("the other deals after a draw"),
}


def title_of(game: str) -> str:
    """A game that is not known here goes by the name that it has on the wire."""
    return TITLES.get(game, game)


def chosen(key: str, value: object, spelled: str) -> str:
    """An option that is not as usual; one that has no words here as it is typed."""
    if key == "first" and isinstance(value, int):
        return _("player {n} begins").format(n=value + 1)
    words = _CHOSEN.get((key, spelled))
    return f"{named(key)} {spelled}" if words is None else _(words)
