"""Why a Hanabi bot made a move, shown once the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Card
from protocol.reasons import Code, Reason

from ...view import HanabiView
from ...whys import HanabiWhy
from ..knowledge import compact

WHYS: Mapping[Code, str] = {
    HanabiWhy.CERTAIN: N_("By the hints and by counting, this card was certain to fit."),
    HanabiWhy.TOLD: N_("By the conventions, {seat} had said to play it; it could be: {faces}."),
    HanabiWhy.CALLED: N_(
        "{seat} had hinted at the card that goes on top: so this was the missing one."
    ),
    HanabiWhy.OF_USE: N_(
        "A hint had touched it, so it was useful; everything it could still be would fit: {faces}."
    ),
    HanabiWhy.LAST_CHANCE: N_("In the last round, a card that may fit is worth a try."),
    HanabiWhy.PLAYED_OUT: N_(
        "The bot had tried out how the last turns could go: this move led to the most points."
    ),
    HanabiWhy.FORCED: N_("There was nothing better to do; this card was the likeliest to fit."),
    HanabiWhy.RESCUES: N_("{seat} was about to discard card {card}, the last of its kind."),
    HanabiWhy.MAKES_PLAY: N_("So that {seat} plays card {card}."),
    HanabiWhy.CALLS: N_("So that {seat} plays card {card}, the one that is missing in between."),
    HanabiWhy.STOPS_PLAY: N_("So that {seat} does not play card {card}, which would not fit."),
    HanabiWhy.STOPS_COPY: N_(
        "So that {seat} does not play card {card}: another copy was about to be played."
    ),
    HanabiWhy.SAVES: N_("So that {seat} keeps card {card}, the last of its kind."),
    HanabiWhy.TELLS_MORE: N_("So that {seat} knows more about cards to keep."),
    HanabiWhy.WAITS: N_("There was nothing better to do."),
    HanabiWhy.USELESS: N_("As far as the bot knew, this card was no longer needed."),
    HanabiWhy.ALARM: N_(
        "No hint was left to save card {card} of {seat}, the last of its kind: so the "
        "bot discarded, although everybody expected it to play."
    ),
    HanabiWhy.CHOP: N_("It was the oldest card that no hint had touched."),
    HanabiWhy.CHOP_MOVED: N_(
        "It was the next card that no hint had touched: an alarm had said to keep an older one."
    ),
    HanabiWhy.MIN_MISSED: N_("Of all its cards, this one was the least likely to be missed."),
}


def why_sentence(reason: Reason, view: HanabiView, names: Sequence[str]) -> str:
    """Return the reason in words; `view` is of the table before the move. Facts that match no
    player or card are shown as they are: the file was not written by a bot of this program."""
    facts: dict[str, object] = {}
    for name, fact in reason.named.items():
        match name, fact:
            case "seat", int(seat) if seat < len(names):
                facts[name] = names[seat]
            case "card", int(card):
                facts[name] = _place(Card(card), view)
            case "faces", int(faces):
                facts[name] = compact(listed(faces & ((1 << 5 * view.colours) - 1)))
            case _:
                facts[name] = fact
    return _(WHYS[reason.code]).format(**facts)


def _place(card: Card, view: HanabiView) -> str:
    """Return the card's position in its hand, from 1."""
    for hand in view.hands:
        for slot, info in enumerate(hand):
            if info.card == card:
                return str(slot + 1)
    return "?"
