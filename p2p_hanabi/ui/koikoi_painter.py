"""A table of Koi-Koi as lines: pure functions from a view, for any screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2p_hanabi.games.hanafuda import FLOWERS, PRINTS, Kind, kind_of, month_of
from p2p_hanabi.games.koikoi_effects import special_of
from p2p_hanabi.games.koikoi_state import RoundOver, Seen, Task
from p2p_hanabi.games.koikoi_view import KoikoiView
from p2p_hanabi.games.koikoi_yaku import Made, Progress
from protocol.game import Face, Seat

from . import sentences
from . import sentences_koikoi as say
from . import sentences_koikoi_show as show
from .port import Company
from .style import Line, text

NEAR = 2
"""Yaku that lack no more cards than this are shown with the table."""
FEW = 6
"""So many wanted cards are named; of more the number is enough."""


def face_name(face: Face) -> str:
    """cherry curtain"""
    return say.card(FLOWERS[month_of(face) - 1], PRINTS[face])


def names(cards: Iterable[Seen]) -> str:
    return ", ".join(face_name(seen.face) for seen in cards)


def made(yaku: Sequence[Made]) -> str:
    return ", ".join(say.made(each.yaku, each.points) for each in yaku)


def whose_turn(view: KoikoiView, company: Company) -> Line | None:
    """What there is to do; None while the table is at work and after the end."""
    if view.actor is None:
        return None
    if view.actor != company.me:
        return text(_their_turn(view, company.name(view.actor)))
    match view.task:
        case Task.CHECK:
            special = special_of(seen.face for seen in view.hand)
            claim = say.your_claim(say.special_name(special)) if special else say.your_check()
            return text(claim, "strong")
        case Task.TAKE if view.placing:
            matches = [face_name(seen.face) for seen in view.matches(view.placing.face)]
            return text(say.your_choice(face_name(view.placing.face), matches), "strong")
        case Task.CALL:
            yaku = made(view.yaku[view.seat])
            return text(say.your_call(yaku, view.worth[view.seat]), "strong")
    return text(say.your_turn(_lying(view)), "strong")


def _their_turn(view: KoikoiView, who: str) -> str:
    match view.task:
        case Task.CHECK:
            return say.their_check(who)
        case Task.TAKE if view.placing:
            return say.their_choice(who, face_name(view.placing.face))
        case Task.CALL:
            return say.their_call(who)
    return say.their_turn(who)


def effect(view: KoikoiView, face: Face) -> str:
    """What a card does when it is put down; empty if it matches nothing."""
    matches = [face_name(seen.face) for seen in view.matches(face)]
    if len(matches) == 2:
        return say.takes_one_of(matches)
    return say.takes(matches) if matches else ""


def hand(view: KoikoiView) -> list[Line]:
    """One line for each card: its month and points, and what it takes."""
    lines = [text(show.hand_title(), "strong")]
    for number, seen in enumerate(view.hand, start=1):
        told = say.in_hand(face_name(seen.face), month_of(seen.face), kind_of(seen.face))
        takes = effect(view, seen.face)
        lines.append(text(f"  {number} {told}{sentences.semicolon() if takes else ''}{takes}"))
    return lines if view.hand else [*lines, text(f"  {show.empty_hand()}")]


def on_the_table(view: KoikoiView) -> list[Line]:
    return [text(show.table_title(), "strong"), text(f"  {_lying(view)}")]


def taken(view: KoikoiView, company: Company) -> list[Line]:
    """What both have taken, by kind, one's own last."""
    lines: list[Line] = []
    for seat in _seats(view, company):
        held = len(view.other_hand)
        lines.append(text(show.taken_title(company.other(seat), held), "strong"))
        if seat != view.seat and view.other_shown:
            lines.append(text(show.shown_before(names(view.other_shown))))
        if view.koi[seat]:
            lines.append(text(show.koi_said(view.koi[seat])))
        lines += by_kind(view.captured[seat])
    return lines


def yaku(view: KoikoiView, company: Company, *, near: int = 10) -> list[Line]:
    """What is made, and what lacks no more than `near` cards; the others in one line."""
    return [line for seat in _seats(view, company) for line in _yaku_of(view, company, seat, near)]


def scores(view: KoikoiView, company: Company) -> list[Line]:
    """Round by round, the sum last."""
    over = [entry for entry in view.log if isinstance(entry, RoundOver)]
    return [*(text(round_result(each, company)) for each in over), sums(view.scores, company)]


def sums(points: Sequence[int], company: Company) -> Line:
    told = [say.score_of(company.other(Seat(seat)), each) for seat, each in enumerate(points)]
    return text(say.scores(told))


def round_result(over: RoundOver, company: Company) -> str:
    if over.winner is not None:
        return say.round_won(company.other(over.winner), over.round, over.points[over.winner])
    if any(over.points):
        return say.round_of_both(over.round, over.points[0])
    return say.round_of_nobody(over.round)


def table(view: KoikoiView, company: Company) -> list[Line]:
    """Everything that is of the game, but what was done."""
    return [
        text(show.standing(view.round, view.rounds, view.pile)),
        sums(view.scores, company),
        *taken(view, company),
        *yaku(view, company, near=NEAR),
        *on_the_table(view),
        *hand(view),
    ]


def result(view: KoikoiView, company: Company) -> list[Line]:
    """Empty while the game goes on."""
    if view.outcome is None:
        return []
    winner = view.outcome.winner
    told = say.shared() if winner is None else say.winner(company.other(winner))
    return [
        text(say.game_over(view.rounds), "strong"),
        sums(view.outcome.scores, company),
        text(told, "strong"),
    ]


def _lying(view: KoikoiView) -> str:
    """Cards of one month stand together."""
    return names(sorted(view.table, key=lambda seen: seen.face)) or say.nothing()


def _seats(view: KoikoiView, company: Company) -> tuple[Seat, Seat]:
    """The other first, one's own side last."""
    mine = company.me if company.me in (0, 1) else view.seat
    return Seat(1 - mine), mine


def by_kind(cards: Sequence[Seen]) -> list[Line]:
    lines = []
    for kind in Kind:
        of_kind = [face_name(seen.face) for seen in cards if kind_of(seen.face) is kind]
        if of_kind:
            lines.append(text(show.of_kind(kind, of_kind)))
    return lines or [text(f"  {say.nothing()}")]


def _yaku_of(view: KoikoiView, company: Company, seat: Seat, near: int) -> list[Line]:
    who, total = company.other(seat), view.totals[seat]
    title = show.yaku_title(who, total, view.worth[seat]) if total else show.no_yaku(who)
    lines = [text(title, "strong")]
    lines += [text(show.yaku_made(each.yaku, each.points)) for each in view.yaku[seat]]
    unmade = [each for each in view.progress[seat] if not each.points]
    for each in sorted(unmade, key=lambda one: one.lacking):
        if each.reachable and each.lacking <= near:
            lines.append(text(show.yaku_missing(each.yaku, each.lacking, _wanted(each))))
    lost = [each.yaku.value for each in unmade if not each.reachable]
    return [*lines, text(show.yaku_out_of_reach(lost))] if lost and near > NEAR else lines


def _wanted(progress: Progress) -> str:
    if len(progress.wanted) > FEW:
        return show.many(len(progress.wanted))
    return ", ".join(face_name(face) for face in progress.wanted)
