"""A Hanabi table as areas of cards, for a web page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from p2p_hanabi.games.common.firework_cards import COLOURS, RANKS, colour_of, face_of, rank_of
from p2p_hanabi.ui.model.game.areas import (
    SHAPES,
    Area,
    CardSign,
    Counter,
    Drawn,
    Figure,
    Front,
    Group,
    Role,
    Worth,
)
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.replay.by_eyes import words
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Card, Face, Seat

from ..state import Played
from ..view import CardInfo, HanabiView, SeenCard
from . import painter
from .board import cells
from .board.cells import Level
from .editions import is_black
from .knowledge import hinted_colours
from .latest import latest, touched
from .story import face_name
from .words import words_board as words_hanabi
from .words.sentences import colour as colour_name
from .words.sentences import colour_letters

FIREWORKS = N_("Fireworks")
DISCARDS = N_("Discards")
TO_COME = N_("Still to come")
YOUR_HAND = N_("Your hand")
HINTED = N_("touched by a hint")
FIREWORKS_KEY, DISCARDS_KEY = "fireworks", "discards"


@dataclass(frozen=True, slots=True)
class InHands:
    """What is shown about cards in hands besides their faces: what is known `about` each, in words
    and at a `level` drawn on it, the viewers it is `hidden` from, and one's own `notes`."""

    about: Callable[[CardInfo], str]
    level: Level = Level.TOLD
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
    return Area(
        _(FIREWORKS),
        cards,
        words(painter.variants(view)),
        role=Role.STRIP,
        key=FIREWORKS_KEY,
        counters=(
            Counter(
                _("{n} of {all} blue tokens").format(n=view.blue, all=view.rules.blue),
                "blue",
                view.blue,
                view.rules.blue,
            ),
            Counter(
                _("{n} of {all} red tokens").format(n=view.red, all=view.rules.red),
                "red",
                view.red,
                view.rules.red,
            ),
        ),
        figures=tuple(_figures(view)),
    )


def _figures(view: HanabiView) -> Iterator[Figure]:
    """Yield the points, the pile, and in the last lap the turns left."""
    score, most = view.score, view.reachable_score
    if view.outcome is not None:  # a game that was lost counts nothing (D4)
        score, most = view.outcome.score, 5 * len(view.fireworks)
    yield Figure(_("points"), f"{score} / {most}", painter.points(view))
    yield Figure(_("pile"), str(view.pile), opens=DISCARDS_KEY)
    if (left := view.turns_to_come) is not None and view.outcome is None:
        yield Figure(_("turns left"), str(left))


def _firework(colour: int, height: int, placed: Mapping[Face, Card]) -> Drawn:
    """Return the card on top, or a placeholder for the first one."""
    sentence = _("{colour}, {height} of 5").format(colour=colour_name(colour), height=height)
    if not height:
        tint = _tint(colour)
        foot = colour_letters()[colour]
        return Drawn(Front(sentence, foot=foot, tint=tint, shape=SHAPES[tint]))
    face = face_of(colour, height)
    return Drawn(_front(face), card=placed.get(face))


def _discards(view: HanabiView) -> Area:
    """Return the discards by colour, and what can still be placed."""
    lying = sorted(view.discards, key=lambda each: (each[1], each[0]))
    _title, *lines = painter.discards(view)
    return Area(
        _(DISCARDS),
        tuple(_discarded(card, face, view) for card, face in lying),
        words(lines),
        role=Role.DISCARDS,
        key=DISCARDS_KEY,
        groups=tuple(
            Group(colour_name(colour), count)
            for colour in range(view.colours)
            if (count := sum(colour_of(face) == colour for _card, face in lying))
        ),
        folded=_(TO_COME),
    )


def _discarded(card: Card, face: Face, view: HanabiView) -> Drawn:
    """Return a discard, and whether only one copy of it is left that is needed."""
    is_critical = view.outcome is None and view.critical(face)
    about = _("the other copy is the last one") if is_critical else ""
    return Drawn(_front(face), card=card, worth=(Worth.LAST,) * is_critical, about=about)


def _hand(view: HanabiView, seat: Seat, players: Players, held: InHands) -> Area:
    who, is_turn, hinted = players.other(seat), view.actor == seat, touched(view, players)
    cards = tuple(
        Drawn(
            front=_front(info.face) if isinstance(info, SeenCard) else None,
            mark=_(HINTED) if info.card in hinted else "",
            hidden_from=held.hidden.get(info.card, ()),
            card=info.card,
            note=held.notes.get(info.card, ""),
            place=words_hanabi.place(who, n=slot),
            about=held.about(info),
            signs=tuple(_signs(info, view, held.level)),
            worth=cells.worth_of(info, view, held.level),
        )
        for slot, info in enumerate(view.hands[seat], start=1)
    )
    return Area(
        _(YOUR_HAND) if who is None else who,
        cards,
        is_turn=is_turn,
        role=Role.OWN if who is None else Role.HAND,
        key=f"hand {seat + 1}",
        latest=latest(view, seat, players),
    )


def _signs(info: CardInfo, view: HanabiView, level: Level) -> Iterator[CardSign]:
    """Yield what the owner knows of a card: its colour and its rank, or at higher levels those that
    are possible if some are not. ~ tells that not every pair of them is."""
    match level:
        case Level.TOLD:
            colours = hinted_colours(info)
            ranks = [] if info.rank is None else [info.rank]
            is_rough = False
        case Level.HINTED | Level.DEDUCED:
            faces = info.hinted if level is Level.HINTED else info.deduced
            colours = sorted({colour_of(face) for face in faces})
            ranks = sorted({rank_of(face) for face in faces})
            is_rough = len(faces) < len(colours) * len(ranks)
            colours = [] if len(colours) == view.colours else colours
            ranks = [] if len(ranks) == len(RANKS) else ranks
    yield from (CardSign(SHAPES[_tint(colour)], _tint(colour)) for colour in colours)
    if ranks:
        yield CardSign(text="".join(map(str, ranks)))
    if is_rough and (colours or ranks):
        yield CardSign(text="~")


def _front(face: Face) -> Front:
    tint, letter = _tint(colour_of(face)), colour_letters()[colour_of(face)]
    return Front(face_name(face), (tint,), str(rank_of(face)), letter, tint, SHAPES[tint])


def _tint(colour: int) -> str:
    """Return the name of a colour as it is drawn: the fifth is black in the 2010 edition."""
    return "black" if COLOURS[colour] == "white" and is_black() else COLOURS[colour]
