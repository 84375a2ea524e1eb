"""A table of Hanabi as HTML, with drawn cards."""

from __future__ import annotations

from collections.abc import Iterator

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of
from p2p_hanabi.ui.kit.i18n import N_, _
from p2p_hanabi.ui.replay.recording import Recording, Spectator
from p2p_hanabi.ui.web.html import as_words, paragraph
from protocol.game import Seat

from ..moves import Move
from ..view import CardInfo, HanabiView, SeenCard
from . import painter
from .editions import is_black
from .knowledge import hints_on, short
from .sentences import colour as colour_name
from .story import face_name

FIREWORKS = N_("Fireworks")


def drawn(recording: Recording[HanabiView, Move], moment: int) -> Iterator[str]:
    """Yield the table at that moment, with cards; all eyes in one."""
    view = recording.view(moment, Spectator.EVERYTHING)
    yield f'<h3>{as_words(_(FIREWORKS))}</h3><ul class="cards">'
    for colour, height in enumerate(view.fireworks):
        name = _("{colour}, {height} of 5").format(colour=colour_name(colour), height=height)
        yield f'<li class="card firework {_paint(colour)}"><b>{height}</b>{as_words(name)}</li>'
    yield "</ul>"
    yield paragraph(painter.tokens(view))
    for seat, name in enumerate(recording.names):
        yield from _hand(view, Seat(seat), name)
    yield '<div class="lines">'
    yield from (paragraph(line) for line in painter.discards(view))
    yield "</div>"


def _hand(view: HanabiView, seat: Seat, name: str) -> Iterator[str]:
    turn = view.actor == seat
    title = _("{who} is to move").format(who=name) if turn else name
    yield f'<div class="hand{" turn" if turn else ""}" data-seat="{seat + 1}">'
    yield f'<h3>{as_words(title)}</h3><ol class="cards">'
    yield from (_card(info, view) for info in view.hands[seat])
    yield "</ol></div>"


def _card(info: CardInfo, view: HanabiView) -> str:
    back = _side("back", "?", _("hidden"))
    knows = f"<small>{as_words(hints_on(info, view.colours))}</small>"
    if not isinstance(info, SeenCard):
        return f'<li class="card unseen">{back}{knows}</li>'
    face = _side("face", short(info.face), face_name(info.face))
    colour = _paint(colour_of(info.face))
    return f'<li class="card"><span class="{colour}">{face}</span>{back}{knows}</li>'


def _paint(colour: int) -> str:
    """The class of a colour: the fifth is black in the box of 2010."""
    name = COLOURS[colour]
    return "black" if name == "white" and is_black() else name


def _side(side: str, sign: str, name: str) -> str:
    """A sign for the eye, its name for the ear."""
    return (
        f'<b class="{side}"><span aria-hidden="true">{as_words(sign)}</span>'
        f'<span class="sr">{as_words(name)}</span></b>'
    )
