"""What an Ikebana player may type to buy: a player, a card, or the words of the prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.game.typed_names import others, player
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import bare
from p2p_hanabi.ui.words.sentences_typed import own_words

from ..moves import Buy, Move
from ..view import IkebanaView, Offer
from . import painter
from .words import sentences as texts


def purchase(rest: Sequence[str], view: IkebanaView, players: Players) -> Move:
    """Parse whom to buy from; nobody needs to be named if only one card can be bought. Raise
    `Misunderstood`."""
    if not rest:
        return _only_one(view, players)
    typed = " ".join(rest)
    try:
        return Buy(player(typed, players))
    except Misunderstood:
        fitting = [offer for offer in view.offers if _fits(typed, offer, players)]
        if not fitting:
            raise
    if len(fitting) > 1:
        meant = [painter.offered(offer, players) for offer in fitting]
        raise Misunderstood(sentences.ambiguous(typed, meant))
    return Buy(fitting[0].owner)


def _only_one(view: IkebanaView, players: Players) -> Move:
    allowed = [move for move in view.moves if isinstance(move, Buy)]
    if len(allowed) == 1:
        return allowed[0]
    owner = players.name(allowed[0].owner) if allowed else others(players)[0]
    raise Misunderstood(sentences.usage(f"{own_words()['buy']} {owner}"))


def _fits(typed: str, offer: Offer, players: Players) -> bool:
    """Return whether all typed words occur in the offer, and at least one in its card or owner."""
    words, face, owner = _words(typed), offer.flower.face, players.name(offer.owner)
    english = texts.face_in_english(colour_of(face), rank_of(face))
    meant = _words(f"{painter.face_name(face)} {english} {painter.short(face)} {owner}")
    phrase = f"{painter.offered(offer, players)} {texts.OFFER}"
    return bool(words & meant) and words <= meant | _words(phrase)


def _words(phrase: str) -> set[str]:
    return set(re.findall(r"\w+", bare(phrase)))
