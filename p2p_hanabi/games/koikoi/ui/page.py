"""A Koi-Koi table on a web page: its cards, and the moves found by touching them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.model.game.areas import Area, Happened
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _

from ..moves import Keep, Koi, Move, Play, Show, Take
from ..state import Drew, LaidOut, Played, RoundOver
from ..view import KoikoiView
from . import areas, near, painter
from .board import cells


class KoikoiPage:
    """See `game_page.GamePage`."""

    art = Path(__file__).with_name("cards.svg")
    levels: Sequence[str] = ()

    @property
    def reads(self) -> Mapping[str, str]:
        return {near.PAGE: _("All yaku")}

    def opened_page(self, key: str, view: KoikoiView, players: Players) -> Sequence[Line]:
        """Return all yaku, and what both have captured; there is only this page."""
        return [text(_("All yaku")), *painter.yaku_page(view, players)]

    def areas(self, view: KoikoiView, players: Players, looking: Looking) -> Sequence[Area]:
        hands = (view.held, view.other_hand) if view.seat == 0 else (view.other_hand, view.held)
        faces = {seen.card: seen.face for seen in (*view.hand, *view.other_shown)}
        held = areas.BothHands(
            hands, faces, lambda face: cells.effect(cells.matches(view, face)).strip()
        )
        return areas.of_table(view, players, held)

    def offers(self, view: KoikoiView, players: Players) -> Sequence[MoveOffer[Move]]:
        return [_offer(move, view) for move in view.moves]

    def happened_since(self, view: KoikoiView, players: Players) -> Sequence[Happened]:
        """Return what has happened since the viewer's last card, or since the last deal."""
        described = list(zip(view.log, cells.moves(view, players), strict=True))
        starts = [
            number
            for number, (entry, _line) in enumerate(described)
            if isinstance(entry, Drew | LaidOut)
            or (isinstance(entry, Played) and entry.seat == players.me)
        ]
        return [
            Happened(
                as_text(line),
                not isinstance(entry, Drew | LaidOut | RoundOver) and entry.seat == players.me,
            )
            for entry, line in described[starts[-1] if starts else 0 :]
        ]


def _offer(move: Move, view: KoikoiView) -> MoveOffer[Move]:
    """Return an offer; a move that names no card is offered at once."""
    match move:
        case Play(card):
            face = next(seen.face for seen in view.hand if seen.card == card)
            matches = (seen.card for seen in view.matches(face))
            number = str(1 + [seen.card for seen in view.hand].index(card))
            return MoveOffer(
                move,
                _("Play"),
                (card,),
                (card, *matches),
                keys=(number, f"p{number}"),
                onto=areas.TABLE_KEY,
            )
        case Take(card):
            number = str(1 + list(cells.choices(view)).index(card))
            placed = () if view.placing is None else (view.placing.card,)
            keys = (number, f"t{number}")
            return MoveOffer(move, _("Take"), (card,), (card, *placed), keys=keys)
        case Show(cards):
            return MoveOffer(move, _("Declare"), cards, cards, keys=("d",))
        case Keep() if len(view.moves) == 1:
            return MoveOffer(move, _("Continue"), keys=("k",))
        case Keep():
            return MoveOffer(move, _("Declare nothing"), keys=("k",))
        case Koi():
            return MoveOffer(move, "Koi-Koi", keys=("k",))
    return MoveOffer(move, "Shobu", keys=("s",))


PAGE = KoikoiPage()
