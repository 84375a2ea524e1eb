"""Who is away from a table."""

from __future__ import annotations

from p2p_hanabi.ui.model.table.away_players import away_players
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind
from tests.ui.table.ports import DealtTable


def test_players_who_are_away_are_named_until_the_end() -> None:
    port = DealtTable(4).shows(missing={Seat(3): 61.0, Seat(1): 4.0})
    port.shows(stepped_out={Seat(2), Seat(3)})
    assert [each.briefly() for each in away_players(port.now)] == [
        "Ben away for 4 s",
        "Dan left 61 s ago",
        "Chi has left",
    ]
    assert away_players(port.shows(ending=Ending(EndingKind.CLOSED)).now) == ()
