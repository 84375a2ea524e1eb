"""Words for Ikebana's options that differ from their defaults."""

from __future__ import annotations

from p2p_hanabi.ui.words.i18n import N_

CHOSEN = {
    ("bouquet final", "true"): N_("the last round counts double"),
    ("tie", "coin"): N_("a coin decides ties"),
    ("show buried", "true"): N_("discard piles may be looked through"),
}
