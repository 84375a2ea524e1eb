"""Words for Koi-Koi's options that differ from their defaults."""

from __future__ import annotations

from p2p_hanabi.ui.words.i18n import N_

CHOSEN = {
    ("rounds", "3"): N_("3 rounds"),
    ("rounds", "12"): N_("12 rounds"),
    ("double from", "7"): N_("7 points or more count double"),
    ("max koi", "1"): N_("one koi per round"),
    ("exhausted", "koi"): N_("hands run out after a koi: its player scores"),
    ("exhausted", "dealer"): N_("hands run out after a koi: the dealer scores"),
    ("sake as kasu", "true"): N_("the sake cup is a simple too"),
    ("sanko rain", "true"): N_("the rain may be one of three brights"),
    ("stack groups", "true"): N_("tan and tane always count"),
    ("redeal pairs", "true"): N_("deal again if there are four pairs on the table"),
    ("draw switches", "true"): N_("the other player deals after a draw"),
    ("viewings", "false"): N_("without tsukimi and hanami"),
}
