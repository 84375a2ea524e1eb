"""What a seat may see: now, and of each earlier state of the game."""

from __future__ import annotations

from typing import Any

from protocol.peer.status import Activity
from protocol.peer.views import Views
from tests.attacks.villain import film


def test_nothing_is_seen_before_the_beacon_is_known() -> None:
    table = film(3)[Activity.REVEALING].tables[0]
    assert (table.view(), table.past()) == (None, [])


def test_past_views_cover_each_turn_from_the_first_hands_on() -> None:
    table = film(3)[Activity.ENDED].tables[0]
    last, past = table.view(), table.past()
    assert last is not None
    turns = [view.turn for view in past]
    assert turns == sorted(turns)
    assert {*turns, last.turn} == set(range(last.turn + 1))
    assert last not in past


def test_past_views_are_built_once() -> None:
    table = film(3)[Activity.ENDED].tables[1]
    assert [*map(id, table.past())] == [*map(id, table.past())]


def test_a_table_whose_past_was_viewed_can_be_copied_by_tests() -> None:
    scene = film(2)[Activity.ENDED]
    past = [table.past() for table in scene.tables]
    assert [table.past() for table in scene.copy().tables] == past


def test_rolled_back_rounds_are_in_nobodys_past() -> None:
    table = film(3)[Activity.ENDED].copy().tables[0]
    history, prover = table._history, table._boxes.prover
    whole = table.past()
    for number in (len(history.rounds) - 1, len(history.rounds) // 2):
        history.back_to(number)
        assert table.past() == Views[Any]().past(history, prover)
        assert table.past() == whole[: len(table.past())]
