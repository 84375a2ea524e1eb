"""What a hint is worth: who would play what after it, and what would go wrong.

The worths are in thousandths of a card played at once, and were settled by measuring. They are
whole numbers, so that the best hint is the same on every computer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log2

from protocol.game import Card, Seat

from ..moves import Hint, HintColour, HintRank
from ..view import CardInfo, SeenCard
from .conventions import Promise, believed, bits_of, points_alone
from .leaps import Leap, leap
from .mind import Mind
from .partners import Manner

HARM = -10_000
"""The worth of making somebody play what does not fit."""

_FIRST_PLAY, _FURTHER_PLAY, _STOPPED_PLAY = 1000, 600, -600
_STOPPED_MISTAKE = 1500
_RESCUE = 1200
_OF_USE, _LAST_COPY, _OF_NO_USE = 100, 100, -400
_MISLED = -800
_SOON, _LATER = 400, -100  # for each seat that moves before the receiver
_CALLED = 1200  # another seat plays the card in between
_WAITS = 500
_HALF_TOLD = 400  # a card that fits, pointed at for one who plays only what is certain
_ENOUGH_TO_RESCUE = 600
_KNOWN_TO_BE = [0, *(round(-40 * log2(faces)) for faces in range(1, 31))]  # one of so many faces


@dataclass(frozen=True, slots=True)
class Told:
    """A card before and after a hint, as its owner sees it. Sets of faces are bits."""

    info: SeenCard
    newly: bool  # pointed at for the first time
    kept: bool  # pointed at by this or an earlier hint
    good: bool  # could in truth be placed now, and nobody else is about to place its like
    live_before: int
    live_after: int
    plays_before: bool
    plays_after: bool
    waits: bool  # its owner learns that it fits once what others are to play is placed
    half_told: bool  # its owner, who goes by what is certain, knows more of a card that fits

    @property
    def face(self) -> int:
        return 1 << self.info.face


def best_hint(mind: Mind) -> tuple[Hint | None, int]:
    """Return the hint of the highest worth, the first of equals; None if none can be given."""
    best: Hint | None = None
    most = HARM
    for hint, worth in worths(mind):
        if best is None or worth > most:
            best, most = hint, worth
    return best, most


def rescue(mind: Mind) -> Hint | None:
    """Return the best hint that keeps the next seat from throwing away a last copy: it points at
    that card, or gives that seat something to play. None if there is none, or no danger."""
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
    return any(told.good and told.plays_after for told in told_by(mind, hint))


def worths(mind: Mind) -> list[tuple[Hint, int]]:
    """Return all hints that can be given, with what they are worth; worked out once."""
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
    for told in told_by(mind, hint):
        worth += _worth_of_play(mind, told, first=not plays)
        worth += _worth_of_pointing(mind, told)
        plays += told.good and told.plays_after and not told.plays_before
        if told.info.card == threatened and told.newly and not _next_is_worse(mind, hint):
            worth += _RESCUE + _LATER * ahead
    return worth + (_SOON + _LATER * ahead if plays else 0)


def called_by(mind: Mind, hint: Hint) -> tuple[Seat, Card] | None:
    """Return the seat that is called on by this hint, and its card; None if no one seat is."""
    found = _leap(mind, hint)
    return found.having[0] if found and len(found.having) == 1 else None


def _leap(mind: Mind, hint: Hint) -> Leap | None:
    told = mind.table.promise(mind.view.seat, hint, mind.table.hands[hint.seat])
    return leap(mind.table, mind.view.seat, hint, told) if told else None


def _worth_of_calling(mind: Mind, hint: Hint) -> int:
    """What it is worth that another seat plays, because of this hint, the card that is missing."""
    found = _leap(mind, hint)
    if not found or (not found.having and not found.others):
        return 0
    if not found.having:
        return HARM  # somebody would think to have it
    return _CALLED if len(found.having) == 1 else 0


def _next_is_worse(mind: Mind, hint: Hint) -> bool:
    """Whether the card that is discarded instead is a last copy too."""
    return any(
        isinstance(info, SeenCard) and bool(1 << info.face & mind.critical)
        for info in [
            info
            for info in mind.in_order_of_discards(hint.seat)
            if info.card not in {*mind.table.touched, *mind.table.kept, *hint.touched}
        ][:1]
    )


def _worth_of_play(mind: Mind, told: Told, *, first: bool) -> int:
    """What it is worth that the card will now be played, or no longer."""
    if told.plays_after and not told.plays_before:
        if not told.good:
            is_known = told.live_after == told.face and told.face & mind.playable
            return 0 if is_known else HARM  # a second one is known to be of no use by then
        return _FIRST_PLAY if first else _FURTHER_PLAY
    if told.plays_before and not told.plays_after:
        return _STOPPED_PLAY if told.good else _STOPPED_MISTAKE
    return 0


def _worth_of_pointing(mind: Mind, told: Told) -> int:
    """What it is worth that the card will now be kept, and is better known."""
    if not told.kept:
        return 0
    before, after = told.live_before.bit_count(), told.live_after.bit_count()
    worth = _KNOWN_TO_BE[after] - _KNOWN_TO_BE[before]
    if told.waits:
        worth += _WAITS
    if told.half_told:
        worth += _HALF_TOLD
    if told.newly:
        worth += _worth_of_keeping(mind, told)
    if not told.face & (told.live_after | mind.dead):
        worth += _MISLED
    return worth


def _worth_of_keeping(mind: Mind, told: Told) -> int:
    if told.face & mind.dead or _spoken_for(mind, told.info):
        return _OF_NO_USE
    return _OF_USE + (_LAST_COPY if told.face & mind.critical else 0)


def told_by(mind: Mind, hint: Hint) -> Iterator[Told]:
    """Yield the cards of the hand that is hinted at, in hand order."""
    table = mind.table
    hand = [info for info in mind.view.hands[hint.seat] if isinstance(info, SeenCard)]
    promised = table.promise(mind.view.seat, hint, [info.card for info in hand])
    manner, up = mind.hears(hint.seat), table.next_up(hint.seat)
    if promised and (found := leap(table, mind.view.seat, hint, promised)) and found.having:
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
        yield Told(
            info=info,
            newly=touched and not before,
            kept=touched or before,
            good=good,
            live_before=live_before,
            live_after=live_after,
            plays_before=mind.will_play(live_before, bits_of(info.deduced)),
            plays_after=plays_after,
            waits=touched
            and not (taken or plays_after)
            and _learns(info, live_before, live_after, up),
            half_told=unsure and manner is not Manner.CONVENTIONS,
        )


def _learns(info: SeenCard, before: int, after: int, up: int) -> bool:
    """Whether its owner now knows that the card fits sooner or later."""
    return bool(1 << info.face & up and before & ~up) and not after & ~up


def _after(
    mind: Mind, hint: Hint, info: SeenCard, told: tuple[Card, Promise] | None
) -> tuple[int, int]:
    """What the owner of a card makes of it after the hint: by logic, and by its manner."""
    table, touched, card = mind.table, info.card in hint.touched, info.card
    meant = mind.view.rules.meant_by(hint)
    logical = bits_of(info.deduced) & (meant if touched else ~meant)
    match mind.hears(hint.seat):
        case Manner.LITERAL:
            return logical, logical
        case Manner.ALONE:
            is_alone = card in table.alone or (touched and points_alone(hint))
            return logical, (logical & mind.playable if is_alone else 0) or logical
    promise = told[1] if told and told[0] == card else table.promised(card)
    is_kept = not table.is_strict and (touched or card in table.touched)
    useless = mind.dead | table.pointed_at_before(card) if is_kept else 0
    return logical, believed(logical, promise, touched=is_kept, dead=useless)


def _is_coming(mind: Mind, info: SeenCard) -> bool:
    """Whether another card of this face is about to be played."""
    return any(
        mind.will_play(mind.live(other), bits_of(other.deduced))
        for other in _others_like(mind, info)
    )


def _others_like(mind: Mind, info: SeenCard) -> Iterator[CardInfo]:
    for hand in mind.view.hands:
        for other in hand:
            if other.card in mind.table.touched and other.card != info.card:
                if isinstance(other, SeenCard):
                    if other.face == info.face:
                        yield other
                elif mind.live(other) == 1 << info.face:
                    yield other


def _spoken_for(mind: Mind, info: SeenCard) -> bool:
    """Whether another card of this face has been pointed at before."""
    return any(True for _ in _others_like(mind, info))
