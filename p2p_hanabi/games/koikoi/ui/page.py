"""A Koi-Koi table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from p2p_hanabi.ui.model.game.areas import Area, Happened
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _

from ..moves import Keep, Koi, Move, Play, Show, Take
from ..view import KoikoiView
from . import areas
from .board import cells


class KoikoiPage:
    """See `game_page.GamePage`."""

    art = Path(__file__).with_name("cards.svg")
    levels: Sequence[str] = ()

    def areas(self, view: KoikoiView, players: Players, looking: Looking) -> Sequence[Area]:
        hands = (view.held, view.other_hand) if view.seat == 0 else (view.other_hand, view.held)
        faces = {seen.card: seen.face for seen in (*view.hand, *view.other_shown)}
        held = areas.BothHands(
            hands, faces, lambda face: cells.effect(cells.matches(view, face)).strip()
        )
        return areas.of_table(view, players, held)

    def offers(self, view: KoikoiView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in view.moves]

    def since(self, view: KoikoiView, players: Players) -> Sequence[Happened]:
        return ()


def _offer(move: Move, view: KoikoiView) -> MoveOffer[Move]:
    """Return an offer; a move that names no card is offered at once."""
    match move:
        case Play(card):
            face = next(seen.face for seen in view.hand if seen.card == card)
            matches = (seen.card for seen in view.matches(face))
            return MoveOffer(move, _("Play"), (card,), (card, *matches))
        case Take(card):
            return MoveOffer(move, _("Take"), (card,), (card,))
        case Show(cards):
            return MoveOffer(move, _("Declare"), cards, cards)
        case Keep():
            return MoveOffer(move, _("Declare nothing"))
    return MoveOffer(move, "Koi-Koi" if isinstance(move, Koi) else "Shobu")


PAGE = KoikoiPage()
