"""A Hanabi bot that follows the conventions of `conventions`, and uses its view alone.

It plays what it believes playable, gives hints that make others play or keep their last copies, and
discards useless cards or its chop. When the next mistake would lose, it plays only what is certain,
so it never loses the game; where the first mistake loses, it trusts fresh hints. It is
deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from protocol.game import Card, Face, Seat

from ..moves import Discard, Hint, Move, Play
from ..view import CardInfo, HanabiView
from . import endgame
from .danger import chop_is_in_danger, is_safe_to_alarm, share
from .hints import HARM, best_hint, rescue, worths
from .mind import Mind, mind_of

_URGENT = 800
_ANY, _HARMLESS = -2000, 0


def choose(view: HanabiView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    return chosen(mind_of(view))


def chosen(mind: Mind) -> Move:
    """Return the move that `choose` makes with this mind."""
    usual = usual_move(mind)
    if endgame.is_near(mind):
        return endgame.improved(mind, usual, _others(mind))
    return usual


def _others(mind: Mind) -> Iterator[Move]:
    """Yield the alternatives: all plays that may succeed, the discard, and, among hints that reveal
    the same, the most valuable one."""
    view = mind.view
    for info in view.hand:
        is_certain = not bits(info.deduced) & ~mind.playable
        if mind.live(info) & mind.playable and (is_certain or view.red + 1 < view.rules.red):
            yield _play(mind, info)
    discard = discard_of(mind)
    if discard and view.blue < view.rules.blue:
        yield Discard(discard.card)
    known: set[tuple[Seat, tuple[bool, ...]]] = set()
    for hint, worth in sorted(worths(mind), key=lambda each: -each[1]):
        after = hint.seat, endgame.known_after(mind, hint)
        if worth > HARM // 2 and after not in known:
            known.add(after)
            yield hint


def usual_move(mind: Mind) -> Move:
    """Return the move by the conventions, without simulating the end."""
    first = _called(mind) or rescue(mind) or _alarm(mind) or _best_play(mind)
    if first:
        return first
    hint, worth = best_hint(mind)
    if hint and worth >= _threshold(mind):
        return hint
    if gamble := _gamble(mind):
        return gamble
    return _least_evil(mind, hint, worth)


def _least_evil(mind: Mind, hint: Hint | None, worth: int) -> Move:
    """Return a move when none is good: a discard if it is legal and costs no useful card."""
    view = mind.view
    discard = discard_of(mind)
    if view.blue == view.rules.blue or not discard:
        return hint or _play(mind, _likeliest(mind))
    if hint and _regretted(mind, discard) and worth > HARM // 2:
        return hint
    return Discard(discard.card)


def _threshold(mind: Mind) -> int:
    """Return the worth from which a hint is better than a discard."""
    view = mind.view
    if view.turns_left is not None:
        return _URGENT
    if view.blue == view.rules.blue or _spares_the_pile(mind):
        return _ANY
    if chop_is_in_danger(mind) and not mind.is_among_strangers:
        return _HARMLESS  # a stranger would only discard another card
    return 400 if view.blue >= 4 else 600


def _spares_the_pile(mind: Mind) -> bool:
    """Return whether even a hint that says little is better than drawing a card from the pile.

    Two players score more without counting turns: a new card and a hint for it are worth the turn.
    """
    view, untold = mind.view, _untold(mind)
    if view.players == 2:
        return view.blue > untold + 1
    return view.blue > untold or _pace(view) <= 0


def _untold(mind: Mind) -> int:
    """Return how many cards are still needed that no hint has touched."""
    faces = [mind.knowledge.faces.get(card) for card in mind.knowledge.held]
    of_use = {face for face in faces if face is not None and not 1 << face & mind.dead}
    return sum(mind.view.reachable) - mind.view.score - len(of_use) - faces.count(None)


def _pace(view: HanabiView) -> int:
    """Return how many more cards can be discarded before points are out of reach (the pace)."""
    return view.score + view.pile + view.players - sum(view.reachable)


def _best_play(mind: Mind) -> Play | None:
    """Return a play of the lowest card believed playable: it makes way for most others.

    Of two cards believed to be the same, the one that was the focus of a hint is played.
    """

    def order(info: CardInfo) -> tuple[int, bool, Card]:
        is_focus = mind.knowledge.promised(info.card) is not None
        return rank_of(listed(mind.live(info))[0]), not is_focus, info.card

    plays = mind.plays(mind.view.seat)
    return _play(mind, min(plays, key=order)) if plays else None


def _called(mind: Mind) -> Play | None:
    """Return the play that this seat is called on to make now."""
    called = mind.knowledge.called.get(mind.view.seat)
    if called is None:
        return None
    info = next(info for info in mind.view.hand if info.card == called.card)
    return _play(mind, info) if info in mind.plays(mind.view.seat) else None


def _alarm(mind: Mind) -> Discard | None:
    """Return a discard where a play is expected, to make the next seat keep its chop when no hint
    token is left."""
    view = mind.view
    if view.blue or view.turns_left is not None or mind.threatened(mind.next_seat) is None:
        return None
    discard = discard_of(mind)
    is_safe = discard is not None and is_safe_to_alarm(mind, discard)
    return Discard(discard.card) if discard and is_safe else None


def _gamble(mind: Mind) -> Play | None:
    """Return a play that may succeed, in the last round, if a mistake costs nothing."""
    if mind.view.turns_left is None or mind.view.red + 1 == mind.view.rules.red:
        return None
    best = _likeliest(mind)
    return _play(mind, best) if mind.live(best) & mind.playable else None


def _likeliest(mind: Mind) -> CardInfo:
    return max(mind.view.hand, key=lambda info: share(mind.live(info), mind.playable))


def _play(mind: Mind, info: CardInfo) -> Play:
    """Return the play, with its colour announced if that is allowed and only one is possible."""
    fitting = {colour_of(face) for face in listed(bits(info.deduced) & mind.playable)}
    if mind.view.rules.announce and len(fitting) == 1:
        return Play(info.card, fitting.pop())
    return Play(info.card)


def _regretted(mind: Mind, info: CardInfo) -> bool:
    """Return whether a hint is better than discarding this card, which is neither useless nor the
    chop."""
    useless = not mind.live(info) & ~mind.dead
    is_chop = info == mind.chop(mind.view.seat)
    if mind.is_among_strangers:
        is_chop = info.card not in mind.knowledge.touched
    return not useless and not is_chop


def _least_missed(mind: Mind) -> CardInfo | None:
    """Return the card whose loss probably costs fewest points, among players who do not warn."""
    unseen, reachable = mind.unseen(), mind.view.reachable

    def cost(face: Face) -> int:
        if mind.dead >> face & 1:
            return 0
        points = reachable[colour_of(face)] - rank_of(face) + 1
        return points * (10 if mind.critical >> face & 1 else 1)

    def loss(info: CardInfo) -> float:
        faces = listed(mind.live(info))
        copies = sum([unseen[face] for face in faces])
        return sum([unseen[face] * cost(face) for face in faces]) / max(copies, 1)

    return min(mind.view.hand, key=loss, default=None)


def discard_of(mind: Mind) -> CardInfo | None:
    """Return a useless card, else the chop, else the card least likely to be missed.

    Never a certain last copy, if there is anything else.
    """
    hand = mind.view.hand
    useless = next((info for info in hand if not mind.live(info) & ~mind.dead), None)
    if not useless and mind.is_among_strangers:
        return _least_missed(mind)
    chop = mind.chop(mind.view.seat)
    if useless or (chop and not mind.last_copy(chop)):
        return useless or chop

    def loss(info: CardInfo) -> tuple[bool, float]:
        return mind.last_copy(info), share(mind.live(info), mind.critical)

    return min(hand, key=loss, default=None)
