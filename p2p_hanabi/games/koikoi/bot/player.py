"""A Koi-Koi bot that uses its view alone.

It makes the move after which it is most likely to win the game: it captures cards that bring it
nearer to yaku or deny them to the opponent, throws those that help the opponent least, and says koi
when going on promises more than stopping. It is deterministic.
"""

from __future__ import annotations

from p2p_hanabi.games.common.face_sets import listed
from protocol.game import Face

from ..hanafuda import month_of, of_month
from ..moves import Koi, Move, Play, Shobu, Show, Take
from ..state import Task
from ..view import KoikoiView
from .mind import Mind


def choose(view: KoikoiView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    mind = Mind(view)
    match view.task:
        case Task.CALL:
            return Koi() if _goes_on(mind) else Shobu()
        case Task.TAKE if view.placing:
            return _take(mind, view.placing.face)
        case Task.PLAY if len(view.moves) > 1:
            return _play(mind)
    return next((move for move in view.moves if isinstance(move, Show)), view.moves[0])


def _play(mind: Mind) -> Move:
    def worth(move: Move) -> float:
        return _put_down(mind, faces[move])

    faces: dict[Move, Face] = {Play(seen.card): seen.face for seen in mind.view.hand}
    return max(faces, key=worth)


def _put_down(mind: Mind, face: Face) -> float:
    """Return the worth of playing this card."""
    hand, lying = mind.hand & ~(1 << face), mind.table & of_month(month_of(face))
    if not lying:
        return _rounded(mind.worth(hand, mind.table | 1 << face, mind.mine))
    if lying.bit_count() == 2:
        return max(_capturing(mind, hand, face, 1 << each) for each in listed(lying))
    return _capturing(mind, hand, face, lying)


def _take(mind: Mind, face: Face) -> Move:
    faces: dict[Move, Face] = {Take(seen.card): seen.face for seen in mind.view.table}
    return max(
        mind.view.moves, key=lambda move: _capturing(mind, mind.hand, face, 1 << faces[move])
    )


def _capturing(mind: Mind, hand: int, face: Face, taken: int) -> float:
    """Return the worth of capturing these cards of the table with this one."""
    return _rounded(mind.worth(hand, mind.table & ~taken, mind.mine | taken | 1 << face))


def _goes_on(mind: Mind) -> bool:
    """Return whether saying koi is worth more than stopping."""
    on = mind.going_on(mind.hand, mind.table, mind.mine)
    return _rounded(on) > _rounded(mind.stopping(mind.mine))


def _rounded(chance: float) -> float:
    """Round to billionths, so that machines that differ in the last bit choose alike."""
    return round(chance, 9)
