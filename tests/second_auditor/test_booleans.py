"""True or false in place of an integer: both auditors refuse it, wherever it is signed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.fuzz.test_booleans import with_booleans
from tests.lengths import sampled

from .basics import digest
from .messagepack import enc
from .played import Played, agreed, played

FILES = ("game-2.p2ph", "game-3.p2ph")


def statements(game: Played) -> Iterator[tuple[int, Any]]:
    """The first of all, which say who speaks where, and the first moves of each kind."""
    yield 0, game.bodies(0)[0]
    seen = set()
    for round_ in range(game.deal, len(game.kinds)):
        for body in game.bodies(round_).values():
            if body[0] == "move" and body[1][0] not in seen:
                seen.add(body[1][0])
                yield round_, body


@sampled(1)
@pytest.mark.parametrize("name", FILES)
def test_in_a_statement(name: str) -> None:
    game = played(name)
    for round_, body in statements(game):
        [seat] = [seat for seat, statement in game.bodies(round_).items() if statement == body]
        payload = ["statement", game.table, round_, seat, game.heads[round_], body]
        for changed in with_booleans(payload if round_ == 0 else body):
            if round_ == 0:
                statement = game.sign(seat, enc(list(changed)))
            else:
                statement = game.say(seat, round_, list(changed))
            entries = [
                statement if place == sorted(game.bodies(round_)).index(seat) else entry
                for place, entry in enumerate(game.values[round_ + 1])
            ]
            assert not agreed(game.until(round_, entries))[0], changed


@pytest.mark.parametrize("name", FILES)
def test_in_a_seating_that_all_have_signed(name: str) -> None:
    game = played(name)
    title, version, seating, signatures = game.values[0]
    for changed in with_booleans([title, version, seating]):
        table = digest("table", changed[2])
        messages = [enc(["p2ph/1", "seat", table, seat]) for seat in range(game.seats)]
        signed = [game.sign(seat, message)[1] for seat, message in enumerate(messages)]
        assert not agreed(enc([*changed, signed]) + enc(game.values[1]))[0], changed
    assert len(signatures) == game.seats


@pytest.mark.parametrize("name", FILES)
def test_in_what_ended_a_table(name: str) -> None:
    """Such an objection is refused; such evidence is none, so that the objector has withdrawn."""
    game, stop = played(name), played(name).deal
    statement = game.say(0, stop, game.bodies(stop)[0])
    objections: list[Any] = [["object", 0, ["r"], None], ["stop", list(range(1, game.seats))]]
    for body in objections:
        for changed in with_booleans(body):
            signed = game.say(1 if body[0] == "object" else 0, stop, list(changed))
            assert not agreed(game.until(stop, ["ended", [], [signed], None]))[0], changed
    first = game.values[0][3][0]
    shown: list[Any] = [["box", statement, 7, game.box_key(1)], ["signed twice", 0, first, first]]
    for evidence in shown:
        for changed in with_booleans(evidence):
            signed = game.say(1, stop, ["object", 0, ["r"], list(changed)])
            values = agreed(game.until(stop, ["ended", [statement], [signed], None]))
            assert values == [True, False, "withdrew", 1, stop]
