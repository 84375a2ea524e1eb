"""False hints about multicolour cards, which every colour touches (docs/rules/hanabi.md, D27)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from p2p_hanabi.games.common.firework_cards import MULTICOLOUR, colour_of
from p2p_hanabi.games.hanabi.moves import HanabiRefusal, HintColour
from p2p_hanabi.games.hanabi.view import SeenCard
from protocol.encoding import Value
from protocol.game import Card
from tests.fakes import act, seated, wire_for

from .mounting import mover, named
from .villain import BOT, HANABI, SEED, Scene, attack, put, stating

Change = Callable[[Any], Value]
OPTIONS: dict[str, Value] = {"multicolour": "any-ten"}


@cache
def before_a_hint(seats: int) -> Scene:
    """A table whose next mover can hint a colour to a hand with a multicolour card and others."""
    seating, _, mes = seated(HANABI, seats, seed=SEED, options=OPTIONS)
    scene = Scene(wire_for(HANABI, seats, seed=SEED, options=OPTIONS), seating, mes)
    scene.wire.open()
    while True:
        while scene.wire.deliver():
            pass
        view: Any = scene.tables[mover(scene)].view()
        if _hint(view) is not None:
            return scene
        act(scene.wire, BOT)


def _hint(view: Any) -> HintColour | None:
    multi = _multicolour(view)
    found = (m for m in view.moves if isinstance(m, HintColour) and len(m.touched) > 1)
    return next((hint for hint in found if multi & set(hint.touched)), None)


def _multicolour(view: Any) -> set[Card]:
    held = (info for hand in view.hands for info in hand if isinstance(info, SeenCard))
    return {info.card for info in held if colour_of(info.face) == MULTICOLOUR}


def refused(seats: int, change: Callable[[Scene], Change]) -> str:
    """The check that refuses the move; all honest seats and their files name the mover."""
    scene = before_a_hint(seats).copy()
    villain = mover(scene)
    attack(scene, villain, "move", stating(change(scene)))
    assert act(scene.wire, _hint)
    scene.run()
    return named(scene, "move", villain).check


@pytest.mark.parametrize("seats", [2, 3])
def test_hint_that_leaves_a_multicolour_card_out_names_the_seat(seats: int) -> None:
    """It would claim that a multicolour card is neither red nor multicolour."""

    def leave_out(scene: Scene) -> Change:
        multi = _multicolour(scene.tables[mover(scene)].view())
        return lambda body: put(
            body, (1, 3), lambda cards: tuple(card for card in cards if card not in multi)
        )

    assert "claim" in refused(seats, leave_out)


def test_hint_that_names_multicolour_names_the_seat() -> None:
    assert HanabiRefusal.MULTICOLOUR.value in refused(3, lambda _: lambda b: put(b, (1, 2), 5))
