"""A Koi-Koi table as areas of cards, for a web page: both sides alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.areas import Area, Drawn, Figure, Group, Role, Worth
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_shared import COLON
from protocol.game import Card, Face, Seat

from ..hanafuda import Kind, kind_of
from ..state import Seen
from ..view import KoikoiView
from . import near, painter
from .fronts import front
from .words import sentences_show as show
from .words import words_board as words_koikoi
from .words.sentences import points

TABLE = N_("On the table")
HAND = N_("{who}'s hand")
YOUR_HAND = N_("Your hand")
YOU = N_("You")
TABLE_KEY = "table"
TO_PLACE = N_("takes one of two cards")
_KINDS = list(Kind)


@dataclass(frozen=True, slots=True)
class BothHands:
    """The cards of both hands, their visible faces, what can be told `about` each of these, and
    the viewers a card is `hidden` from."""

    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    faces: Mapping[Card, Face]
    about: Callable[[Face], str]
    hidden: Mapping[Card, tuple[str, ...]] = field(default_factory=dict)


def of_table(view: KoikoiView, players: Players, held: BothHands) -> list[Area]:
    """Return the whole table, the other side above; the viewer's own hand, if any, comes last."""
    first, last = players.from_next
    return [
        _standing(view, players),
        _hand(view, first, players, held),
        _taken(view, first, players),
        _table(view),
        _taken(view, last, players),
        _hand(view, last, players, held),
    ]


def _standing(view: KoikoiView, players: Players) -> Area:
    """Return the round, the scores and the pile."""
    sentence = show.standing(view.round, view.rounds, view.pile)
    scores = (
        Figure(name, str(score), f"{name}{_(COLON)}{points(score)}")
        for seat in reversed(players.from_next)
        for name, score in [(players.other(seat) or _(YOU), view.scores[seat])]
    )
    return Area(
        _("Standing"),
        role=Role.STRIP,
        key="standing",
        figures=(
            Figure(_("round"), f"{view.round} / {view.rounds}", sentence if view.round else ""),
            *scores,
            Figure(_("pile"), str(view.pile), is_told=bool(view.round)),
        ),
    )


def _table(view: KoikoiView) -> Area:
    """Return the cards on the table, including one that is being placed."""
    cards = _open(painter.in_order(view.table))
    if view.placing is not None:
        cards += (_seen(view.placing, mark=_(TO_PLACE)),)
    lines = () if view.round else words([text(_("Who deals first?"))])
    return Area(_(TABLE), cards, lines, key=TABLE_KEY)


def _hand(view: KoikoiView, seat: Seat, players: Players, held: BothHands) -> Area:
    who, faces = players.other(seat), held.faces
    cards = tuple(
        Drawn(
            front(faces[card]) if card in faces else None,
            hidden_from=held.hidden.get(card, ()),
            card=card,
            place=words_koikoi.place(who, n=slot),
            about=(about := held.about(faces[card]) if card in faces else ""),
            worth=(Worth.FITS,) if about else (),
        )
        for slot, card in enumerate(held.cards[seat], start=1)
    )
    return Area(
        _(YOUR_HAND) if who is None else _(HAND).format(who=who),
        cards,
        words(_shown_before(view, seat)),
        is_turn=view.actor == seat,
        role=Role.OWN if who is None else Role.HAND,
        key=f"hand {seat + 1}",
    )


def _shown_before(view: KoikoiView, seat: Seat) -> list[Line]:
    if seat == view.seat or not view.other_shown:
        return []
    return [text(show.shown_before(painter.names(view.other_shown)))]


def _taken(view: KoikoiView, seat: Seat, players: Players) -> Area:
    """Return the captured cards by kind, with the yaku made, and those that are near."""
    who = players.other(seat)
    taken = sorted(
        view.captured[seat], key=lambda seen: (_KINDS.index(kind_of(seen.face)), seen.face)
    )
    kinds = [kind_of(seen.face) for seen in taken]
    title = show.taken_by(players.name(seat)) if who is not None else show.taken_title(None, 0)
    return Area(
        title,
        _open(taken),
        role=Role.CATCH,
        key=f"taken {seat + 1}",
        groups=tuple(
            Group(words_koikoi.kind(kind), count) for kind in Kind if (count := kinds.count(kind))
        ),
        figures=_made(view, players, seat),
        goals=near.goals(view, seat),
    )


def _made(view: KoikoiView, players: Players, seat: Seat) -> tuple[Figure, ...]:
    """Return what the seat has made: its kois, its yaku, and what they count."""
    who, koi, total = players.other(seat), view.koi[seat], view.totals[seat]
    figures = [Figure("koi", str(koi), show.koi_said(who, koi).strip())] if koi else []
    if not total:
        return tuple(figures)
    figures += [
        Figure(made.yaku.value, str(made.points), painter.made_yaku(made))
        for made in view.yaku[seat]
    ]
    can_end = view.can_end(seat) and not view.is_round_over
    label, value = ("shobu", view.worth[seat]) if can_end else ("yaku", total)
    return (*figures, Figure(label, str(value), painter.made_in_all(view, players, seat)))


def _open(cards: Iterable[Seen]) -> tuple[Drawn, ...]:
    return tuple(_seen(each) for each in cards)


def _seen(seen: Seen, mark: str = "") -> Drawn:
    return Drawn(front(seen.face), mark=mark, card=seen.card)
