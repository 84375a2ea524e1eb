"""The story of an Ikebana game, log entry by log entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.log_filter import Event
from p2p_hanabi.ui.model.game.round_result import RoundResult
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table import table_painter
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.game import Seat

from ..bouquets import FLOWERS
from ..state import (
    PACK,
    PRESTIGE,
    ROUNDS,
    Bought,
    Drew,
    Entry,
    Flower,
    Kept,
    Refused,
    Scored,
    Shuffled,
)
from ..view import IkebanaView
from . import painter, rounds
from .words import sentences as texts


class _Course:
    """The table after each entry."""

    def __init__(self, view: IkebanaView, players: Players) -> None:
        self._view = view
        self._players = players
        self._scored: list[Scored] = []
        self._pile = 0
        self._prestige = [PRESTIGE] * view.players
        self._bouquets: list[list[Flower]] = [[] for _ in range(view.players)]

    @cached_property
    def _starters(self) -> Mapping[int, Seat]:
        return rounds.starters_of(self._view)

    @cached_property
    def _results(self) -> Sequence[RoundResult]:
        return rounds.results(self._view, self._players)

    def advance(self, entry: Entry) -> None:
        """Advance to the next entry of the log."""
        match entry:
            case Shuffled(_, faces):
                self._pile = len(faces)
            case Drew():
                self._pile -= 1
            case Kept(_, seat, card, face):
                self._bouquets[seat].append(Flower(card, face))
            case Refused(_, seat, _, _, price, payee):
                self._pay(seat, payee, price)
            case Bought(_, seat, card, face, price, owner):
                self._pay(seat, owner, price)
                self._bouquets[seat].append(Flower(card, face))
            case Scored():
                self._scored.append(entry)
                self._prestige = [a + b for a, b in zip(self._prestige, entry.won, strict=True)]
                self._bouquets = [[] for _ in self._bouquets]

    def _pay(self, payer: Seat, payee: Seat, price: int) -> None:
        self._prestige[payer] -= price
        self._prestige[payee] += price

    def describe(self, entry: Entry) -> list[str]:
        """Describe the last entry followed."""
        match entry:
            case Shuffled(turn, faces):
                return self._shuffled(turn, len(faces))
            case Drew(_, seat, _, face):
                who, pile = self._players.other(seat), sentences.cards_left(self._pile)
                return [texts.drew(who, card=painter.face_name(face), pile=pile)]
            case Kept(_, seat, _, face):
                who, bouquet = self._players.other(seat), painter.bouquet(self._bouquets[seat])
                return [texts.kept(who, card=painter.face_name(face), all=bouquet)]
            case Refused(_, seat, _, face, price, payee):
                who, paid = self._players.other(seat), self._paid(seat, payee, price)
                return [texts.refused(who, card=painter.face_name(face), paid=paid)]
            case Bought(_, seat, _, face, price, owner):
                facts = (self._paid(seat, owner, price), painter.bouquet(self._bouquets[seat]))
                buyer, seller = self._players.other(seat), self._players.other(owner)
                return [texts.bought(buyer, seller, painter.face_name(face), facts)]
        return self._results[len(self._scored) - 1].sentences()  # the same text everywhere

    def _shuffled(self, turn: int, cards: int) -> list[str]:
        """Describe a shuffle; only at the beginning of a round does the pile have all cards."""
        if cards < len(PACK):
            sentence = ngettext(
                "The pile was empty: one covered discard makes a new pile.",
                "The pile was empty: {n} covered discards are shuffled into a new pile.",
                cards,
            )
            return [sentence.format(n=cards)]
        number = turn // (FLOWERS * self._view.players) + 1
        starter = self._players.other(self._starters[turn])
        round_begins = _("Round {n} of {all} begins: {cards} cards are shuffled.").format(
            n=number, all=ROUNDS, cards=cards
        )
        begins = _begins(self._scored[-1] if self._scored else None)
        return [f"{round_begins} {begins(starter)}"]

    def _paid(self, payer: Seat, payee: Seat, price: int) -> str:
        left = (self._prestige[payer], self._prestige[payee])
        return texts.paid(self._players.other(payer), self._players.other(payee), price, left)


def _begins(last: Scored | None) -> Addressed:
    """Return the sentence for who begins after the round scored last."""
    if last is None:
        return texts.begins
    totals = [each.total for each in last.scores]
    return texts.begins_as_best if totals.count(max(totals)) == 1 else texts.begins_after_tie


def story(view: IkebanaView, players: Players, since: int = 0) -> list[list[Line]]:
    """Return lines for each entry of the log, from index `since` on."""
    return [[text(each) for each in lines] for lines in _entries(view, players, since)]


def _entries(view: IkebanaView, players: Players, since: int = 0) -> Iterator[list[str]]:
    course = _Course(view, players)
    for number, entry in enumerate(view.log):
        course.advance(entry)
        if number >= since:
            yield course.describe(entry)


def first(view: IkebanaView, players: Players) -> list[Line]:
    """Return the state of the game, for a player who has just joined or come back."""
    if all(isinstance(entry, Shuffled | Drew) for entry in view.log):
        return [line for lines in story(view, players) for line in lines]
    return [text(sentences.log_has_lines(len(view.log))), *painter.table(view, players)]


def events(view: IkebanaView, players: Players) -> list[Event]:
    """Return each entry of the log as a sentence, with who did it."""
    return [
        Event(sentence, None if isinstance(entry, Shuffled | Scored) else entry.seat)
        for entry, sentence in zip(view.log, as_sentences(view, players), strict=True)
    ]


def as_sentences(view: IkebanaView, players: Players) -> list[str]:
    """Return one sentence for each entry; the end of a round has several rows."""
    return ["\n".join(lines) for lines in _entries(view, players)]


def page_of_table(view: IkebanaView, players: Players) -> list[Line]:
    """Return the whole table; whose turn it is comes last, next to the prompt."""
    turn = painter.whose_turn(view, players)
    return [
        *painter.table(view, players),
        *table_painter.last_moves(as_sentences(view, players)),
        *([] if turn is None else [turn]),
    ]
