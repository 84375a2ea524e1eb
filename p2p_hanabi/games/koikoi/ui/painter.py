"""A Koi-Koi table as lines: pure functions of a view, for any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, assert_never

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words import sentences_shared as sentences
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either
from protocol.game import Card, Face, Seat

from ..hanafuda import FLOWERS, PRINTS, Kind, kind_of, month_of
from ..state import Seen
from ..view import KoikoiView
from ..yaku import Made, Progress, Yaku
from . import rounds
from .asked import Asked, ToCall, ToDeclare, ToPlay, ToTake, asked
from .words import sentences as texts
from .words import sentences_show as show
from .words import sentences_turn as turn
from .words.sentences import yaku_name

NEAR = 2
"""The most cards that a yaku may lack to be shown with the table."""
IN_SIGHT = 3
"""The same for the page of all yaku; those that lack more share one line."""
FEW = 6
"""At most this many wanted cards are named; beyond that, only their number is shown."""


def face_name(face: Face) -> str:
    """Return cherry curtain."""
    flower, printed = FLOWERS[month_of(face) - 1], PRINTS[face]
    return _("{flower} {printed}").format(flower=texts.named(flower), printed=texts.named(printed))


def short_name(face: Face) -> str:
    """Return 3 curtain, as on a board; or aloud the whole name."""
    if is_aloud():
        return face_name(face)
    return f"{month_of(face)} {texts.named(PRINTS[face])}"


Named: TypeAlias = Callable[[Face], str]
"""How a screen names a card."""


def names(cards: Iterable[Seen], name: Named = face_name) -> str:
    return ", ".join(name(seen.face) for seen in cards)


def made(yaku: Sequence[Made]) -> str:
    return ", ".join(f"{yaku_name(each.yaku)} {each.points}" for each in yaku)


def whose_turn(view: KoikoiView, players: Players) -> Line | None:
    """Return what there is to do; None while the protocol is at work and after the end."""
    task = None if view.actor is None or alike(view) is not None else asked(view)
    if view.actor is None or task is None:
        return None
    if (who := players.other(view.actor)) is not None:
        return text(_their_turn(task, who))
    return text(_your_turn(task, view), "strong")


def _your_turn(task: Asked, view: KoikoiView) -> str:
    match task:
        case ToDeclare(special) if special is not None:
            return _("Your turn: you hold {special}. Type declare to score 6, or keep.").format(
                special=texts.special_name(special)
            )
        case ToDeclare():
            return _("Your turn: you have nothing to declare. Type keep, or just press Enter.")
        case ToTake(face, matches, was_turned):
            named = [face_name(each) for each in matches]
            return turn.your_choice(face_name(face), named, was_turned=was_turned)
        case ToCall(yaku):
            sentence = _("Your turn: {yaku}. Type shobu to score {points}, or koi to continue.")
            return sentence.format(yaku=made(yaku), points=counted(view))
        case ToPlay():
            return _("Your turn. On the table: {cards}.").format(cards=_lying(view))
    assert_never(task)


def alike(view: KoikoiView) -> Card | None:
    """Return the first of two identical cards to choose from; None if there is a real choice."""
    if view.placing is None:
        return None
    first, second = view.matches(view.placing.face)
    return first.card if PRINTS[first.face] == PRINTS[second.face] else None


def _their_turn(task: Asked, who: str) -> str:
    match task:
        case ToDeclare():
            return _("{who} is looking at the new hand.").format(who=who)
        case ToTake(face, _matches, was_turned):
            return turn.their_choice(who, face_name(face), was_turned=was_turned)
        case ToCall():
            return _("{who} is deciding: koi or shobu.").format(who=who)
        case ToPlay():
            return _("{who} is to play.").format(who=who)
    assert_never(task)


def effect(view: KoikoiView, face: Face, name: Named = face_name) -> str:
    """Return what a card takes when it is played; empty if it matches nothing."""
    matches = [name(seen.face) for seen in view.matches(face)]
    if len(matches) == 2 and matches[0] == matches[1]:
        return _("takes {card} (one of two)").format(card=matches[0])
    if len(matches) == 2:
        return _("takes one of the two: {cards}").format(cards=either(matches))
    return _("takes {cards}").format(cards=", ".join(matches)) if matches else ""


def counted(view: KoikoiView) -> str:
    """Return the points of one's own yaku."""
    return texts.with_doubling(view.totals[view.seat], view.worth[view.seat])


