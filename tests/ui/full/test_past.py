"""Looking back: each earlier moment is as this seat saw it then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.games.hanabi_view import HanabiView
from p2p_hanabi.ui.full.hanabi_past import Past
from protocol.status import Doing
from tests.ui.table_port import BOT, DealtTable


def played(port: DealtTable) -> dict[int, HanabiView]:
    """What the seat saw whenever somebody was to move, by the number of moves before."""
    seen: dict[int, HanabiView] = {}
    while port.ending() is None:
        view = port.view()
        if port.status().doing is Doing.MOVING:
            seen[len(view.log)] = view
            if view.actor == port.seat:
                port.play(BOT(view))
                continue
        port.step()
    return seen


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(
    "options",
    [{}, {"multicolour": True, "announce": True}, {"finale": True, "blue": 10, "stuck": "skip"}],
    ids=str,
)
def test_every_earlier_moment_is_shown_as_it_was(seats: int, options: dict[str, object]) -> None:
    port = DealtTable(seats, options=options, seed=seats, me=1)  # type: ignore[arg-type] # options are of several types
    seen = played(port)
    past, now = Past(), port.view()
    for moves, view in seen.items():
        assert past.view(now, moves) == replace(view, moves=())
    assert len(seen) > 5


def test_what_is_past_grows_with_the_game() -> None:
    port = DealtTable(2)
    port.until_my_turn()
    past, first = Past(), port.view()
    for _ in range(3):
        port.play(BOT(port.view()))
        port.until_my_turn()
        assert past.view(port.view(), len(first.log)) == replace(first, moves=())
