"""Last copies at which nobody has pointed: what it means that nobody warned, and the alarm.

Whoever sees a last copy on the chop of the next seat warns. So a chop is safe if the seat before
had a hint and did not give it for this. If it had none, it can still give the **alarm**: it
discards although all expect it to play, and the next seat keeps its chop.
"""

from __future__ import annotations

from ..state import Hinted, Played
from ..view import CardInfo
from .mind import Mind

_DANGEROUS, _SAFE_ENOUGH = 0.25, 0.4


def chop_is_in_danger(mind: Mind) -> bool:
    """Return whether this seat has nothing but its chop to discard, and that may be a last copy."""
    chop = mind.chop(mind.view.seat)
    if chop is None or any(not mind.live(info) & ~mind.dead for info in mind.view.hand):
        return False
    return _risk(mind, chop) >= _DANGEROUS


def is_safe_to_alarm(mind: Mind, discard: CardInfo) -> bool:
    """Return whether this discard would be heard as an alarm, and costs little."""
    view, table = mind.view, mind.table
    if not table.knows_alarm(view.seat, mind.next_seat) or table.is_told(discard.card):
        return False
    has_play = any(table.is_told(info.card) for info in view.hand)
    return has_play and _risk(mind, discard) < _SAFE_ENOUGH


def _risk(mind: Mind, info: CardInfo) -> float:
    """How likely a card is a last copy, by what its owner knows; not if nobody warned."""
    if info == mind.chop(mind.view.seat) and could_be_warned(mind):
        return 0.0
    return share(mind.live(info), mind.critical)


def could_be_warned(mind: Mind) -> bool:
    """Return whether the seat before would have warned, and had a hint when it made its move."""
    view = mind.view
    if mind.table.partners[mind.seat_before].is_stranger:
        return False
    match next(reversed(view.log), None):
        case Played() as played:
            return view.blue > played.earned
        case None | Hinted():
            return True
    return view.blue > 1


def share(faces: int, among: int) -> float:
    """Return which part of these faces is among those."""
    return (faces & among).bit_count() / faces.bit_count()
