"""The reason for a move of the Koi-Koi bot."""

from __future__ import annotations

from p2p_hanabi.seam.decisions import Decision, Why

from ..hanafuda import month_of, of_month
from ..moves import Koi, Move, Play, Shobu, Take
from ..view import KoikoiView
from ..whys import KoikoiWhy
from .mind import Mind
from .player import choose


def decide(view: KoikoiView) -> Decision[Move]:
    """Return the move of `player.choose`, and the reason for it."""
    move = choose(view)
    return Decision(move, _why(Mind(view), move))


def _why(mind: Mind, move: Move) -> Why | None:
    match move:
        case Play(card=card):
            face = next(seen.face for seen in mind.view.hand if seen.card == card)
            lies = mind.table & of_month(month_of(face))
            return (KoikoiWhy.CAPTURES if lies else KoikoiWhy.THROWS).reason()
        case Take():
            return KoikoiWhy.TAKES.reason()
        case Koi() | Shobu():
            return _why_called(mind, goes_on=isinstance(move, Koi))
    return None


def _why_called(mind: Mind, *, goes_on: bool) -> Why:
    now, hoped = mind.stopping(mind.mine), mind.going_on(mind.hand, mind.table, mind.mine)
    code = KoikoiWhy.GOES_ON if goes_on else KoikoiWhy.STOPS
    return code.reason(now=round(100 * now), hoped=round(100 * hoped))
