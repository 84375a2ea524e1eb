"""A Hanabi table as areas of cards, for a web page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, face_of, rank_of
from p2p_hanabi.ui.drawing.style import as_text, text
from p2p_hanabi.ui.model.game.areas import Area, Drawn, Front
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Card, Face, Seat

from ..state import Played
from ..view import CardInfo, HanabiView, SeenCard
from . import painter
from .board.seen import pointed_at
from .editions import is_black
from .story import face_name
from .words.sentences import colour as colour_name
from .words.sentences import colour_letters

FIREWORKS = N_("Fireworks")
YOUR_HAND = N_("Your hand")
LAST_HINT = N_("touched by the last hint")


@dataclass(frozen=True, slots=True)
class InHands:
    """What is shown about cards in hands besides their faces: the text `below` each, the viewers it
    is `hidden` from, and one's own `notes`."""

    below: Callable[[CardInfo], str]
    hidden: Mapping[Card, tuple[str, ...]] = field(default_factory=dict)
    notes: Mapping[Card, str] = field(default_factory=dict)


def of_table(view: HanabiView, players: Players, held: InHands) -> list[Area]:
    """Return the whole table; the viewer's own hand, if any, comes last."""
    hands = [_hand(view, seat, players, held) for seat in players.from_next]
    own = [area for area in hands if area.is_own]
    others = [area for area in hands if not area.is_own]
    return [_fireworks(view), *others, _discards(view), *own]


def _fireworks(view: HanabiView) -> Area:
    played = [each for each in view.log if isinstance(each, Played)]
    placed = {each.face: each.move.card for each in played if each.placed}
    cards = tuple(_firework(colour, top, placed) for colour, top in enumerate(view.fireworks))
    lines = words([painter.tokens(view), text(painter.points(view)), *painter.variants(view)])
    return Area(_(FIREWORKS), cards, lines, is_shared=True, key="fireworks")


def _firework(colour: int, height: int, placed: Mapping[Face, Card]) -> Drawn:
    """Return the card on top, or a placeholder for the first one."""
    if not height:
        sentence = _("{colour}, {height} of 5").format(colour=colour_name(colour), height=height)
        return Drawn(Front(sentence, foot=colour_letters()[colour]))
    face = face_of(colour, height)
    return Drawn(_front(face), card=placed.get(face))


def _discards(view: HanabiView) -> Area:
    """Return the discards, sorted by colour and rank."""
    lying = sorted(view.discards, key=lambda each: (each[1], each[0]))
    cards = tuple(Drawn(_front(face), card=card) for card, face in lying)
    title, *lines = painter.discards(view)
    return Area(as_text(title), cards, words(lines), is_shared=True, key="discards")


def _hand(view: HanabiView, seat: Seat, players: Players, held: InHands) -> Area:
    who, is_turn = players.other(seat), view.actor == seat
    title = _(YOUR_HAND)
    if who is not None:
        title = _("{who} is to move").format(who=who) if is_turn else who
    hinted = pointed_at(view)
    cards = tuple(
        Drawn(
            front=_front(info.face) if isinstance(info, SeenCard) else None,
            below=held.below(info),
            mark=_(LAST_HINT) if info.card in hinted else "",
            hidden_from=held.hidden.get(info.card, ()),
            card=info.card,
            note=held.notes.get(info.card, ""),
        )
        for info in view.hands[seat]
    )
    return Area(title, cards, is_turn=is_turn, is_own=who is None, key=f"hand {seat + 1}")


def _front(face: Face) -> Front:
    """Return the front of a card; the fifth colour is black in the 2010 edition."""
    colour = COLOURS[colour_of(face)]
    drawing = "black" if colour == "white" and is_black() else colour
    letter = colour_letters()[colour_of(face)]
    return Front(face_name(face), (drawing,), str(rank_of(face)), letter)
