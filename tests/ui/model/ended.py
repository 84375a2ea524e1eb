"""Tables that have ended, and what their players then do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Forbidden, Reason

from ..table.ports import DealtTable

SAVED = EndedTable(Path("game.p2ph"))


def withdrawn(seats: int, game: str = "hanabi") -> DealtTable:
    """A table that Ben has left before anything was dealt."""
    ending = Ending(EndingKind.WITHDRAWN, Seat(1), Reason(Forbidden.LEFT))
    return DealtTable(seats, game=game).shows(ending=ending)


def careless(view: HanabiView) -> Play:
    return Play(view.hand[0].card)


def lost(seats: int = 3, me: int = 0, kind: type[DealtTable] = DealtTable) -> DealtTable:
    """A game that is over long before the pile is."""
    port = kind(seats, options={"red": 1, "first": me}, choose=careless, me=me)
    port.until_my_turn()
    while port.ending() is None:
        port.play(careless(port.view()))
        port.until_my_turn()
    return port


def gone(port: DealtTable, *seats: Seat) -> None:
    here = tuple(seat for seat in port.now.company.here if seat not in seats)
    port.shows(company=replace(port.now.company, here=here))


def wants(port: DealtTable, seat: Seat) -> None:
    """Somebody would play again."""
    port.shows(company=replace(port.now.company, again=port.now.company.again | {seat}))
