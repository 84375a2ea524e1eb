"""Players of Koi-Koi for the bot to be measured with: `p2phanabi arena koikoi`.

`--style human+tests.beginners.koikoi:greedy` seats one of them.
"""

from __future__ import annotations

from p2p_hanabi.games.koikoi.bot import player
from p2p_hanabi.games.koikoi.hanafuda import points_of
from p2p_hanabi.games.koikoi.moves import Koi, Move, Play, Shobu, Take
from p2p_hanabi.games.koikoi.state import Task
from p2p_hanabi.games.koikoi.view import KoikoiView
from protocol.game import Face


def greedy(view: KoikoiView) -> Move:
    """Capture the dearest cards, throw the cheapest, and always stop."""
    match view.task:
        case Task.CALL:
            return Shobu()
        case Task.TAKE:
            faces = {Take(seen.card): seen.face for seen in view.table}
            return max(view.moves, key=lambda move: points_of(faces[move]) if move in faces else 0)
        case Task.PLAY:
            dearest = max(
                view.hand, key=lambda seen: (_captured(view, seen.face), -points_of(seen.face))
            )
            return Play(dearest.card)
    return view.moves[0]


def _captured(view: KoikoiView, face: Face) -> int:
    matches = [points_of(seen.face) for seen in view.matches(face)]
    if len(matches) == 2:
        matches = [max(matches)]
    return sum(matches) + points_of(face) if matches else 0


def never_koi(view: KoikoiView) -> Move:
    """Play as the bot does, but always stop."""
    if Koi() in view.moves:
        return Shobu()
    return player.choose(view)
