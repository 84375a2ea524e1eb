"""What a seat may see: now, and of each earlier state of the game."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.games.hanabi.view import SeenCard
from protocol.peer.status import Activity
from protocol.peer.views import Views, onlooker_view
from tests.any_game import bare
from tests.attacks.villain import film


def test_nothing_is_seen_before_the_beacon_is_known() -> None:
    table = film(3)[Activity.REVEALING].tables[0]
    assert (table.view(), table.past()) == (None, [])


def test_an_onlooker_sees_nothing_before_the_beacon_is_known() -> None:
    table = film(3)[Activity.REVEALING].tables[0]
    assert onlooker_view(table.snapshot().permits.stage) is None


def test_an_onlooker_sees_no_face_in_a_hand_of_hanabi() -> None:
    """Each seat sees those of the others."""
    tables = film(3)[Activity.MOVING].tables
    views = [bare(onlooker_view(table.snapshot().permits.stage)) for table in tables]
    assert views[0] is not None
    assert views[0] == views[1] == views[2]
    for looking, seen_by_a_seat in ((views[0], 0), (bare(tables[0].view()), 2)):
        seen = [hand for hand in looking.hands if all(isinstance(one, SeenCard) for one in hand)]
        assert len(seen) == seen_by_a_seat


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
