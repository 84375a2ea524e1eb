"""Why the rules of Ikebana refuse a move: one's own, or another player's."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.i18n import N_
from protocol.reasons import Code

from ...moves import IkebanaRefusal

REASONS: Mapping[Code, str] = {
    IkebanaRefusal.NO_MOVE: N_("not an Ikebana move"),
    IkebanaRefusal.GAME_OVER: N_("game over"),
    IkebanaRefusal.NOT_NOW: N_("not now"),
    IkebanaRefusal.NOTHING_DRAWN: N_("no card drawn"),
    IkebanaRefusal.KEEP_OR_REFUSE: N_("keep or refuse first"),
    IkebanaRefusal.CARD_DRAWN: N_("a card was drawn"),
    IkebanaRefusal.CANNOT_REFUSE: N_("not enough prestige"),
    IkebanaRefusal.NO_SEAT: N_("no such seat"),
    IkebanaRefusal.OWN_DISCARDS: N_("own discards"),
    IkebanaRefusal.NO_DISCARDS: N_("no discards"),
    IkebanaRefusal.CANNOT_BUY: N_("not enough prestige"),
}
"""For another player's move."""
REFUSALS: Mapping[Code, str] = {
    **REASONS,
    IkebanaRefusal.GAME_OVER: N_("The game is over"),
    IkebanaRefusal.NOT_NOW: N_("Please wait: a card is being turned over"),
    IkebanaRefusal.NOTHING_DRAWN: N_("You have drawn no card yet: draw, or buy"),
    IkebanaRefusal.KEEP_OR_REFUSE: N_("Keep the card that you have drawn, or refuse it"),
    IkebanaRefusal.CARD_DRAWN: N_("You have drawn a card, so you cannot buy one this turn"),
    IkebanaRefusal.CANNOT_REFUSE: N_("You do not have enough prestige for that"),
    IkebanaRefusal.NO_SEAT: N_("There is no such player"),
    IkebanaRefusal.OWN_DISCARDS: N_("You cannot buy from your own discards"),
    IkebanaRefusal.NO_DISCARDS: N_("That player has no discards"),
    IkebanaRefusal.CANNOT_BUY: N_("You do not have enough prestige for that"),
}
"""For one's own move: whole sentences without the full stop."""
