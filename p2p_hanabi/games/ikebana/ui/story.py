"""What has happened in a game of Ikebana, entry by entry of its log."""

from __future__ import annotations

from p2p_hanabi.ui.kit import sentences_shared as sentences
from p2p_hanabi.ui.kit.addressed import Addressed
from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.table import table_painter
from p2p_hanabi.ui.table.log_filter import Event
from p2p_hanabi.ui.table.table_players import Players
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
from . import sentences as say


class _Course:
    """The table as it was after each entry."""

    def __init__(self, view: IkebanaView, players: Players) -> None:
        count = view.players
        self._players = players
        self._starters = rounds.starters_of(view)
        self._results = rounds.results(view, players)
        self._last: Scored | None = None
        self._count = count
        self._pile = 0
        self._prestige = [PRESTIGE] * count
        self._bouquets: list[list[Flower]] = [[] for _ in range(count)]

    def told(self, entry: Entry) -> list[str]:
        """What one entry of the log tells; entries come in order."""
        match entry:
            case Shuffled(turn, faces):
                return self._shuffled(turn, len(faces))
            case Drew(_, seat, _, face):
                self._pile -= 1
                who, pile = self._players.other(seat), sentences.cards_left(self._pile)
                return [say.drew(who, card=painter.face_name(face), pile=pile)]
            case Kept(_, seat, card, face):
                who, bouquet = self._players.other(seat), self._added(seat, Flower(card, face))
                return [say.kept(who, card=painter.face_name(face), all=bouquet)]
            case Refused(_, seat, _, face, price, payee):
                who, paid = self._players.other(seat), self._paid(seat, payee, price)
                return [say.refused(who, card=painter.face_name(face), paid=paid)]
            case Bought(_, seat, card, face, price, owner):
                paid = self._paid(seat, owner, price)
                told = (paid, self._added(seat, Flower(card, face)))
                buyer, seller = self._players.other(seat), self._players.other(owner)
                return [say.bought(buyer, seller, painter.face_name(face), told)]
        return self._scored(entry)

    def _shuffled(self, turn: int, cards: int) -> list[str]:
        """All cards are in the pile at the beginning of a round only."""
        self._pile = cards
        if cards < len(PACK):
            told = ngettext(
                "The pile was empty: one covered discard makes a new pile.",
                "The pile was empty: {n} covered discards are shuffled into a new pile.",
                cards,
            )
            return [told.format(n=cards)]
        number = turn // (FLOWERS * self._count) + 1
        starter = self._players.other(self._starters[turn])
        round_begins = _("Round {n} of {all} begins: {cards} cards are shuffled.").format(
            n=number, all=ROUNDS, cards=cards
        )
        return [f"{round_begins} {_begins(self._last)(starter)}"]

    def _added(self, seat: Seat, flower: Flower) -> str:
        self._bouquets[seat].append(flower)
        return painter.bouquet(self._bouquets[seat])

    def _paid(self, payer: Seat, payee: Seat, price: int) -> str:
        self._prestige[payer] -= price
        self._prestige[payee] += price
        left = (self._prestige[payer], self._prestige[payee])
        return say.paid(self._players.other(payer), self._players.other(payee), price, left)

    def _scored(self, entry: Scored) -> list[str]:
        """The result under its title, as it stands everywhere."""
        self._last = entry
        self._prestige = [own + more for own, more in zip(self._prestige, entry.won, strict=True)]
        self._bouquets = [[] for _ in range(self._count)]
        return self._results.pop(0).told()


def _begins(last: Scored | None) -> Addressed:
    """How to say who begins after the round that was scored last."""
    if last is None:
        return say.begins
    totals = [each.total for each in last.scores]
    return say.begins_as_best if totals.count(max(totals)) == 1 else say.begins_after_tie


def story(view: IkebanaView, players: Players) -> list[list[Line]]:
    """Some lines for each entry of the log."""
    course = _Course(view, players)
    return [[text(each) for each in course.told(entry)] for entry in view.log]


def first(view: IkebanaView, players: Players) -> list[Line]:
    """Say where the game stands, to one who has just sat down, or come back."""
    if all(isinstance(entry, Shuffled | Drew) for entry in view.log):
        return [line for lines in story(view, players) for line in lines]
    return [text(sentences.told_before(len(view.log))), *painter.table(view, players)]


def events(view: IkebanaView, players: Players) -> list[Event]:
    """Tell each entry of the log, with who did it."""
    return [
        Event(sentence, None if isinstance(entry, Shuffled | Scored) else entry.seat)
        for entry, sentence in zip(view.log, told(view, players), strict=True)
    ]


def told(view: IkebanaView, players: Players) -> list[str]:
    """Tell one sentence for each entry; the end of a round has several rows."""
    course = _Course(view, players)
    return ["\n".join(course.told(entry)) for entry in view.log]


def page_of_table(view: IkebanaView, players: Players) -> list[Line]:
    """Show the whole table; whose turn it is stands last, next to the prompt."""
    turn = painter.whose_turn(view, players)
    return [
        *painter.table(view, players),
        *table_painter.last_moves(told(view, players)),
        *([] if turn is None else [turn]),
    ]