def hand_in_short(view: KoikoiView) -> Line:
    """Return the hand in one line, with the numbers by which cards are played."""
    numbered = [f"{n} {face_name(seen.face)}" for n, seen in enumerate(view.hand, start=1)]
    return text(_("Your hand: {cards}.").format(cards=", ".join(numbered)))


def hand(view: KoikoiView, players: Players) -> list[Line]:
    """Return one line for each card of the viewed seat: its month and points, and what it takes."""
    lines = [text(show.hand_of(players.other(view.seat)), "strong")]
    for number, seen in enumerate(view.hand, start=1):
        sentence = texts.in_hand(face_name(seen.face), month_of(seen.face), kind_of(seen.face))
        takes = effect(view, seen.face)
        lines.append(text(f"  {number} {sentence}{_(sentences.SEMICOLON) if takes else ''}{takes}"))
    return lines if view.hand else [*lines, text(f"  {_(show.EMPTY_HAND)}")]


def on_the_table(view: KoikoiView) -> list[Line]:
    return [text(_("On the table:"), "strong"), text(f"  {_lying(view)}")]


def taken(view: KoikoiView, players: Players) -> list[Line]:
    """Return what both have captured, by kind, one's own last."""
    lines: list[Line] = []
    for seat in _seats(view, players):
        held = len(view.other_hand)
        lines.append(text(show.taken_title(players.other(seat), held), "strong"))
        if seat != view.seat and view.other_shown:
            lines.append(text(show.shown_before(names(view.other_shown))))
        if view.koi[seat]:
            lines.append(text(show.koi_said(players.other(seat), view.koi[seat])))
        lines += by_kind(view.captured[seat])
    return lines


def yaku(view: KoikoiView, players: Players, name: Named = face_name) -> list[Line]:
    """Return the yaku made, those that lack few cards, and the others in one line; one's own
    first."""
    lines = []
    for seat in reversed(_seats(view, players)):
        lines += made_of(view, players, seat)
        lines += [*_lacked_by(view, seat, IN_SIGHT, name), *_others(view, seat)]
    return lines


def yaku_page(view: KoikoiView, players: Players) -> list[Line]:
    """Return all yaku and what both have captured, with cards named as on a board."""
    return [*yaku(view, players, short_name), (), *taken(view, players)]


def yaku_near(view: KoikoiView, players: Players) -> list[Line]:
    """Return the yaku made, and those that lack very few cards unless the round is over."""
    lines = []
    for seat in _seats(view, players):
        lines += made_of(view, players, seat)
        lines += [] if view.is_round_over else _lacked_by(view, seat, NEAR, face_name)
    return lines


def scores(view: KoikoiView, players: Players) -> list[Line]:
    """Return the scores round by round, the sums last."""
    lines = [text(rounds.head(each, players)) for each in rounds.rounds_of(view)]
    return [*lines, rounds.scores(view.scores, players)]


def table(view: KoikoiView, players: Players) -> list[Line]:
    """Return the whole table, without the log."""
    return [
        text(show.standing(view.round, view.rounds, view.pile)),
        rounds.scores(view.scores, players),
        *taken(view, players),
        *yaku_near(view, players),
        *on_the_table(view),
        *hand(view, players),
    ]


def result(view: KoikoiView, players: Players) -> list[Line]:
    """Return the result; empty while the game goes on."""
    if view.outcome is None:
        return []
    winners = view.outcome.winners or ()
    is_shared = len(winners) > 1
    sentence = (
        _("Both share the victory.") if is_shared else texts.winner(players.other(winners[0]))
    )
    return [
        text(_("The {n} rounds are over.").format(n=view.rounds), "strong"),
        rounds.scores(view.scores, players),
        text(sentence, "strong"),
    ]


def _lying(view: KoikoiView) -> str:
    """Return the cards on the table, grouped by month."""
    return names(in_order(view.table)) or _(texts.NOTHING)


def in_order(cards: Iterable[Seen]) -> list[Seen]:
    return sorted(cards, key=lambda seen: seen.face)


