"""A table of Hanabi as areas of cards, for a page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, face_of, rank_of
from p2p_hanabi.ui.kit.i18n import N_, _
from p2p_hanabi.ui.replay.by_eyes import hidden_from, words
from p2p_hanabi.ui.replay.recording import Recording, Spectator, spectator
from p2p_hanabi.ui.table.areas import Area, Drawn, Front
from p2p_hanabi.ui.table.table_players import Players
from protocol.game import Card, Face, Seat

from ..moves import Move
from ..view import CardInfo, HanabiView, SeenCard
from . import painter
from .editions import is_black
from .knowledge import hints_on
from .seen import pointed_at
from .sentences import colour as colour_name
from .sentences import colour_letters
from .story import face_name

FIREWORKS = N_("Fireworks")
LAST_HINT = N_("touched by the last hint")
_Hidden = Mapping[Card, tuple[str, ...]]


def of_recording(recording: Recording[HanabiView, Move], moment: int) -> Sequence[Area]:
    """Return the table at that moment, for all eyes in one."""
    view, players = recording.view(moment, Spectator.EVERYTHING), spectator(recording)
    hidden = {
        info.card: hidden_from(recording, moment, info.card) for hand in view.hands for info in hand
    }
    fireworks = tuple(_firework(colour, top) for colour, top in enumerate(view.fireworks))
    return [
        Area(_(FIREWORKS), fireworks, words([painter.tokens(view)]), is_shared=True),
        *(_hand(view, seat, players, hidden) for seat in players.from_next),
        Area("", lines=words(painter.discards(view)), is_shared=True),
    ]


def _firework(colour: int, height: int) -> Drawn:
    told = _("{colour}, {height} of 5").format(colour=colour_name(colour), height=height)
    if not height:
        return Drawn(Front(told, foot=colour_letters()[colour]))
    return Drawn(_front(face_of(colour, height)))


def _hand(view: HanabiView, seat: Seat, players: Players, hidden: _Hidden) -> Area:
    name, is_turn = players.name(seat), view.actor == seat
    title = _("{who} is to move").format(who=name) if is_turn else name
    hinted = pointed_at(view)
    cards = [_card(info, view, hinted, hidden) for info in view.hands[seat]]
    return Area(title, tuple(cards), is_turn=is_turn)


def _card(info: CardInfo, view: HanabiView, hinted: Collection[Card], hidden: _Hidden) -> Drawn:
    return Drawn(
        front=_front(info.face) if isinstance(info, SeenCard) else None,
        below=hints_on(info, view.colours),
        mark=_(LAST_HINT) if info.card in hinted else "",
        hidden_from=hidden[info.card],
    )


def _front(face: Face) -> Front:
    """The fifth colour is black in the box of 2010."""
    colour = COLOURS[colour_of(face)]
    drawing = "black" if colour == "white" and is_black() else colour
    letter = colour_letters()[colour_of(face)]
    return Front(face_name(face), (drawing,), str(rank_of(face)), letter)
