"""What a player must be told at a table, in the order of importance, and what a screen draws."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.table.table_messages import (
    Absent,
    Answered,
    Compare,
    InThePast,
    Message,
    Objected,
    Thinking,
    WaitsFor,
)
from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Seat
from protocol.peer.status import Activity

from ..table.ports import DealtTable

BEN = Seat(1)
AWAY = Absent("No connection to Ben for 6 s. The seat is kept: the game goes on when Ben is back.")
MOVED = text("You have no hint left.")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Followed:
    """Ana's seat at a table at which Ben is to move, and what she has been told."""

    def __init__(self) -> None:
        self.port, self.clock = DealtTable(3, options={"first": 1}), Clock()
        while self.port.status().activity is not Activity.MOVING:
            self.port.step()
        self.table: FollowedTable[Any, Any] = FollowedTable(self.port, self.clock)
        self.table.look()

    def after(self, seconds: float) -> tuple[Message, ...]:
        self.clock.now += seconds
        self.table.look()
        view = self.table.now
        assert view is not None
        return self.table.messages(view)


def test_new_table_asks_to_compare_words_until_something_is_done() -> None:
    followed = Followed()
    compare, thinking = followed.after(0)
    assert isinstance(compare, Compare)
    assert thinking == Thinking()
    followed.table.shown.act()
    assert followed.after(0) == (Thinking(),)


def test_absence_comes_before_words_and_names_its_remedy_later() -> None:
    followed = Followed()
    followed.port.shows(missing={BEN: 6.0})
    assert followed.after(6) == (AWAY,)
    followed.port.shows(missing={BEN: 40.0})
    [absent] = followed.after(34)
    assert isinstance(absent, Absent)
    assert absent.sentence.startswith("No connection to Ben for 40 s.")
    assert absent.remedy.startswith("If Ben never comes back")


def test_answer_stays_beside_an_absence_unless_a_move_is_sent() -> None:
    followed = Followed()
    followed.port.shows(missing={BEN: 6.0})
    followed.table.prompt.message = MOVED
    assert followed.after(6)[:1] == (Answered(MOVED),)
    followed.table.prompt.show(_(words.SENT))
    assert followed.after(0) == (AWAY,)


def test_player_who_left_a_connected_seat_is_named() -> None:
    followed = Followed()
    followed.port.shows(stepped_out={BEN})
    assert followed.after(6) == (Absent("Ben has left and can come back."), Thinking())


def test_other_waits_are_named_once_they_take_long() -> None:
    followed = Followed()
    followed.table.shown.act()
    followed.port.shows(activity=Activity.DEALING)
    assert followed.after(4) == (Thinking(),)
    assert followed.after(2) == (WaitsFor("Waiting for Ben, 6 s so far: a share of the deal."),)


def test_title_calls_for_a_move_until_the_table_has_ended() -> None:
    followed = Followed()
    followed.port.until_my_turn()
    assert followed.table.title.startswith("Your turn!")
    followed.table.come_to_end(None)
    assert not followed.table.title.startswith("Your turn!")


def test_objection_without_proof_is_shown_beside_an_absence() -> None:
    followed = Followed()
    followed.table.shown.act()
    followed.port.shows(activity=Activity.DISPUTING)
    [objection] = followed.after(6)
    assert isinstance(objection, Objected)
    assert "until then nobody can move" in objection.sentence
    followed.port.shows(missing={BEN: 6.0})
    assert followed.after(0) == (AWAY, objection)


def test_moment_of_the_past_hides_all_but_the_answer() -> None:
    followed = Followed()
    followed.port.until_my_turn()
    followed.table.past.go(-1)
    followed.table.prompt.message = MOVED
    past = InThePast("Nothing can be played while you look back.")
    assert followed.after(60) == (Answered(MOVED), past)
