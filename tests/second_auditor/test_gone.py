"""Tables with escrow, one seat of which was gone: both auditors say the same of their files."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from tests.lengths import long

from .gone import Bereft, bereaved
from .played import Played, agreed

UNFINISHED = [True, False, None, None, None]
NOBODY_3 = [False, False, None, None, 3]


@cache
def exchanged() -> tuple[Played, list[bytes]]:
    """Three seats; first the second to shuffle is lost, in the deal another, and all stop."""
    return bereaved(3, 1, [(4, 1), (8, 2)], end="stop")


def test_a_file_with_void_rounds_is_accepted() -> None:
    game, honest = exchanged()
    assert {"void", "without", "escrowed"} <= set(game.kinds)
    assert {value[1] for value in game.values if value[0] == "void"} == {1, 2}
    assert [agreed(data) for data in honest] == [UNFINISHED] * 3


def ending(game: Played, round_: int, *ended: Any) -> list[Any]:
    return agreed(game.until(round_, ["ended", *ended]))


def test_round_is_void_only_for_its_speaker_and_with_split_keys() -> None:
    game, _ = exchanged()
    nobody = [False, False, None, None]
    for round_ in range(3):
        assert agreed(game.until(round_, ["void", 0])) == [*nobody, round_]
    assert agreed(game.until(3, ["void", 0])) == UNFINISHED
    assert agreed(game.until(3, ["void", 1])) == [*nobody, 3]  # seat 0 is to shuffle


def test_seat_that_stops_alone_has_withdrawn() -> None:
    game, _ = exchanged()
    stop = [game.say(seat, 3, ["stop", [k for k in range(3) if k != seat]]) for seat in range(3)]
    assert ending(game, 3, [], [stop[2]], None) == [True, False, "withdrew", 2, 3]
    assert ending(game, 3, [], stop, None) == UNFINISHED
    assert ending(game, 3, [], stop[::-1], None) == [False, False, None, None, 3]
    less = game.say(2, 3, ["stop", [0]])
    assert ending(game, 3, [], [less], None) == [False, False, None, None, 3]
    assert ending(game, 3, [], [stop[0], less], None) == [False, False, None, None, 3]


def test_two_words_of_one_ballot_convict() -> None:
    game, _ = exchanged()
    vote, other, decide = (
        game.say(1, 3, body) for body in (["vote", 0, 0], ["vote", 0, None], ["decide", 0, 0])
    )
    assert ending(game, 5, [], [], ["two", vote, other]) == [True, False, "cheat", 1, 3]
    assert not ending(game, 5, [], [], ["two", vote, decide])[0]


@pytest.mark.parametrize("stop", [2, 5, 9])
def test_made_up_accounts_get_one_verdict(stop: int) -> None:
    game, _ = exchanged()
    dice = Random(f"escrow {stop}")  # noqa: S311 - a test's dice must fall the same again
    verdicts = {str(agreed(Bereft(game, stop, dice).file())) for _ in range(15)}
    assert len(verdicts) > 2


@long
def test_seat_gone_at_its_shuffle_shuffles_before_the_agreement() -> None:
    """The last of four is lost before it shuffles, and back when another is lost."""
    game, honest = bereaved(4, 3, [(6, 3), (8, 0)], end="stop")
    again = game.kinds.index("agree")
    assert [value[1] for value in game.values[7 : again + 1] if value[0] == "void"] == [3, 0]
    assert game.kinds[again - 1] == "shuffled"
    assert list(game.bodies(again)) == [1, 2]
    assert [agreed(data) for data in honest] == [UNFINISHED] * 4
