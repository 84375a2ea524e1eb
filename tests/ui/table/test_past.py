"""Looking back: each earlier moment is as this seat saw it then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.koikoi.moves import Koi, Show
from p2p_hanabi.games.koikoi.state import Drew, LaidOut, RoundOver, SaidKoi, Showed
from p2p_hanabi.ui.model.table.past_views import moment, moments
from protocol.peer.remarks import Order
from protocol.peer.table import Table
from tests.any_game import BOTS, RULES
from tests.fakes import seated, wire_for
from tests.lengths import sampled
from tests.simulation.standin import fast_group
from tests.ui.table.ports import BOT, DealtTable, WireTable


def played(port: DealtTable | WireTable) -> list[Any]:
    """What the seat saw as soon as something was told, in order."""
    screen: dict[int, Any] = {}
    while port.ending() is None:
        view = port.view()
        if view is not None and is_settled(port):
            screen.setdefault(len(view.log), view)
        if isinstance(port, WireTable):
            port.step()
        elif view.actor == port.seat:
            port.play(BOTS[port.game](view))
        else:
            port.step()
    last = port.view()
    screen.setdefault(len(last.log), last)
    return list(screen.values())


def is_settled(port: DealtTable | WireTable) -> bool:
    """Hands are dealt, and a card that is drawn in Hanabi is there."""
    view = port.view()
    return view.actor is not None if port.game == "hanabi" else bool(view.log)


OPTIONS: list[tuple[str, int, dict[str, object]]] = [
    ("hanabi", 2, {}),
    ("hanabi", 5, {"multicolour": True, "announce": True}),
    ("hanabi", 3, {"finale": True, "blue": 10, "stuck": "skip"}),
    ("ikebana", 2, {"first": 1}),
    ("ikebana", 5, {"bouquet final": True, "show buried": True, "tie": "coin"}),
    ("koikoi", 2, {}),
    ("koikoi", 2, {"max koi": 1, "redeal pairs": True, "draw switches": True}),
]


@sampled(3)
@pytest.mark.parametrize(("game", "seats", "options"), OPTIONS, ids=str)
def test_every_earlier_moment_is_shown_as_it_was(
    game: str, seats: int, options: dict[str, object]
) -> None:
    port = DealtTable(seats, game=game, options=options, seed=seats, me=1)  # type: ignore[arg-type] # options are of several types
    assert_remembered(port, played(port))


def assert_remembered(port: DealtTable | WireTable, seen: list[Any]) -> None:
    """But for the faces of all cards, which lie open once the game is over."""
    now, hands = port.view(), port.screen.ordered
    assert len(moments(port, now)) == len(seen) - 1
    opened = [view if hands is None else hands.opened(view, port.now.faces) for view in seen[:-1]]
    assert [moment(port, now, n) for n in range(len(seen) - 1)] == [
        replace(view, moves=()) for view in opened
    ]


@sampled(1)
@pytest.mark.parametrize("game", ["hanabi", "ikebana", "koikoi"])
@fast_group()
def test_table_remembers_its_seats_views_after_resuming(game: str) -> None:
    wire = wire_for(RULES[game], 2)
    port = WireTable(wire, game=game)
    seen = played(port)
    assert_remembered(port, seen)
    seating, signatures, mes = seated(RULES[game], 2)
    again = Table(RULES[game], seating, signatures, mes[0])
    again.restore(wire.nodes[0].journal)
    assert again.past() == port.now.past


def test_past_grows_with_the_game() -> None:
    port = DealtTable(2)
    port.until_my_turn()
    first = port.view()
    for _ in range(3):
        port.play(BOT(port.view()))
        port.until_my_turn()
        assert moment(port, port.view(), len(first.log)) == replace(first, moves=())


def bold(view: Any) -> Any:
    """Says koi and declares whenever the rules let it."""
    wanted = [move for move in view.moves if isinstance(move, Koi | Show)]
    return wanted[0] if wanted else BOTS["koikoi"](view)


@pytest.mark.parametrize(
    ("seed", "entries"),
    [(0, (SaidKoi,)), (30, (Drew, Drew, LaidOut)), (46, (Showed, RoundOver))],
)
def test_rare_events_can_be_looked_back_at(seed: int, entries: tuple[type, ...]) -> None:
    port = DealtTable(2, game="koikoi", seed=seed, choose=bold)
    logs = []
    while port.ending() is None:
        view = port.view()
        if view.log:
            logs.append(view.log)
        if view.actor == port.seat:
            port.play(bold(view))
        else:
            port.step()
    now = port.view()
    kinds = [type(entry) for entry in now.log]
    assert any(tuple(kinds[n : n + len(entries)]) == entries for n in range(len(kinds)))
    shown = [each.log for each in moments(port, now)]
    assert shown == list(dict.fromkeys(logs))[: len(shown)]


def test_all_cards_of_an_earlier_round_are_remembered() -> None:
    port = DealtTable(2, game="koikoi")
    played(port)
    views = moments(port, port.view())
    dealt = next(view for view in views if isinstance(view.log[-1], LaidOut))
    assert (len(dealt.hand), len(dealt.other_hand)) == (8, 8)


def test_hands_are_shown_in_the_order_that_they_had_then() -> None:
    port = DealtTable(2)
    port.until_my_turn()
    first = port.view()
    port.play(BOT(first))
    port.until_my_turn()
    port.remark_from(0, Order(tuple(info.card for info in reversed(port.view().hand))))
    port.play(BOT(port.view()))
    port.until_my_turn()
    now = port.view()
    assert [moment(port, now, n).hand for n in (0, 2)] != [first.hand, first.hand]
    assert moment(port, now, 0).hand == first.hand
