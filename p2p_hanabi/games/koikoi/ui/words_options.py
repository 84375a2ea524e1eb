"""What can be chosen in Koi-Koi, as players are told of it where it is not as usual."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import N_

CHOSEN = {
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