def _seats(view: KoikoiView, players: Players) -> tuple[Seat, Seat]:
    """Return the other seat, then one's own."""
    mine = players.me if players.me in (0, 1) else view.seat
    return Seat(1 - mine), mine


def by_kind(cards: Sequence[Seen]) -> list[Line]:
    lines = []
    for kind in Kind:
        of_kind = [face_name(seen.face) for seen in cards if kind_of(seen.face) is kind]
        if of_kind:
            lines.append(text(show.of_kind(kind, of_kind)))
    return lines or [text(f"  {_(texts.NOTHING)}")]


def made_of(view: KoikoiView, players: Players, seat: Seat) -> list[Line]:
    """Return the yaku that a seat has made, with their points."""
    lines = [text(made_in_all(view, players, seat), "strong")]
    return lines + [text(f"  {made_yaku(each)}") for each in view.yaku[seat]]


def made_yaku(made: Made) -> str:
    return f"{texts.yaku_name(made.yaku)}{_(sentences.COLON)}{texts.points(made.points)}"


def made_in_all(view: KoikoiView, players: Players, seat: Seat) -> str:
    """Return what a seat's yaku count, and what they would score now."""
    total, title = view.totals[seat], show.no_yaku
    if total and view.is_round_over:
        title = show.yaku_counted
    elif total:
        title = show.yaku_title if view.can_end(seat) else show.yaku_must_grow
    return title(players.other(seat), points=texts.points(total), worth=view.worth[seat])


def _lacked_by(view: KoikoiView, seat: Seat, near: int, name: Named) -> list[Line]:
    hoped = [each for each in nearest(view, seat) if each.lacking <= near]
    return [text(_lacking(each, name)) for each in hoped]


def nearest(view: KoikoiView, seat: Seat) -> list[Progress]:
    """Return the yaku that a seat can still make, those that lack least first."""
    unmade = [
        each for each in view.progress[seat] if not each.points and _is_hoped(each, view, seat)
    ]
    return sorted(unmade, key=lambda one: one.lacking)


def _is_hoped(progress: Progress, view: KoikoiView, seat: Seat) -> bool:
    """Return whether the cards can still be captured, in the turns left.

    A card played and a card turned each capture at most what a month has: three simples, or one
    card of any other kind that makes a yaku.
    """
    held = view.held if seat == view.seat else view.other_hand
    chances = 2 * (len(held) + (view.mover == seat))
    at_once = 3 if progress.yaku is Yaku.KASU else 1
    return progress.reachable and progress.lacking <= chances * at_once


def _others(view: KoikoiView, seat: Seat) -> list[Line]:
    """Return the yaku that are far away, and those out of reach."""
    hoped, missing = nearest(view, seat), _("{yaku} (missing {n})")
    far = [
        missing.format(yaku=each.yaku.value, n=each.lacking)
        for each in hoped
        if each.lacking > IN_SIGHT
    ]
    lost = [p.yaku.value for p in view.progress[seat] if not p.points and p not in hoped]
    lists = [(_("  further away: {names}"), far), (_("  out of reach: {names}"), lost)]
    return [text(words.format(names=", ".join(names))) for words, names in lists if names]


def _lacking(progress: Progress, name: Named) -> str:
    yaku, lacking, coming = texts.yaku_name(progress.yaku), progress.lacking, len(progress.wanted)
    if coming > FEW or not progress.is_free:
        sentence = _("  {yaku}, missing {n}; {coming} still available")
        return sentence.format(yaku=yaku, n=lacking, coming=coming)
    if 0 < len(progress.required) < lacking:
        sentence = _("  {yaku}, missing: {card}, and {n} of: {cards}")
        rest = [face for face in progress.wanted if face not in progress.required]
        return sentence.format(
            yaku=yaku,
            card=", ".join(map(name, progress.required)),
            n=lacking - len(progress.required),
            cards=", ".join(map(name, rest)),
        )
    all_of, some_of = _("  {yaku}, missing: {cards}"), _("  {yaku}, missing {n} of: {cards}")
    sentence = all_of if lacking == coming else some_of
    return sentence.format(yaku=yaku, n=lacking, cards=", ".join(map(name, progress.wanted)))
