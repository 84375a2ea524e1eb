"""An Ikebana table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.game.areas import Area, Happened
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _

from ..moves import Buy, Draw, Keep, Move, Refuse
from ..view import IkebanaView
from . import areas, latest


class IkebanaPage:
    """See `game_page.GamePage`. There are no hidden cards and no notes."""

    art = Path(__file__).with_name("cards.svg")
    reads: Mapping[str, str] = {}
    levels: Sequence[str] = ()

    def areas(self, view: IkebanaView, players: Players, looking: Looking) -> Sequence[Area]:
        return areas.of_table(view, players)

    def read(self, key: str, view: IkebanaView, players: Players) -> Sequence[Line]:
        """Raise `KeyError`: there are no such pages."""
        raise KeyError(key)

    def offers(self, view: IkebanaView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in view.moves]

    def since(self, view: IkebanaView, players: Players) -> Sequence[Happened]:
        return latest.since(view, players)


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


PAGE = IkebanaPage()
