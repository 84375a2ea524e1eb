"""The guided first game as a model: what each step teaches, asks for, accepts and refuses."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import HintRank
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.games.hanabi.ui.tutorial.lessons import lessons
from p2p_hanabi.games.hanabi.ui.tutorial.shown_lesson import (
    BOTS_MOVE,
    JUST_ENTER,
    PRESS_ENTER,
    Clicked,
    Guidance,
    Leaves,
    Passes,
    PressedKey,
    ShownLesson,
    Tried,
    TypedLine,
)
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.table_actions import TableAction
from protocol.game import Card, Seat
from tests.any_game import BOTS
from tests.lengths import sampled

ENTER = PressedKey("enter")
FIRST_HINT = HintRank(Seat(1), 1, (Card(5), Card(8)))


HINT, PREVIEW, AFTERWARDS = (step.about for step in lessons()[2:5])


def lesson_by(device: Device, *tried: Tried) -> tuple[TutorialTable, ShownLesson]:
    table = TutorialTable(0)
    lesson = ShownLesson(table, device)
    for each in tried:
        lesson.do(each)
    return table, lesson


def reply_text(lesson: ShownLesson, tried: Tried) -> str:
    reply = lesson.do(tried)
    assert isinstance(reply, Explains)
    return as_text(reply.lines[-1]) if reply.lines else ""


# -- keys


def test_reading_goes_on_by_enter_and_the_table_gets_none_of_it() -> None:
    _table, lesson = lesson_by(Device.KEY)
    assert lesson.guidance().asks == PRESS_ENTER
    assert lesson.do(ENTER) is None


def test_keys_of_a_step_pass_in_order() -> None:
    _table, lesson = lesson_by(Device.KEY, ENTER, ENTER, ENTER)
    assert lesson.guidance().asks == "Now press h 2 1"
    wrong = "1 comes later. For now, press h; q leaves the lesson."
    assert reply_text(lesson, PressedKey("1")) == wrong
    replies = [lesson.do(PressedKey(key)) for key in "h21"]
    assert replies == [Passes()] * 3
    assert lesson.step == lessons(has_signs=True)[4]


def test_a_click_is_asked_to_wait() -> None:
    _table, lesson = lesson_by(Device.KEY)
    assert reply_text(lesson, PressedKey("seat 1")).startswith("The mouse works too")


# -- lines


def test_wrong_lines_are_refused_and_empty_ones_repeat_the_step() -> None:
    _table, lesson = lesson_by(Device.LINE)
    assert reply_text(lesson, TypedLine("play 1")) == JUST_ENTER
    for _ in range(2):
        assert lesson.do(TypedLine("")) == Passes()
    assert reply_text(lesson, TypedLine("")) == "Now type: hint Wren 1"
    assert (
        reply_text(lesson, TypedLine("play 1"))
        == "That comes later. For now, type: hint Wren 1 (quit leaves the lesson)."
    )
    assert lesson.do(TypedLine("hint Wren 1")) == Passes()


# -- clicks


def test_a_page_offers_the_move_of_a_step_alone() -> None:
    _table, lesson = lesson_by(Device.BUTTON)
    assert lesson.move is None
    for _ in range(2):
        assert lesson.do(Clicked(None)) is None
    assert lesson.move == FIRST_HINT
    assert lesson.guidance() == Guidance((HINT, PREVIEW))
    assert reply_text(lesson, Clicked(None)) == ""
    assert lesson.do(Clicked(FIRST_HINT)) == Passes()
    assert lesson.guidance().about == (AFTERWARDS,)


# -- on every screen


@pytest.mark.parametrize("device", Device)
def test_nothing_is_accepted_while_the_bots_move(device: Device) -> None:
    table, lesson = lesson_by(device)
    table.play(FIRST_HINT)
    assert lesson.step is None
    assert lesson.guidance() == Guidance((), BOTS_MOVE)
    for tried in (ENTER, TypedLine(""), Clicked(None)):
        assert reply_text(lesson, tried) == BOTS_MOVE


@sampled(2)
@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize("action", [TableAction.LEAVE, TableAction.ABANDON])
def test_leaving_leaves_the_lesson_until_the_game_is_over(
    device: Device, action: TableAction
) -> None:
    table, lesson = lesson_by(device)
    assert lesson.do(action) == Leaves()
    while table.now.ending is None:
        if not table.let_bot_move():
            table.play(BOTS["hanabi"](table.view))
    assert lesson.do(action) == Passes()


@pytest.mark.parametrize("device", Device)
def test_free_play_is_left_to_the_table(device: Device) -> None:
    _table, lesson = lesson_by(device)
    lesson._steps.clear()
    assert lesson.is_free
    assert lesson.step is None
    for tried in (PressedKey("z"), TypedLine("nonsense"), Clicked(FIRST_HINT)):
        assert lesson.do(tried) == Passes()
    assert bool(lesson.guidance().asks) is (device is not Device.BUTTON)
