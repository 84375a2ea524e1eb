"""A player of Hanabi that looks at its view alone, by the conventions of `conventions`.

It plays what it believes playable, tells what makes others play or keep their last copies, and
discards what is of no use or its oldest card that no hint has pointed at. With one mistake left it
plays only what is certain, so it never loses the game; where the first mistake loses, it trusts
hints that are fresh. It is deterministic.
"""

from __future__ import annotations

from p2p_hanabi.games.common.firework_cards import colour_of, listed, rank_of

from ..moves import Discard, Hint, Move, Play
from ..view import CardInfo, HanabiView
from .conventions import bits
from .hints import HARM, best_hint, rescue
from .mind import Mind, mind_of

_URGENT = 8.0


def choose(view: HanabiView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    return chosen(mind_of(view))


def chosen(mind: Mind) -> Move:
    """Return the move that `choose` makes with this in mind."""
    hint, worth = best_hint(mind)
    if urgent := rescue(mind):
        return urgent
    if play := _best_play(mind):
        return play
    if hint and worth >= _threshold(mind):
        return hint
    if gamble := _gamble(mind):
        return gamble
    return _least_evil(mind, hint, worth)


def _least_evil(mind: Mind, hint: Hint | None, worth: float) -> Move:
    """With nothing good to do: a discard where it is allowed and costs no card of use."""
    view = mind.view
    discard = _discard(mind)
    if view.blue == view.rules.blue or not discard:
        return hint or _play(mind, _likeliest(mind))
    if hint and _regretted(mind, discard) and worth > HARM / 2:
        return hint
    return Discard(discard.card)


def _threshold(mind: Mind) -> float:
    """How much a hint must be worth to be given rather than a card discarded."""
    view = mind.view
    if view.turns_left is not None:
        return _URGENT
    if view.blue == view.rules.blue or _pace(view) <= 0:
        return -20.0
    return 4.0 if view.blue >= 4 else 6.0


def _pace(view: HanabiView) -> int:
    """How many more cards can be discarded before points are out of reach."""
    return view.score + view.pile + view.players - sum(view.reachable)


def _best_play(mind: Mind) -> Play | None:
    """The lowest card that is believed playable: it opens the way for most others."""
    plays = mind.plays(mind.view.seat)
    if not plays:
        return None
    return _play(mind, min(plays, key=lambda c: (rank_of(listed(mind.live(c))[0]), c.card)))


def _gamble(mind: Mind) -> Play | None:
    """In the last lap a card that may fit is better played, if a mistake costs nothing."""
    if mind.view.turns_left is None or mind.view.red + 1 == mind.view.rules.red:
        return None
    best = _likeliest(mind)
    return _play(mind, best) if mind.live(best) & mind.playable else None


def _likeliest(mind: Mind) -> CardInfo:
    return max(mind.view.hand, key=lambda info: _share(mind.live(info), mind.playable))


def _play(mind: Mind, info: CardInfo) -> Play:
    """With its colour where that may be named and is certain: the only one in which it can fit."""
    fitting = {colour_of(face) for face in listed(bits(info.deduced) & mind.playable)}
    if mind.view.rules.announce and len(fitting) == 1:
        return Play(info.card, fitting.pop())
    return Play(info.card)


def _regretted(mind: Mind, info: CardInfo) -> bool:
    """Whether a hint is better given than this card discarded, since it has been pointed at."""
    useless = not mind.live(info) & ~mind.dead
    return not useless and info != mind.chop(mind.view.seat)


def _discard(mind: Mind) -> CardInfo | None:
    """What is of no use, else the chop, else the card that is least likely to be missed.

    Never what is certain to be a last copy, if there is anything else.
    """
    hand = mind.view.hand
    useless = next((info for info in hand if not mind.live(info) & ~mind.dead), None)
    chop = mind.chop(mind.view.seat)
    if useless or (chop and not mind.last_copy(chop)):
        return useless or chop

    def loss(info: CardInfo) -> tuple[bool, float]:
        return mind.last_copy(info), _share(mind.live(info), mind.critical)

    return min(hand, key=loss, default=None)


def _share(faces: int, among: int) -> float:
    """Which part of these faces is among those."""
    return (faces & among).bit_count() / faces.bit_count()
