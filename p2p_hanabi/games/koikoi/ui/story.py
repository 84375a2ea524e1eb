"""The story of a Koi-Koi game, log entry by log entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.game_screen import LogTeller
from p2p_hanabi.ui.model.game.log_filter import Event
from p2p_hanabi.ui.model.game.round_result import RoundResult
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table import table_painter
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Seat

from ..state import (
    Drew,
    Entry,
    LaidOut,
    Played,
    RoundOver,
    SaidKoi,
    Seen,
    Showed,
    Task,
    Turned,
)
from ..view import KoikoiView
from ..yaku import round_score, total_of, yaku_of
from . import painter, rounds
from .words import sentences as texts


class _Course:
    """The captured cards, and who has said koi, after each entry."""

    def __init__(self, view: KoikoiView, players: Players) -> None:
        self._view = view
        self._rules = view.rules
        self._players = players
        self._rounds_over = 0
        self._clear()

    def _clear(self) -> None:
        self._piles: list[list[Seen]] = [[], []]
        self._koi: list[Seat] = []

    @cached_property
    def _results(self) -> Sequence[RoundResult]:
        return rounds.results(self._view, self._players)

    def advance(self, entry: Entry) -> None:
        """Advance to the next entry of the log."""
        match entry:
            case LaidOut():
                self._clear()
            case Played(seat, card, taken) | Turned(seat, card, taken) if taken:
                self._piles[seat] += [card, *taken]
            case SaidKoi(seat) if seat not in self._koi:
                self._koi.append(seat)
            case RoundOver():
                self._rounds_over += 1

    def describe(self, entry: Entry) -> list[str]:
        """Describe the last entry followed."""
        match entry:
            case Drew():
                return self._drew(entry)
            case LaidOut():
                return self._laid_out(entry)
            case Showed(seat, cards, special):
                what = texts.special_name(special) if special else _("worth nothing")
                shown = painter.names(cards)
                return [texts.showed(self._players.other(seat), cards=shown, worth=what)]
            case Played(taken=taken):
                return self._took(entry, texts.played if taken else texts.played_alone)
            case Turned(taken=taken):
                return self._took(entry, texts.turned if taken else texts.turned_alone)
            case SaidKoi(seat, base):
                worth = round_score(
                    base, self._rules.double_from, opponent_said_koi=Seat(1 - seat) in self._koi
                )
                counted = texts.with_doubling(base, worth)
                return [texts.said_koi(self._players.other(seat), points=counted)]
        # the same text everywhere: the result under its title
        return self._results[self._rounds_over - 1].sentences()

    def _drew(self, entry: Drew) -> list[str]:
        descriptions = [
            texts.drew(self._players.other(Seat(seat)), card=painter.face_name(seen.face))
            for seat, seen in enumerate(entry.cards)
        ]
        if entry.dealer is None:
            return [*descriptions, _("That is a tie: both draw again.")]
        return [*descriptions, texts.first_dealer(self._players.other(entry.dealer))]

    def _laid_out(self, entry: LaidOut) -> list[str]:
        dealer = self._players.other(entry.dealer)
        descriptions = [
            texts.round_begins(dealer, n=entry.round, all=self._rules.rounds),
            _("On the table: {cards}.").format(cards=painter.names(painter.in_order(entry.table))),
        ]
        return (
            [*descriptions, _("The cards are dealt again: this deal cannot be played.")]
            if entry.again
            else descriptions
        )

    def _took(self, entry: Played | Turned, wording: Addressed) -> list[str]:
        """Describe the capture, and the yaku if it made them count more."""
        seat, card, taken = entry.seat, entry.card, entry.taken
        name, others = painter.face_name(card.face), painter.names(taken)
        sentence = wording(self._players.other(seat), card=name, taken=others)
        if not taken:
            return [sentence]
        faces = [seen.face for seen in self._piles[seat]]
        before, pile = bits(faces[: -1 - len(taken)]), bits(faces)
        if total_of(pile, self._rules.yaku) == total_of(before, self._rules.yaku):
            return [sentence]
        yaku = painter.made(yaku_of(pile, self._rules.yaku))
        return [sentence, texts.new_yaku(self._players.other(seat), yaku=yaku)]


def story(view: KoikoiView, players: Players, since: int = 0) -> list[list[Line]]:
    """Return lines for each entry of the log, from index `since` on; after a deal, also the own
    hand, if it is still complete.

    A spectator without a seat has no hand.
    """
    lines = [
        [text(each) for each in descriptions] for _, descriptions in _entries(view, players, since)
    ]
    is_dealt = bool(view.log) and isinstance(view.log[-1], LaidOut)
    if lines and is_dealt and view.hand and players.me == view.seat:
        lines[-1] += painter.hand(view, players)
    return lines


def _entries(
    view: KoikoiView, players: Players, since: int = 0
) -> Iterator[tuple[Entry, list[str]]]:
    course = _Course(view, players)
    for number, entry in enumerate(view.log):
        course.advance(entry)
        if number >= since:
            yield entry, course.describe(entry)


def first(view: KoikoiView, players: Players) -> list[Line]:
    """Return the state of the game, for a player who has just joined or come back."""
    if not any(isinstance(entry, Played) for entry in view.log):
        return [line for lines in story(view, players) for line in lines]
    lines = sum(each.count("\n") + 1 for each in as_sentences(view, players))
    return [text(sentences.log_has_lines(lines)), *painter.table(view, players)]


class KoikoiTeller(LogTeller[KoikoiView]):
    """Also reports the hand at each of the player's turns: its numbers change with every card."""

    def __init__(self, players: Players) -> None:
        super().__init__(players, first, story)
        self._turn: int | None = None

    def look(self, view: KoikoiView) -> list[Line]:
        is_first = self._seen is None  # then the whole hand is shown
        lines = super().look(view)
        is_mine = view.task is Task.PLAY and view.actor == view.seat == self._players.me
        if not is_mine or self._turn == view.turn:
            return lines
        self._turn = view.turn
        return lines if is_first else [*lines, painter.hand_in_short(view)]


def as_sentences(view: KoikoiView, players: Players) -> list[str]:
    """Return the story as plain sentences; the end of a round has several rows."""
    return [event.sentence for event in events(view, players)]


def events(view: KoikoiView, players: Players) -> list[Event]:
    """Return the story as events, each with who did it."""
    found: list[Event] = []
    for entry, rows in _entries(view, players):
        by = None if isinstance(entry, Drew | LaidOut | RoundOver) else entry.seat
        match entry, rows:
            case LaidOut(), [begins, lying, *more]:
                found += [Event(begins), Event(lying, brief=begins), *map(Event, more)]
            case RoundOver(), _:
                found.append(Event("\n".join(rows)))
            case _:
                found += [Event(each, by) for each in rows]
    return found


def page_of_table(view: KoikoiView, players: Players) -> list[Line]:
    """Return the whole table; whose turn it is comes last, next to the prompt."""
    turn = painter.whose_turn(view, players)
    return [
        *table_painter.last_moves(as_sentences(view, players)),
        *painter.table(view, players),
        *([] if turn is None else [turn]),
    ]
