"""A table of Koi-Koi for one who looks on: both sides alike, and both hands as far as seen."""

from __future__ import annotations

from p2p_hanabi.games.koikoi_state import Seen
from p2p_hanabi.games.koikoi_view import KoikoiView
from protocol.game import Card, Known, Seat

from . import koikoi_painter as painter
from . import sentences_koikoi_show as show
from . import sentences_replay as say
from .port import Company
from .style import Line, text


def table(views: tuple[KoikoiView, KoikoiView], company: Company, known: Known) -> list[Line]:
    """`views` are those of both seats: each has the other's cards, if not their faces."""
    view = views[0]
    lines = [
        text(show.standing(view.round, view.rounds, view.pile)),
        painter.sums(view.scores, company),
    ]
    for seat, other in ((Seat(0), views[1]), (Seat(1), views[0])):
        lines += _side(seat, other, company, known)
    turn = painter.whose_turn(view, company)
    yaku = painter.yaku(view, company, near=painter.NEAR)
    return [*lines, *yaku, *painter.on_the_table(view), *([] if turn is None else [turn])]


def hands(views: tuple[KoikoiView, KoikoiView], company: Company, known: Known) -> list[Line]:
    """A line for each seat; `known` are the faces that are seen."""
    cards = views[1].other_hand, views[0].other_hand
    return [text(_hand(company.name(Seat(seat)), held, known)) for seat, held in enumerate(cards)]


def _side(seat: Seat, other: KoikoiView, company: Company, known: Known) -> list[Line]:
    cards = other.other_hand
    lines = [text(show.taken_title(company.name(seat), len(cards)), "strong")]
    if other.koi[seat]:
        lines.append(text(show.koi_said(other.koi[seat])))
    lines += painter.by_kind(other.captured[seat])
    return [*lines, text(_hand(company.name(seat), cards, known))] if cards else lines


def _hand(who: str, cards: tuple[Card, ...], known: Known) -> str:
    seen = painter.names(Seen(card, known[card]) for card in cards if card in known)
    return say.hand(who, seen, sum(card not in known for card in cards))
