"""A player of Hanabi that looks at its view alone, by the conventions of `hanabi_conventions`.

It plays what it believes playable, tells what makes others play or keep their last copies, and
discards what is of no use or its oldest card that no hint has pointed at. With one mistake left it
plays only what is certain, so it never loses the game. It is deterministic.
"""

from __future__ import annotations

from p2p_hanabi.games.hanabi_cards import listed, rank_of
from p2p_hanabi.games.hanabi_moves import Discard, Move, Play
from p2p_hanabi.games.hanabi_view import CardInfo, HanabiView
from protocol.game import Seat

from .hanabi_hints import HARM, best_hint
from .hanabi_mind import Mind, mind_of

_URGENT = 8.0


def choose(view: HanabiView) -> Move:
    """One of `view.moves`, for the seat that is to act."""
    mind = mind_of(view)
    hint, worth = best_hint(mind)
    if hint and worth >= _URGENT and _next_seat_errs(mind):
        return hint
    if play := _best_play(mind):
        return play
    if hint and worth >= _threshold(mind):
        return hint
    if gamble := _gamble(mind):
        return gamble
    if hint and (view.blue == view.blue_max or (_all_of_use(mind) and worth > HARM / 2)):
        return hint
    return _discard(mind)


def _threshold(mind: Mind) -> float:
    """How much a hint must be worth to be given rather than a card discarded."""
    view = mind.view
    if view.turns_left is not None:
        return _URGENT
    if view.blue == view.blue_max or _pace(view) <= 0:
        return -20.0
    return 4.0 if view.blue >= 4 else 6.0


def _pace(view: HanabiView) -> int:
    """How many more cards can be discarded before points are out of reach."""
    return view.score + view.pile + view.players - view.reachable_score


def _next_seat_errs(mind: Mind) -> bool:
    """Whether the next seat, if told nothing, discards a last copy."""
    return mind.threatened(Seat((mind.view.seat + 1) % mind.view.players)) is not None


def _best_play(mind: Mind) -> Play | None:
    """The lowest card that is believed playable: it opens the way for most others."""
    plays = mind.plays(mind.view.seat)
    if not plays:
        return None
    return Play(min(plays, key=lambda info: (rank_of(listed(mind.live(info))[0]), info.card)).card)


def _gamble(mind: Mind) -> Play | None:
    """In the last lap a card that may fit is better played, if a mistake costs nothing."""
    view = mind.view
    if view.turns_left is None or mind.careful:
        return None
    best = max(view.hand, key=lambda info: _share(mind.live(info), mind.playable))
    return Play(best.card) if mind.live(best) & mind.playable else None


def _all_of_use(mind: Mind) -> bool:
    """Whether there is nothing to discard that is of no use or was never pointed at."""
    hand = mind.view.hand
    return mind.chop(mind.view.seat) is None and not any(mind.useless(info) for info in hand)


def _discard(mind: Mind) -> Move:
    """What is of no use, else the chop, else the card that is least likely to be missed."""
    hand = mind.view.hand
    for info in hand:
        if not mind.live(info) & ~mind.dead:
            return Discard(info.card)
    chop = mind.chop(mind.view.seat)
    if chop:
        return Discard(chop.card)

    def loss(info: CardInfo) -> float:
        return _share(mind.live(info), mind.critical)

    return Discard(min(hand, key=loss).card)


def _share(faces: int, among: int) -> float:
    """Which part of these faces is among those."""
    return (faces & among).bit_count() / faces.bit_count()
