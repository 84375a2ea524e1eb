"""What a hint is worth: who would play what after it, and what would go wrong.

The worths are in tenths of a card played at once, and were settled by measuring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

from p2p_hanabi.games.common.firework_cards import of_colour, of_rank

from ..moves import Hint, HintColour, HintRank
from ..view import SeenCard
from .conventions import believed, bits
from .mind import Mind

HARM = -100.0
"""The worth of making somebody play what does not fit."""

_FIRST_PLAY, _FURTHER_PLAY, _STOPPED_PLAY = 10.0, 6.0, -6.0
_STOPPED_MISTAKE = 15.0
_RESCUE = 12.0
_OF_USE, _LAST_COPY, _OF_NO_USE = 1.0, 1.0, -4.0
_MISLED = -8.0
_BIT_LEARNT = 0.4
_SOON = 4.0


@dataclass(frozen=True, slots=True)
class _Told:
    """A card before and after a hint, as its owner sees it. Sets of faces are bits."""

    info: SeenCard
    newly: bool  # pointed at for the first time
    kept: bool  # pointed at by this or an earlier hint
    good: bool  # could in truth be placed now, and nobody else is about to place its like
    live_before: int
    live_after: int
    plays_before: bool
    plays_after: bool

    @property
    def face(self) -> int:
        return 1 << self.info.face


def best_hint(mind: Mind) -> tuple[Hint | None, float]:
    """Return the hint of the highest worth, the first of equals; None if none can be given."""
    hints = [move for move in mind.view.moves if isinstance(move, HintColour | HintRank)]
    if not hints:
        return None, HARM
    worths = [_worth(mind, hint) for hint in hints]
    best = max(worths)
    return hints[worths.index(best)], best


def _worth(mind: Mind, hint: Hint) -> float:
    ahead = (hint.seat - mind.view.seat) % mind.view.players
    if mind.view.turns_left is not None and ahead >= mind.view.turns_left:
        return 0.0  # its receiver has no turn left
    threatened = mind.threatened(hint.seat)
    worth, plays = 0.0, 0
    for told in _told(mind, hint):
        worth += _worth_of_play(told, first=not plays)
        worth += _worth_of_pointing(mind, told)
        plays += told.good and told.plays_after and not told.plays_before
        if told.info.card == threatened and told.newly:
            worth += _RESCUE - ahead
    return worth + (_SOON - ahead if plays else 0)


def _worth_of_play(told: _Told, *, first: bool) -> float:
    """What it is worth that the card will now be played, or no longer."""
    if told.plays_after and not told.plays_before:
        if not told.good:
            return HARM
        return _FIRST_PLAY if first else _FURTHER_PLAY
    if told.plays_before and not told.plays_after:
        return _STOPPED_PLAY if told.good else _STOPPED_MISTAKE
    return 0.0


def _worth_of_pointing(mind: Mind, told: _Told) -> float:
    """What it is worth that the card will now be kept, and is better known."""
    if not told.kept:
        return 0.0
    worth = _BIT_LEARNT * (log2(told.live_before.bit_count()) - log2(told.live_after.bit_count()))
    if told.newly:
        worth += _worth_of_keeping(mind, told)
    if not told.face & (told.live_after | mind.dead):
        worth += _MISLED
    return worth


def _worth_of_keeping(mind: Mind, told: _Told) -> float:
    if told.face & mind.dead or _spoken_for(mind, told.info):
        return _OF_NO_USE
    return _OF_USE + (_LAST_COPY if told.face & mind.critical else 0.0)


def _told(mind: Mind, hint: Hint) -> Iterator[_Told]:
    """The cards of the hand that is hinted at, in hand order."""
    table = mind.table
    hand = [info for info in mind.view.hands[hint.seat] if isinstance(info, SeenCard)]
    promised = table.promise(hint, [info.card for info in hand])
    meant = _meant(hint, table.colours)
    alike: set[int] = set()
    for info in hand:
        touched, before = info.card in hint.touched, info.card in table.touched
        promise = table.promises.get(info.card)
        if promised and promised[0] == info.card:
            promise = promised[1]
        deduced = bits(info.deduced)
        logical = deduced & (meant if touched else ~meant)
        live_before = mind.live(info)
        live_after = believed(logical, promise, touched=touched or before, dead=mind.dead)
        taken = info.face in alike or _spoken_for(mind, info)
        if touched:
            alike.add(info.face)
        yield _Told(
            info=info,
            newly=touched and not before,
            kept=touched or before,
            good=bool(1 << info.face & mind.playable) and not taken,
            live_before=live_before,
            live_after=live_after,
            plays_before=mind.will_play(live_before, deduced),
            plays_after=mind.will_play(live_after, logical),
        )


def _meant(hint: Hint, colours: int) -> int:
    if isinstance(hint, HintColour):
        return of_colour(hint.colour)
    return of_rank(hint.rank, colours)


def _spoken_for(mind: Mind, info: SeenCard) -> bool:
    """Whether another card of this face has been pointed at before."""
    others = (
        other
        for hand in mind.view.hands
        for other in hand
        if other.card in mind.table.touched and other.card != info.card
    )
    return any(
        other.face == info.face
        if isinstance(other, SeenCard)
        else mind.live(other) == 1 << info.face
        for other in others
    )
