"""What the last move implies to the bot beyond its effect: a warning not given, an alarm, or an
answer to a call. Derived from one seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from p2p_hanabi.games.common.face_sets import listed
from protocol.game import Card, Seat

from ..meanings import GivesHints, Sign, SignKind, TakenFor, UnderstandsHints
from ..past import hands_before
from ..state import Discarded, Entry, Hinted, Played
from ..view import HanabiView, SeenCard
from .conventions import Promise, TableKnowledge
from .mind import Mind, mind_of
from .partners import Manner
from .reading import read


def last_signs(view: HanabiView) -> tuple[Sign | UnderstandsHints | GivesHints, ...]:
    """Return what the last move of the log implies. All hands, including those of the log, must be
    in the order in which they were drawn."""
    if not view.log:
        return ()
    entry, moves = view.log[-1], len(view.log)
    before, after = read(view, moves - 1), read(view, moves)
    return (
        *_of_calls(before, after, entry),
        *_of_discards(view, before, after, entry),
        *_of_silence(view, entry),
        *_of_manners(before, after),
    )


def _of_calls(before: TableKnowledge, after: TableKnowledge, entry: Entry) -> Iterator[Sign]:
    """Yield what the move implies about the missing card of an earlier hint."""
    played = entry.move.card if isinstance(entry, Played) else None
    called = before.called.get(entry.seat)
    if called is not None and called.card != played:
        yield Sign(SignKind.NOT_ANSWERED, entry.seat, called.card)
    hinted_again = entry.move.touched if isinstance(entry, Hinted) else ()
    for focus, promise in before.promises.items():
        owner, now = before.holder[focus], after.promises.get(focus)
        if now is None or focus in hinted_again:
            continue
        if played is not None and promise.waits.get(played) == now.faces:
            yield Sign(SignKind.ANSWERED, owner, focus, listed(now.faces))
        elif lost := _waited_for(promise) & ~_waited_for(now):
            yield Sign(SignKind.NOT_MISSING, owner, focus, listed(lost))


def _waited_for(promise: Promise) -> int:
    return reduce(or_, promise.waits.values(), 0)


def _of_discards(
    view: HanabiView, before: TableKnowledge, after: TableKnowledge, entry: Entry
) -> Iterator[Sign]:
    """Yield what a discard by somebody who was told to play implies."""
    if not isinstance(entry, Discarded):
        return
    alarmed = after.alarmed - before.alarmed
    for card in alarmed:
        yield Sign(SignKind.ALARM, after.holder[card], card)
    if not alarmed and not before.is_careful:
        hand = hands_before(view)[len(view.log) - 1][entry.seat]
        expected = [card for card in hand if before.is_told(card) and not _is_certain(before, card)]
        yield from (Sign(SignKind.NOT_PLAYED, entry.seat, card) for card in expected[:1])


def _is_certain(table: TableKnowledge, card: Card) -> bool:
    return not table.logical(card) & ~table.playable()


def _of_silence(view: HanabiView, entry: Entry) -> Iterator[Sign]:
    """Yield what it implies that the next seat was not warned, if that seat may discard next."""
    seat = Seat((entry.seat + 1) % view.players)
    is_over = view.outcome is not None or view.turns_left is not None
    if is_over or view.actor not in (seat, None) or view.blue == view.rules.blue:
        return
    mind = mind_of(view)
    chop = mind.chop(seat)
    if chop is None or not _could_warn(mind, entry, seat) or _has_better(mind, seat):
        return
    if mind.live(chop) & mind.critical:
        is_seen = isinstance(chop, SeenCard) and bool(1 << chop.face & mind.critical)
        face = chop.face if isinstance(chop, SeenCard) and is_seen else None
        yield Sign(SignKind.NO_WARNING, seat, chop.card, face=face)


def _could_warn(mind: Mind, entry: Entry, seat: Seat) -> bool:
    """Return whether both seats know what a warning is, and a hint token was there for one."""
    partners = mind.knowledge.partners
    if not (partners[entry.seat].conforms and partners[seat].conforms):
        return False
    if isinstance(entry, Hinted):
        return entry.move.seat != seat
    return mind.view.blue > entry.earned


def _has_better(mind: Mind, seat: Seat) -> bool:
    """Return whether this seat has something to play, or knows a useless card."""
    useless = (not mind.live(info) & ~mind.dead for info in mind.view.hands[seat])
    return bool(mind.plays(seat)) or any(useless)


def _of_manners(
    before: TableKnowledge, after: TableKnowledge
) -> Iterator[UnderstandsHints | GivesHints]:
    """Yield the seats now assumed to understand or give hints in a different way."""
    for seat, now in after.partners.items():
        then = before.partners[seat]
        if now.understands is not then.understands:
            yield UnderstandsHints(seat, _TAKEN_FOR[now.understands])
        if now.gives is not then.gives:
            yield GivesHints(seat, _TAKEN_FOR[now.gives])


_TAKEN_FOR = {
    Manner.CONVENTIONS: TakenFor.CONVENTIONS,
    Manner.ALONE: TakenFor.POINTS,
    Manner.LITERAL: TakenFor.LITERAL,
}
