"""Koi-Koi cards in a few character cells: faces, captured cards, yaku, and the moves.

A card is its month and what is printed on it, with a sign before brights, tane and ribbons.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import with_card
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import COLON
from protocol.game import Card, Face, Seat

from ...hanafuda import FLOWERS, MONTHS, PRINTS, Kind, kind_of, month_of
from ...state import Drew, Entry, LaidOut, Played, RoundOver, SaidKoi, Seen, Showed, Task, Turned
from ...view import KoikoiView
from ...yaku import Made
from .. import painter, rounds
from ..words import sentences
from ..words import words_board as words

SIGNS = {Kind.BRIGHT: "*", Kind.TANE: "o", Kind.RIBBON: "=", Kind.SIMPLE: " "}
_STYLES = {Kind.BRIGHT: "yellow", Kind.TANE: "green", Kind.RIBBON: "red", Kind.SIMPLE: ""}


def printed(face: Face) -> str:
    return sentences.named(PRINTS[face])


def face(shown: Face) -> Line:
    """Return * 3 curtain."""
    kind = kind_of(shown)
    return text(f"{SIGNS[kind]}{month_of(shown):>2} {printed(shown)}", _STYLES[kind])


def inline(shown: Face) -> Line:
    """Return 3 curtain."""
    return text(painter.short_name(shown), _STYLES[kind_of(shown)])


def matches(view: KoikoiView, shown: Face) -> list[str]:
    """Return what is printed on the cards that a card can take if it is played."""
    return [printed(seen.face) for seen in view.matches(shown)]


def effect(taken: Sequence[str]) -> str:
    """Return what a card takes: one, one of two, or three; two identical cards give no choice."""
    if len(taken) == 2 and taken[0] == taken[1]:
        taken = taken[:1]
    between = " / " if len(taken) == 2 else " + "
    return f" + {between.join(taken)}" if taken else ""


def choices(view: KoikoiView) -> dict[Card, int]:
    """Number the two cards that this seat is to choose from; empty at any other time."""
    if view.placing is None or view.actor != view.seat or view.task is not Task.TAKE:
        return {}
    return {seen.card: n for n, seen in enumerate(view.matches(view.placing.face), start=1)}


def taken(cards: Sequence[Seen]) -> Line:
    """Return captured cards by kind; only the number of simples."""
    faces = sorted(seen.face for seen in cards)
    of = {kind: [f for f in faces if kind_of(f) is kind] for kind in Kind}
    parts = []
    if of[Kind.BRIGHT]:
        parts.append(_("Brights {cards}").format(cards=_prints(of[Kind.BRIGHT])))
    if of[Kind.TANE]:
        parts.append(_("Tane {cards}").format(cards=_prints(of[Kind.TANE])))
    if of[Kind.RIBBON]:
        parts.append(_("Ribbons {cards}").format(cards=_ribbons(of[Kind.RIBBON])))
    if of[Kind.SIMPLE]:
        parts.append(_("Simples {n}").format(n=len(of[Kind.SIMPLE])))
    captured = "  ".join(parts) or _("nothing taken yet")
    return text(f"   {captured}", "" if parts else "dim")


def yaku(made: Sequence[Made]) -> list[str]:
    return [f"{each.yaku.value} {each.points}" for each in made]


def months() -> list[str]:
    """Return each month's number, name and flower, and its cards other than simples."""
    return [
        f"{month:>2} {sentences.month(month)}{_(COLON)}{_flower(month)} ({_others(month)})"
        for month in MONTHS
    ]


def moves(view: KoikoiView, players: Players) -> list[Line]:
    """Return one short line for each entry of the log."""
    return [_move(entry, players) for entry in view.log]


def _move(entry: Entry, players: Players) -> Line:
    match entry:
        case Drew(cards):
            names = [
                words.drew(players.other(Seat(seat)), card=painter.short_name(seen.face))
                for seat, seen in enumerate(cards)
            ]
            return text(", ".join(names))
        case LaidOut(number, dealer, _, again):
            began = words.began(players.other(dealer), n=number)
            return text(_("The cards are dealt again") if again else began, "strong")
        case Showed(seat, _, special):
            worth = _("nothing that counts") if special is None else sentences.special_name(special)
            return text(words.declared(players.other(seat), worth=worth))
        case Played(seat, card, caught):
            who, names_of = players.other(seat), _caught(caught)
            sentence = words.played if caught else words.played_alone
            return with_card(
                lambda shown: sentence(who, card=shown, taken=names_of), inline(card.face)
            )
        case Turned(_, card, caught):
            names_of = _caught(caught)
            return with_card(lambda shown: words.turned(shown, names_of), inline(card.face))
        case SaidKoi(seat):
            return text(words.koi(players.other(seat)), "strong")
    return text(_round_over(entry, players), "strong")


def _round_over(over: RoundOver, players: Players) -> str:
    if over.winner is not None:
        points = rounds.arithmetic(over) or over.points[over.winner]
        return words.won(players.other(over.winner), n=over.round, points=points)
    if any(over.points):
        return _("Both score {points} in round {n}").format(n=over.round, points=over.points[0])
    return _("Nobody scores in round {n}").format(n=over.round)


def _caught(cards: Sequence[Seen]) -> str:
    """Return captured cards without their month, which is that of the capturing card."""
    return ", ".join(printed(seen.face) for seen in cards)


def _prints(faces: Sequence[Face]) -> str:
    return ", ".join(map(printed, faces))


def _ribbons(faces: Sequence[Face]) -> str:
    """Return poem 1 2, red 4."""
    by_print: dict[str, list[str]] = {}
    for each in faces:
        by_print.setdefault(PRINTS[each], []).append(str(month_of(each)))
    return ", ".join(words.ribbon(kind, " ".join(months)) for kind, months in by_print.items())


def _flower(month: int) -> str:
    return sentences.named(FLOWERS[month - 1])


def _others(month: int) -> str:
    first = 4 * (month - 1)
    kept = [Face(f) for f in range(first, first + 4) if kind_of(Face(f)) is not Kind.SIMPLE]
    return ", ".join(f"{SIGNS[kind_of(f)]} {printed(f)}" for f in kept)
