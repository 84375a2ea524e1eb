"""The clock that judges nobody: measured by one screen, shown when asked, off by default."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.kit import clock_choice
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.replies import Explains, Opens
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.model.table.thinking import ThinkingTimes
from p2p_hanabi.ui.web.live_page import Press
from protocol.game import Seat
from protocol.peer.status import Activity, Ending, EndingKind
from tests.ui.table.playing import typed
from tests.ui.table.ports import DealtTable
from tests.ui.web.test_table_page import page_of


class Clock:
    at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def chosen() -> Iterator[None]:
    clock_choice.choose("1")
    yield
    clock_choice.choose(None)


def test_time_counts_for_whoever_is_to_move_and_connected() -> None:
    clock, port = Clock(), DealtTable(3)
    port.until_my_turn()
    times = ThinkingTimes(3, clock)
    now = port.now
    other = replace(now.status, waiting_for=(Seat(1),))
    for snapshot, seconds in (
        (now, 5.0),
        (replace(now, status=other), 7.0),
        (replace(now, status=other, missing={Seat(1): 1.0}), 50.0),
        (replace(now, status=replace(other, activity=Activity.DISPUTING)), 50.0),
        (replace(now, ending=Ending(EndingKind.CLOSED)), 50.0),
    ):
        times.look(snapshot)
        clock.at += seconds
    assert times.spent == (5.0, 7.0, 0.0)


def test_running_turn_is_shown_as_it_runs(chosen: None) -> None:
    clock, port = Clock(), DealtTable(3)
    port.until_my_turn()
    table = ShownTable(port, clock)
    table.look()
    clock.at += 130.0
    assert TableAction.TIMES in table.offered()
    match table.do(TableAction.TIMES):
        case Opens(title, lines):
            assert title == "How long each has thought"
            assert [as_text(line) for line in lines[:3]] == ["Ana: 2 min", "Ben: 0 s", "Chi: 0 s"]
        case other:
            raise AssertionError(other)


@pytest.mark.parametrize("typing", ["key", "word"])
def test_clock_is_shown_on_the_full_screen_and_in_lines(typing: str, chosen: None) -> None:
    port = DealtTable(3)
    port.until_my_turn()
    if typing == "key":
        shown = typed(port, "C")
    else:
        shown = "\n".join(map(as_text, PlainTable(port, asks=False).typed("times")))
    assert "Ana: 0 s" in shown
    assert "After the game it is kept on this computer" in " ".join(shown.split())


def test_clock_is_shown_on_a_page(chosen: None) -> None:
    port = DealtTable(3)
    port.until_my_turn()
    scene = page_of(port)
    for does in ("more", TableAction.TIMES.value):
        scene.do(Press(does))
    assert "Ana: 0 s" in str(scene.page().dialog)


def test_clock_is_off_by_default_and_says_where_to_find_it() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    table = ShownTable(port)
    assert TableAction.TIMES not in table.offered()
    match table.do(TableAction.TIMES):
        case Explains([line]):
            assert as_text(line) == "The clock is off; it is one of the settings."
        case other:
            raise AssertionError(other)
