"""What has happened at a Hanabi table since the viewer's last turn, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.model.game.areas import Happened
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Card, Seat

from ..moves import Hint, HintColour
from ..state import Discarded, Entry, Hinted, Played
from ..view import HanabiView
from .board.seen import pointed_at
from .knowledge import in_hand
from .story import face_name
from .words import words_board as words_hanabi
from .words.sentences import colour


def since_own_move(view: HanabiView, players: Players) -> Sequence[Entry]:
    """Return the log from the viewer's last move on; all of it if there is none. Nothing for
    spectators."""
    if players.me not in range(view.players):
        return ()
    own = [number for number, entry in enumerate(view.log) if entry.seat == players.me]
    return view.log[own[-1] if own else 0 :]


def since(view: HanabiView, players: Players) -> list[Happened]:
    """Return each of these moves; what the viewer did, or was told, comes first."""
    moves = [
        Happened(_moved(entry, players), _is_mine(entry, players.me))
        for entry in since_own_move(view, players)
    ]
    return sorted(moves, key=lambda each: not each.is_mine)


def touched(view: HanabiView, players: Players) -> frozenset[Card]:
    """Return the cards that a hint has touched since, and those of the last hint."""
    hints = (entry.move for entry in since_own_move(view, players) if isinstance(entry, Hinted))
    return pointed_at(view).union(*(hint.touched for hint in hints))


def latest(view: HanabiView, seat: Seat, players: Players) -> str:
    """Return what a player did last since then; empty if nothing."""
    entry = next(
        (each for each in reversed(since_own_move(view, players)) if each.seat == seat), None
    )
    match entry:
        case None:
            return ""
        case Hinted(move=hint):
            return words_hanabi.last_hint(players.other(hint.seat), what=hint_value(hint))
        case Discarded(face=face):
            return _("discarded {card}").format(card=face_name(face))
        case Played(face=face, placed=placed):
            sentence = _("played {card}") if placed else _("played {card} by mistake")
            return sentence.format(card=face_name(face))


def hint_value(hint: Hint) -> str:
    """Return the colour or the rank of a hint."""
    return colour(hint.colour) if isinstance(hint, HintColour) else str(hint.rank)


def _is_mine(entry: Entry, me: Seat) -> bool:
    return entry.seat == me or (isinstance(entry, Hinted) and entry.move.seat == me)


def _moved(entry: Entry, players: Players) -> str:
    who = players.other(entry.seat)
    match entry:
        case Hinted(move=hint):
            cards = words_hanabi.slots([slot + 1 for slot in entry.slots])
            return words_hanabi.hinted(who, players.other(hint.seat), hint_value(hint), cards)
        case Discarded(slot=slot, face=face):
            return words_hanabi.discarded(who, n=in_hand(slot)) + face_name(face)
        case Played(slot=slot, face=face, placed=placed):
            end = "" if placed else _(" MISTAKE")
            return words_hanabi.played(who, n=in_hand(slot)) + face_name(face) + end
