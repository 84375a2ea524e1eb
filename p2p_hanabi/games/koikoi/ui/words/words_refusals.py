"""Why the rules of Koi-Koi refuse a move: one's own, or another player's."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.i18n import N_
from protocol.reasons import Code

from ...moves import KoikoiRefusal

REASONS: Mapping[Code, str] = {
    KoikoiRefusal.NO_MOVE: N_("not a Koi-Koi move"),
    KoikoiRefusal.NUMBERS: N_("a move names cards by their numbers"),
    KoikoiRefusal.SHOWN_ORDER: N_("the shown cards ascend"),
    KoikoiRefusal.GAME_OVER: N_("game over"),
    KoikoiRefusal.NOT_NOW: N_("not now"),
    KoikoiRefusal.KEEP_OR_DECLARE: N_("keep or declare first"),
    KoikoiRefusal.NO_YAKU: N_("no yaku to call"),
    KoikoiRefusal.PUT_DOWN: N_("put down a card"),
    KoikoiRefusal.TAKE_FIRST: N_("take first"),
    KoikoiRefusal.KOI_OR_SHOBU: N_("koi or shobu first"),
    KoikoiRefusal.NO_MATCH: N_("no match"),
    KoikoiRefusal.FOUR_OR_EIGHT: N_("neither four cards nor eight"),
    KoikoiRefusal.SHOWN_NOT_HELD: N_("card not in hand"),
    KoikoiRefusal.PLAYED_NOT_HELD: N_("card not in hand"),
}
"""For another player's move."""
REFUSALS: Mapping[Code, str] = {
    **REASONS,
    KoikoiRefusal.GAME_OVER: N_("The game is over"),
    KoikoiRefusal.NOT_NOW: N_("You cannot do that now"),
    KoikoiRefusal.KEEP_OR_DECLARE: N_("Before the first card you have to choose: keep or declare"),
    KoikoiRefusal.NO_YAKU: N_("You have no new yaku; play a card"),
    KoikoiRefusal.PUT_DOWN: N_("You have to play a card from your hand now"),
    KoikoiRefusal.TAKE_FIRST: N_("First choose which of the two cards you take"),
    KoikoiRefusal.KOI_OR_SHOBU: N_("You have a new yaku: say koi or shobu first"),
    KoikoiRefusal.NO_MATCH: N_("That card does not match"),
    KoikoiRefusal.FOUR_OR_EIGHT: N_("You can declare four cards of a month, or all eight"),
    KoikoiRefusal.SHOWN_NOT_HELD: N_("You have no such card"),
    KoikoiRefusal.PLAYED_NOT_HELD: N_("You have no such card"),
}
"""For one's own move: whole sentences without the full stop."""
