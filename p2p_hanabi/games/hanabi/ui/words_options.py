"""What can be chosen in Hanabi, as players are told of it where it is not as usual."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_

CHOSEN = {
    ("blue", "10"): N_("10 blue tokens"),
    ("red", "1"): N_("the first mistake loses"),
    ("empty hints", "true"): N_("hints may touch no card"),
    ("multicolour", "true"): N_("a sixth colour"),
    ("announce", "true"): N_("colours announced"),
    ("finale", "true"): N_("finale"),
    ("stuck", "skip"): N_("a player without a move is skipped"),
}
