"""Looking back: each earlier moment is as this seat saw it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.ui import past as hanabi_past
from p2p_hanabi.games.ikebana.ui import past as ikebana_past
from p2p_hanabi.games.koikoi.moves import Koi, Show
from p2p_hanabi.games.koikoi.state import Drew, LaidOut, RoundOver, SaidKoi, Showed
from p2p_hanabi.games.koikoi.ui import past as koikoi_past
from p2p_hanabi.registry import BOTS
from p2p_hanabi.ui.table.past import Replayed
from tests.ui.table.ports import BOT, DealtTable

PASTS: dict[str, Callable[[], Replayed]] = {
    "hanabi": hanabi_past.Past,
    "ikebana": ikebana_past.Past,
    "koikoi": koikoi_past.Past,
}


def played(port: DealtTable, past: Replayed) -> list[Any]:
    """What the seat saw as soon as something was told, in order; it looked all the time."""
    screen: dict[int, Any] = {}
    while port.ending() is None:
        view = port.view()
        if is_settled(port):
            screen.setdefault(len(view.log), view)
            past.count(view)
        if view.actor == port.seat:
            port.play(BOTS[port.game](view))
        else:
            port.step()
    last = port.view()
    screen.setdefault(len(last.log), last)
    return list(screen.values())


def is_settled(port: DealtTable) -> bool:
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


@pytest.mark.parametrize(("game", "seats", "options"), OPTIONS, ids=str)
def test_every_earlier_moment_is_shown_as_it_was(
    game: str, seats: int, options: dict[str, object]
) -> None:
    port = DealtTable(seats, game=game, options=options, seed=seats, me=1)  # type: ignore[arg-type] # options are of several types
    past = PASTS[game]()
    seen, now = played(port, past), port.view()
    assert past.count(now) == len(seen) - 1
    assert [past.view(now, n) for n in range(len(seen) - 1)] == [
        replace(view, moves=()) for view in seen[:-1]
    ]
    assert past.view(now, len(seen) - 1) is now


def test_what_is_past_grows_with_the_game() -> None:
    port = DealtTable(2)
    port.until_my_turn()
    past, first = hanabi_past.Past(), port.view()
    for _ in range(3):
        port.play(BOT(port.view()))
        port.until_my_turn()
        assert past.view(port.view(), len(first.log)) == replace(first, moves=())


def bold(view: Any) -> Any:
    """Says koi and declares whenever the rules let it."""
    wanted = [move for move in view.moves if isinstance(move, Koi | Show)]
    return wanted[0] if wanted else BOTS["koikoi"](view)


@pytest.mark.parametrize(
    ("seed", "entries"),
    [(0, (SaidKoi,)), (30, (Drew, Drew, LaidOut)), (46, (Showed, RoundOver))],
)
def test_what_is_rare_can_be_looked_back_at(seed: int, entries: tuple[type, ...]) -> None:
    port = DealtTable(2, game="koikoi", seed=seed, choose=bold)
    past, logs = koikoi_past.Past(), []
    while port.ending() is None:
        view = port.view()
        if view.log:
            past.count(view)
            logs.append(view.log)
        if view.actor == port.seat:
            port.play(bold(view))
        else:
            port.step()
    now = port.view()
    kinds = [type(entry) for entry in now.log]
    assert any(tuple(kinds[n : n + len(entries)]) == entries for n in range(len(kinds)))
    shown = [past.view(now, n).log for n in range(past.count(now))]
    assert shown == list(dict.fromkeys(logs))[: len(shown)]


def test_cards_of_an_earlier_round_that_nobody_remembers_are_left_out() -> None:
    port = DealtTable(2, game="koikoi")
    played(port, koikoi_past.Past())
    past, now = koikoi_past.Past(), port.view()
    views = [past.view(now, n) for n in range(past.count(now))]
    assert min(len(view.hand) + len(view.other_hand) for view in views[2:4]) < 16
