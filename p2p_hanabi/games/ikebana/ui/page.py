"""An Ikebana table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.model.game.areas import Area, Happened
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _

from ..moves import Buy, Draw, Keep, Move, Refuse
from ..state import Bought, Drew, Entry, Kept, Refused, Scored, Shuffled
from ..view import IkebanaView
from . import areas
from .board import cells


class IkebanaPage:
    """See `game_page.GamePage`. There are no hidden cards and no notes."""

    art = Path(__file__).with_name("cards.svg")
    reads: Mapping[str, str] = {}
    levels: Sequence[str] = ()

    def areas(self, view: IkebanaView, players: Players, looking: Looking) -> Sequence[Area]:
        return areas.of_table(view, players)

    def opened_page(self, key: str, view: IkebanaView, players: Players) -> Sequence[Line]:
        """Raise `KeyError`: there are no such pages."""
        raise KeyError(key)

    def offers(self, view: IkebanaView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in view.moves]

    def happened_since(self, view: IkebanaView, players: Players) -> Sequence[Happened]:
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


def _offer(move: Move, view: IkebanaView) -> MoveOffer[Move]:
    """Return an offer: a purchase is found by touching its card, all else is offered at once."""
    drawn = () if view.drawn is None else (view.drawn.card,)
    match move:
        case Draw():
            return MoveOffer(move, _("Draw"), keys=("d",))
        case Keep():
            return MoveOffer(move, _("Keep"), marks=drawn, keys=("k",))
        case Refuse():
            price = 0 if view.refusal is None else view.refusal.price
            return MoveOffer(
                move, _("Refuse for {price}").format(price=price), marks=drawn, keys=("r",)
            )
        case Buy(owner):
            price, top = next((o.price, o.flower.card) for o in view.offers if o.owner == owner)
            keys = (str(owner + 1), f"b{owner + 1}")
            sentence = _("Buy for {price}").format(price=price)
            return MoveOffer(move, sentence, (top,), (top,), keys=keys)


def _seat(entry: Entry) -> int | None:
    return None if isinstance(entry, Scored | Shuffled) else entry.seat


def _is_mine(entry: Entry, players: Players) -> bool:
    match entry:
        case Bought(owner=owner) if owner == players.me:
            return True
        case Refused(payee=payee) if payee == players.me:
            return True
    return _seat(entry) == players.me


PAGE = IkebanaPage()
