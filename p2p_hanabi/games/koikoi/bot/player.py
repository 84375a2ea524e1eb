"""A player of Koi-Koi that looks at its view alone.

It captures what brings it nearer to yaku and keeps the other from them, throws what helps the other
least, and says koi when going on is worth more points than stopping. It is deterministic.
"""

from __future__ import annotations

from protocol.game import Card, Face

from ..hanafuda import bits, listed, month_of, of_month
from ..moves import Koi, Move, Play, Shobu, Show, Take
from ..state import Task
from ..view import KoikoiView
from .mind import Mind


def choose(view: KoikoiView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    mind = Mind(view)
    match view.task:
        case Task.CALL:
            return _call(mind)
        case Task.TAKE if view.placing:
            return _take(mind, view.placing.face)
        case Task.PLAY:
            return _play(mind)
    return next((move for move in view.moves if isinstance(move, Show)), view.moves[0])


def _play(mind: Mind) -> Move:
    faces = {seen.card: seen.face for seen in mind.view.hand}

    def worth(card: Card) -> float:
        return _worth(mind, faces[card])

    return Play(max((seen.card for seen in mind.view.hand), key=worth))


def _worth(mind: Mind, face: Face) -> float:
    """What putting down this card is worth, with what it leaves to oneself and to the other."""
    hand = mind.hand & ~(1 << face)
    lying = mind.table & of_month(month_of(face))
    if not lying:
        table = mind.table | 1 << face
        return mind.left_to_do(hand, table) - mind.exposed(table)
    if lying.bit_count() == 2:
        lying = max((1 << each for each in listed(lying)), key=mind.gain)
    table = mind.table & ~lying
    return mind.gain(1 << face | lying) + mind.left_to_do(hand, table) - mind.exposed(table)


def _take(mind: Mind, face: Face) -> Move:
    def worth(move: Move) -> float:
        taken = bits(seen.face for seen in mind.view.table if move == Take(seen.card))
        return mind.gain(1 << face | taken)

    return max(mind.view.moves, key=worth)


def _call(mind: Mind) -> Move:
    """In the last round what counts is who is ahead; before, the points to hope for."""
    view = mind.view
    now = view.worth[view.seat]
    if view.round == view.rounds:
        ahead = view.scores[view.seat] + now - view.scores[view.other]
        return Shobu() if ahead > 0 else Koi()
    return Koi() if mind.worth_of_koi() > now else Shobu()
