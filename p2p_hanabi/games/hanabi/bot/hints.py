"""The worth of a hint: who would play what after it, and what would go wrong.

Worths are in thousandths of a card played at once, and were tuned by measurement. They are
integers, so that the best hint is the same on every computer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log2

from protocol.game import Card, Seat

from ..moves import Hint, HintColour, HintRank
from ..view import CardInfo, SeenCard
from .conventions import Promise, believed, bits_of, points_alone
from .finesses import Finesse, finesse
from .mind import Mind
from .partners import Manner

HARM = -10_000
"""The worth of making somebody misplay."""

_FIRST_PLAY, _FURTHER_PLAY, _STOPPED_PLAY = 1000, 600, -600
_STOPPED_MISTAKE = 1500
_RESCUE = 1200
_OF_USE, _LAST_COPY, _OF_NO_USE = 100, 100, -400
_MISLED = -800
_SOON, _LATER = 400, -100  # for each seat that moves before the receiver
_CALLED = 1200  # another seat plays the missing card
_WAITS = 500
_HALF_TOLD = 400  # a playable card, touched for a player who plays only certain cards
_ENOUGH_TO_RESCUE = 600
_KNOWN_TO_BE = [0, *(round(-40 * log2(faces)) for faces in range(1, 31))]  # by number of faces


@dataclass(frozen=True, slots=True)
class HintEffect:
    """A card before and after a hint, as its owner sees it. Sets of faces are bit masks."""

    info: SeenCard
    newly: bool  # touched for the first time
    is_touched: bool  # touched by this or an earlier hint
    good: bool  # really playable now, and nobody else is about to play a copy of it
    live_before: int
    live_after: int
    plays_before: bool
    plays_after: bool
    waits: bool  # its owner learns that it is playable once others have played theirs
    half_known: bool  # playable; its owner, who plays only certain cards, learns more about it

    @property
    def face(self) -> int:
        return 1 << self.info.face


def best_hint(mind: Mind) -> tuple[Hint | None, int]:
    """Return the hint of the highest worth, the first of equals; None if there is none."""
    best: Hint | None = None
    most = HARM
    for hint, worth in worths(mind):
        if best is None or worth > most:
            best, most = hint, worth
    return best, most


def rescue(mind: Mind) -> Hint | None:
    """Return the best hint that keeps the next seat from discarding a last copy: it touches that
    card, or gives that seat something to play. None if there is no such hint, or no danger."""
    threatened = mind.threatened(mind.next_seat)
    if threatened is None:
        return None
    best: Hint | None = None
    most = _ENOUGH_TO_RESCUE
    for hint, worth in worths(mind):
        if hint.seat == mind.next_seat and worth > most and _rescues(mind, hint, threatened):
            best, most = hint, worth
    return best


def _rescues(mind: Mind, hint: Hint, threatened: Card) -> bool:
    if threatened in hint.touched:
        return True
    return any(effect.good and effect.plays_after for effect in effects_of(mind, hint))


def worths(mind: Mind) -> list[tuple[Hint, int]]:
    """Return all legal hints with their worth; computed once."""
    if mind.worths is None:
        hints = [move for move in mind.view.moves if isinstance(move, HintColour | HintRank)]
        mind.worths = [(hint, _worth(mind, hint)) for hint in hints]
    return mind.worths


def _worth(mind: Mind, hint: Hint) -> int:
    ahead = (hint.seat - mind.view.seat) % mind.view.players
    if mind.view.turns_left is not None and ahead >= mind.view.turns_left:
        return 0  # its receiver has no turn left
    threatened = mind.threatened(hint.seat)
    worth, plays = _worth_of_calling(mind, hint), 0
    for effect in effects_of(mind, hint):
        worth += _worth_of_play(mind, effect, first=not plays)
        worth += _worth_of_pointing(mind, effect)
        plays += effect.good and effect.plays_after and not effect.plays_before
        if effect.info.card == threatened and effect.newly and not _next_is_worse(mind, hint):
            worth += _RESCUE + _LATER * ahead
    return worth + (_SOON + _LATER * ahead if plays else 0)


def called_by(mind: Mind, hint: Hint) -> tuple[Seat, Card] | None:
    """Return the seat that this hint calls on, and its card; None unless exactly one seat is."""
    found = _leap(mind, hint)
    return found.having[0] if found and len(found.having) == 1 else None


def _leap(mind: Mind, hint: Hint) -> Finesse | None:
    promised = mind.knowledge.promise(mind.view.seat, hint, mind.knowledge.hands[hint.seat])
    return finesse(mind.knowledge, mind.view.seat, hint, promised) if promised else None


def _worth_of_calling(mind: Mind, hint: Hint) -> int:
    """Return the worth of another seat playing the missing card because of this hint."""
    found = _leap(mind, hint)
    if not found or (not found.having and not found.others):
        return 0
    if not found.having:
        return HARM  # somebody would think they have it
    return _CALLED if len(found.having) == 1 else 0


def _next_is_worse(mind: Mind, hint: Hint) -> bool:
    """Return whether the card discarded instead is a last copy too."""
    return any(
        isinstance(info, SeenCard) and bool(1 << info.face & mind.critical)
        for info in [
            info
            for info in mind.in_order_of_discards(hint.seat)
            if info.card not in {*mind.knowledge.touched, *mind.knowledge.alarmed, *hint.touched}
        ][:1]
    )


def _worth_of_play(mind: Mind, effect: HintEffect, *, first: bool) -> int:
    """Return the worth of the card now being played, or no longer being played."""
    if effect.plays_after and not effect.plays_before:
        if not effect.good:
            is_known = effect.live_after == effect.face and effect.face & mind.playable
            return 0 if is_known else HARM  # a known duplicate is useless by then
        return _FIRST_PLAY if first else _FURTHER_PLAY
    if effect.plays_before and not effect.plays_after:
        return _STOPPED_PLAY if effect.good else _STOPPED_MISTAKE
    return 0


def _worth_of_pointing(mind: Mind, effect: HintEffect) -> int:
    """Return the worth of the card now being kept, and better known."""
    if not effect.is_touched:
        return 0
    before, after = effect.live_before.bit_count(), effect.live_after.bit_count()
    worth = _KNOWN_TO_BE[after] - _KNOWN_TO_BE[before]
    if effect.waits:
        worth += _WAITS
    if effect.half_known:
        worth += _HALF_TOLD
    if effect.newly:
        worth += _worth_of_keeping(mind, effect)
    if not effect.face & (effect.live_after | mind.dead):
        worth += _MISLED
    return worth


def _worth_of_keeping(mind: Mind, effect: HintEffect) -> int:
    if effect.face & mind.dead or _spoken_for(mind, effect.info):
        return _OF_NO_USE
    return _OF_USE + (_LAST_COPY if effect.face & mind.critical else 0)


def effects_of(mind: Mind, hint: Hint) -> Iterator[HintEffect]:
    """Yield the cards of the hinted hand, in hand order."""
    table = mind.knowledge
    hand = [info for info in mind.view.hands[hint.seat] if isinstance(info, SeenCard)]
    promised = table.promise(mind.view.seat, hint, [info.card for info in hand])
    manner, up = mind.understands(hint.seat), table.next_up(hint.seat)
    if promised and (found := finesse(table, mind.view.seat, hint, promised)) and found.having:
        focus, promise = promised
        face = 1 << table.faces[focus]
        up |= face
        promised = focus, replace(promise, faces=face, play=True)
    alike: set[int] = set()
    for info in hand:
        touched, before = info.card in hint.touched, info.card in table.touched
        live_before = mind.live(info)
        logical, live_after = _after(mind, hint, info, promised)
        taken = info.face in alike or _is_coming(mind, info)
        if touched:
            alike.add(info.face)
        good = bool(1 << info.face & mind.playable) and not taken
        plays_after = mind.will_play(live_after, logical)
        unsure = good and touched and not plays_after and live_after != live_before
        yield HintEffect(
            info=info,
            newly=touched and not before,
            is_touched=touched or before,
            good=good,
            live_before=live_before,
            live_after=live_after,
            plays_before=mind.will_play(live_before, bits_of(info.deduced)),
            plays_after=plays_after,
            waits=touched
            and not (taken or plays_after)
            and _learns(info, live_before, live_after, up),
            half_known=unsure and manner is not Manner.CONVENTIONS,
        )


def _learns(info: SeenCard, before: int, after: int, up: int) -> bool:
    """Return whether its owner now knows that the card is playable sooner or later."""
    return bool(1 << info.face & up and before & ~up) and not after & ~up


def _after(
    mind: Mind, hint: Hint, info: SeenCard, promised: tuple[Card, Promise] | None
) -> tuple[int, int]:
    """Return what a card's owner believes after the hint: by logic alone, and by its manner."""
    table, touched, card = mind.knowledge, info.card in hint.touched, info.card
    meant = mind.view.rules.meant_by(hint)
    logical = bits_of(info.deduced) & (meant if touched else ~meant)
    match mind.understands(hint.seat):
        case Manner.LITERAL:
            return logical, logical
        case Manner.ALONE:
            is_alone = card in table.alone or (touched and points_alone(hint))
            return logical, (logical & mind.playable if is_alone else 0) or logical
    promise = promised[1] if promised and promised[0] == card else table.promised(card)
    is_kept = not table.is_strict and (touched or card in table.touched)
    useless = mind.dead | table.pointed_at_before(card) if is_kept else 0
    return logical, believed(logical, promise, touched=is_kept, dead=useless)


def _is_coming(mind: Mind, info: SeenCard) -> bool:
    """Return whether another copy is about to be played."""
    return any(
        mind.will_play(mind.live(other), bits_of(other.deduced))
        for other in _others_like(mind, info)
    )


def _others_like(mind: Mind, info: SeenCard) -> Iterator[CardInfo]:
    for hand in mind.view.hands:
        for other in hand:
            if other.card in mind.knowledge.touched and other.card != info.card:
                if isinstance(other, SeenCard):
                    if other.face == info.face:
                        yield other
                elif mind.live(other) == 1 << info.face:
                    yield other


def _spoken_for(mind: Mind, info: SeenCard) -> bool:
    """Return whether another copy has been touched before."""
    return any(True for _ in _others_like(mind, info))
