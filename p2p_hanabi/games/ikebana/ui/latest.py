"""What has happened at an Ikebana table since the viewer's last turn, in a few words."""

from __future__ import annotations

from itertools import zip_longest

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.areas import Happened
from p2p_hanabi.ui.model.game.table_players import Players

from ..state import Bought, Drew, Entry, Kept, Refused, Scored, Shuffled
from ..view import IkebanaView
from .board import cells


def since(view: IkebanaView, players: Players) -> list[Happened]:
    """Return the moves from the viewer's last one on; what concerns the viewer comes first."""
    entries = [
        entry
        for entry, after in zip_longest(view.log, view.log[1:])
        if not (isinstance(entry, Drew) and isinstance(after, Kept | Refused))
    ]
    described = list(zip(entries, cells.moves(view, players), strict=True))
    own = [n for n, (entry, _line) in enumerate(described) if _seat(entry) == players.me]
    start = own[-1] if own else max(0, len(described) - len(players.names))
    recent = [
        Happened(as_text(line), _is_mine(entry, players)) for entry, line in described[start:]
    ]
    return sorted(recent, key=lambda each: not each.is_mine)


def _seat(entry: Entry) -> int | None:
    return None if isinstance(entry, Scored | Shuffled) else entry.seat


def _is_mine(entry: Entry, players: Players) -> bool:
    match entry:
        case Bought(owner=owner) if owner == players.me:
            return True
        case Refused(payee=payee) if payee == players.me:
            return True
    return _seat(entry) == players.me
