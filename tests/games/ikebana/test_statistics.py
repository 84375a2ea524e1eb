"""How a game of Ikebana was played, counted by hand."""

from __future__ import annotations

import json

from p2p_hanabi.games.ikebana.statistics import count
from tests.command_line import run
from tests.games.played import counted, played
from tests.kept.test_kept_games import HERE

from .table import lay


def test_a_short_game_is_counted_as_by_hand() -> None:
    """Seat 0 refuses two cards, for 1 and 2, and keeps the third; seat 1 buys the second of them,
    which ends the round."""
    start = lay(["R1 R2 R3 R4", "Y1 Y2 Y3 Y4"], pile="G1 B3 R5 K1")
    tables = [start, start.draw()]
    tables.append(tables[-1].refuse())
    tables.append(tables[-1].refuse())
    tables.append(tables[-1].keep())
    tables.append(tables[-1].buy(0))
    game = played(tables, [0, 0, 0, 0, 1], lambda table, seat: table.view(seat or 0))
    assert counted(count, game) == {
        "kept": (1, 0),
        "refused": (2, 0),
        "paid_to_refuse": (3, 0),
        "bought": (0, 1),
        "paid_to_buy": (0, 3),
        "price_bought": (3, 1),
        "received": (3, 3),
        "from_bouquets": (15 * 4, 8 * 2),
    }


def test_a_kept_game_is_counted_as_by_hand() -> None:
    """Read from `replay --text`."""
    result = json.loads(run("stats", str(HERE / "ikebana.p2ph"), "--json").stdout)
    assert result["statistics"] == [
        {"fact": "kept", "total": 39, "seats": [19, 20]},
        {"fact": "refused", "total": 23, "seats": [13, 10]},
        {"fact": "paid_to_refuse", "total": 30, "seats": [19, 11]},
        {"fact": "bought", "total": 1, "seats": [1, 0]},
        {"fact": "paid_to_buy", "total": 1, "seats": [1, 0]},
        {"fact": "price_bought", "total": 1, "per": 1},
        {"fact": "received", "total": 31, "seats": [11, 20]},
        {"fact": "from_bouquets", "total": 246, "seats": [126, 120]},
    ]
