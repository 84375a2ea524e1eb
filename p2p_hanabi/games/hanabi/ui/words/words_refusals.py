"""Why the rules of Hanabi refuse a move: one's own, or another player's."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.ui.words.i18n import N_
from protocol.reasons import Code, Forbidden

from ...moves import HanabiRefusal

REASONS: Mapping[Code, str] = {
    HanabiRefusal.NO_MOVE: N_("not a Hanabi move"),
    HanabiRefusal.NUMBERS: N_("a move names cards, seats, colours and ranks by their numbers"),
    HanabiRefusal.TOUCHED_ARRAY: N_("the touched cards are an array"),
    HanabiRefusal.TOUCHED_ORDER: N_("the touched cards ascend"),
    HanabiRefusal.OVER_BY_MISTAKES: N_("game over"),
    HanabiRefusal.OVER_BY_LOSS: N_("game over"),
    HanabiRefusal.OVER_COMPLETE: N_("game over"),
    HanabiRefusal.OVER_WITH_PILE: N_("game over"),
    HanabiRefusal.OVER_STUCK: N_("game over"),
    HanabiRefusal.NOT_NOW: N_("not now"),
    HanabiRefusal.PLAYED_NOT_HELD: N_("card not in hand"),
    HanabiRefusal.DISCARDED_NOT_HELD: N_("card not in hand"),
    HanabiRefusal.ALL_BLUE: N_("all blue tokens are available"),
    HanabiRefusal.ANNOUNCED: N_("announcement"),
    HanabiRefusal.ANNOUNCED_COLOUR: N_("no such colour"),
    HanabiRefusal.NO_BLUE: N_("no blue token"),
    HanabiRefusal.NO_SEAT: N_("no such seat"),
    HanabiRefusal.OWN_HINT: N_("hint to oneself"),
    HanabiRefusal.NO_COLOUR: N_("no such colour"),
    HanabiRefusal.MULTICOLOUR: N_("multicolour cannot be hinted"),
    HanabiRefusal.NO_RANK: N_("no such rank"),
    HanabiRefusal.EMPTY_HAND: N_("empty hand"),
    HanabiRefusal.HINTED_NOT_HELD: N_("card not in that hand"),
    HanabiRefusal.NOT_ASCENDING: N_("cards not ascending"),
    HanabiRefusal.EMPTY_HINT: N_("empty hint"),
}
"""For another player's move."""
REFUSALS: Mapping[Code, str] = {
    **REASONS,
    HanabiRefusal.OVER_BY_MISTAKES: N_("The game is over"),
    HanabiRefusal.OVER_BY_LOSS: N_("The game is over"),
    HanabiRefusal.OVER_COMPLETE: N_("The game is over"),
    HanabiRefusal.OVER_WITH_PILE: N_("The game is over"),
    HanabiRefusal.OVER_STUCK: N_("The game is over"),
    HanabiRefusal.NOT_NOW: N_("The last move is not complete yet"),
    HanabiRefusal.PLAYED_NOT_HELD: N_("You have no such card"),
    HanabiRefusal.DISCARDED_NOT_HELD: N_("You have no such card"),
    HanabiRefusal.ALL_BLUE: N_("You cannot discard while all blue tokens are available"),
    HanabiRefusal.ANNOUNCED: N_("This game is played without announcing colours"),
    HanabiRefusal.ANNOUNCED_COLOUR: N_("There is no such colour in this game"),
    HanabiRefusal.NO_BLUE: N_("You cannot give a hint: no blue token is left"),
    HanabiRefusal.NO_SEAT: N_("There is no such player"),
    HanabiRefusal.OWN_HINT: N_("You cannot give yourself a hint"),
    HanabiRefusal.NO_COLOUR: N_("There is no such colour in this game"),
    HanabiRefusal.MULTICOLOUR: N_("Every colour touches multicolour cards, but no hint names them"),
    HanabiRefusal.NO_RANK: N_("The cards go from 1 to 5"),
    HanabiRefusal.EMPTY_HAND: N_("That player has no cards"),
    HanabiRefusal.HINTED_NOT_HELD: N_("That player has no such card"),
    HanabiRefusal.NOT_ASCENDING: N_("The cards of a hint must be in order"),
    HanabiRefusal.EMPTY_HINT: N_("A hint must touch at least one card"),
    Forbidden.FALSE_CLAIM: N_("The hint would not be true"),
}
"""For one's own move: whole sentences without the full stop."""
