"""Ikebana in plain mode: what is typed, asked and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.game_screen import LogTeller, Misunderstood, UsualScreen
from p2p_hanabi.ui.model.game.rules_page import page
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_typed import own_words
from protocol.game import Card, Face, Options

from .. import TITLE
from ..moves import WORDS, Buy, Keep, Move, Refuse
from ..outcome import EndReason
from ..rules import OPTIONS
from ..view import IkebanaView
from . import painter, rounds, story
from .typed import purchase
from .words import sentences as texts
from .words.words_options import CHOSEN
from .words.words_refusals import REASONS, REFUSALS


class IkebanaScreen(UsualScreen[IkebanaView, Move]):
    """See `game_screen.GameScreen`."""

    title = TITLE
    options = OPTIONS
    option_words = CHOSEN

    move_examples: Mapping[str, str] = {
        N_("draw"): "draw",
        N_("keep"): "keep",
        N_("refuse"): "refuse",
        N_("buy"): "buy NAME",
    }
    topics = ("bouquets", "discards", "scores")
    refusals = REFUSALS
    reasons = REASONS
    endings: Mapping[Enum, str] = {EndReason.FOUR_ROUNDS: N_("four rounds")}

    def help(self, view: IkebanaView | None) -> Sequence[str]:
        return texts.HELP

    def rules_page(self, options: Options) -> Sequence[str]:
        return page(texts.RULES, OPTIONS, options)

    def move(self, word: str, rest: Sequence[str], view: IkebanaView, players: Players) -> Move:
        """Parse a move. Raise `Misunderstood`."""
        if word == "buy":
            return purchase(rest, view, players)
        if rest:
            raise Misunderstood(sentences.usage(own_words()[word]))
        return WORDS[word]

    def next_words(
        self,
        word: str,
        rest: Sequence[str],
        view: IkebanaView,
        players: Players,
    ) -> Sequence[str]:
        if word == "buy" and not rest:
            return [players.name(offer.owner) for offer in view.offers]
        return ()

    def asks(self, move: Move, view: IkebanaView) -> bool:
        return len(view.moves) > 1

    def preview(self, move: Move, view: IkebanaView, players: Players) -> str:
        drawn, refusal = view.drawn, view.refusal
        match move:
            case Buy(owner):
                offer = next(each for each in view.offers if each.owner == owner)
                grown = painter.bouquet((*view.bouquet.flowers, offer.flower))
                card = painter.face_name(offer.flower.face)
                return _("You buy {card} from {owner} for {price}: {all}.").format(
                    card=card, owner=players.name(owner), price=offer.price, all=grown
                )
            case Keep() if drawn:
                grown = painter.bouquet((*view.bouquet.flowers, drawn))
                return _("You keep {card}: {all}.").format(
                    card=painter.face_name(drawn.face), all=grown
                )
            case Refuse() if drawn and refusal:
                payee = players.name(refusal.payee)
                return _("You refuse {card} and pay {price} to {payee}.").format(
                    card=painter.face_name(drawn.face), price=refusal.price, payee=payee
                )
        return _("You draw a card; after that you cannot buy one this turn.")

    def teller(self, players: Players) -> LogTeller[IkebanaView]:
        return LogTeller(players, story.first, story.story)

    def topic_page(self, topic: str, view: IkebanaView, players: Players) -> list[Line]:
        match topic:
            case "bouquets":
                return painter.bouquets(view, players)
            case "discards":
                return painter.discards(view, players)
            case "scores":
                return painter.scores(view, players)
        return story.page_of_table(view, players)

    def account(self, view: IkebanaView, players: Players) -> list[Line]:
        """Return the results of the last round."""
        result = rounds.results(view, players)[-1]
        return [text(result.title, "strong"), *result.lines()]

    whose_turn = staticmethod(painter.whose_turn)
    score_so_far = staticmethod(painter.scores)
    events = staticmethod(story.events)
    results = staticmethod(rounds.results)
    result = staticmethod(painter.result)

    def held_at_the_end(
        self,
        view: IkebanaView,
        players: Players,
        shown: Mapping[Card, Face],
    ) -> list[Line]:
        return painter.pile_left(view, shown)


SCREEN = IkebanaScreen()
