"""Untouched last copies: what the absence of a warning means, and the alarm.

A player who sees a last copy on the next seat's chop warns. So a chop is safe if the seat before
had a hint token and did not use it to warn. If it had none, it can still give the **alarm**: it
discards although everybody expects it to play, and the next seat keeps its chop.
"""

from __future__ import annotations

from ..state import Hinted, Played
from ..view import CardInfo
from .mind import Mind

_DANGEROUS, _SAFE_ENOUGH = 0.25, 0.4


def chop_is_in_danger(mind: Mind) -> bool:
    """Return whether this seat can only discard its chop, which may be a last copy."""
    chop = mind.chop(mind.view.seat)
    if chop is None or any(not mind.live(info) & ~mind.dead for info in mind.view.hand):
        return False
    return _risk(mind, chop) >= _DANGEROUS


def is_safe_to_alarm(mind: Mind, discard: CardInfo) -> bool:
    """Return whether this discard would be understood as an alarm, and costs little."""
    view, table = mind.view, mind.knowledge
    if not table.knows_alarm(view.seat, mind.next_seat) or table.is_told(discard.card):
        return False
    has_play = any(table.is_told(info.card) for info in view.hand)
    return has_play and _risk(mind, discard) < _SAFE_ENOUGH


def _risk(mind: Mind, info: CardInfo) -> float:
    """Return how likely a card is a last copy, as its owner knows it; 0 for a chop without a
    warning."""
    if info == mind.chop(mind.view.seat) and could_be_warned(mind):
        return 0.0
    return share(mind.live(info), mind.critical)


def could_be_warned(mind: Mind) -> bool:
    """Return whether the seat before would have warned, and had a hint token for it."""
    view = mind.view
    if mind.knowledge.partners[mind.seat_before].is_stranger:
        return False
    match next(reversed(view.log), None):
        case Played() as played:
            return view.blue > played.earned
        case None | Hinted():
            return True
    return view.blue > 1


def share(faces: int, among: int) -> float:
    """Return the share of `faces` that are in `among`."""
    return (faces & among).bit_count() / faces.bit_count()
