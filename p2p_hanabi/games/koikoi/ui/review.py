"""A Koi-Koi table for a spectator: both sides alike, and both hands as far as visible."""

from __future__ import annotations

import itertools

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay import sentences_replay as sentences
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Card, Known, Seat

from ..state import Seen, Showed
from ..view import KoikoiView
from . import painter, rounds
from .words import sentences_show as show
from .words import sentences_turn as turn


def table(views: tuple[KoikoiView, KoikoiView], players: Players, known: Known) -> list[Line]:
    """Return the table; `views` are those of both seats: each has the other's cards, but not their
    faces."""
    view = views[0]
    lines = [
        text(show.standing(view.round, view.rounds, view.pile)),
        rounds.scores(view.scores, players),
    ]
    for seat, other in ((Seat(0), views[1]), (Seat(1), views[0])):
        lines += _side(seat, other, players, known)
    turn = painter.whose_turn(view, players)
    yaku = painter.yaku_near(view, players)
    return [*lines, *yaku, *painter.on_the_table(view), *([] if turn is None else [turn])]


def untold(view: KoikoiView, last: KoikoiView, mover: Seat, who: str) -> str:
    """Describe a move that left nothing in the log: a choice is still open, or a declaration was
    made or not, which `last`, the end of the game, may tell."""
    if view.placing is not None:
        card = painter.face_name(view.placing.face)
        return turn.their_choice(who, card, was_turned=view.was_turned)
    shown = itertools.takewhile(lambda entry: isinstance(entry, Showed), last.log[len(view.log) :])
    if any(isinstance(entry, Showed) and entry.seat == mover for entry in shown):
        return _("{who} declares a hand.").format(who=who)
    return _("{who} declares nothing.").format(who=who)


def hands(views: tuple[KoikoiView, KoikoiView], players: Players, known: Known) -> list[Line]:
    """Return a line for each seat; `known` are the visible faces."""
    cards = views[1].other_hand, views[0].other_hand
    return [text(_hand(players.name(Seat(seat)), held, known)) for seat, held in enumerate(cards)]


def _side(seat: Seat, other: KoikoiView, players: Players, known: Known) -> list[Line]:
    cards = other.other_hand
    who = players.name(seat)
    is_seen = any(card in known for card in cards)
    title = show.taken_by(who) if is_seen or not cards else show.taken_title(who, len(cards))
    lines = [text(title, "strong")]
    if other.koi[seat]:
        lines.append(text(show.koi_said(who, other.koi[seat])))
    lines += painter.by_kind(other.captured[seat])
    return [*lines, text(_hand(who, cards, known))] if is_seen else lines


def _hand(who: str, cards: tuple[Card, ...], known: Known) -> str:
    seen = painter.names(Seen(card, known[card]) for card in cards if card in known)
    return sentences.hand(who, seen, sum(card not in known for card in cards))
