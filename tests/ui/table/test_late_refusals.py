"""What the table refuses after it was taken: the player is told, line by line or on the screen."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import HanabiRefusal
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.lines.dialogue import PlainTable
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.reasons import NotPossible, RemarkFault

from .playing import hanabi_scene
from .ports import DealtTable

TOO_LATE = NotNow(NotPossible.NOT_YOUR_TURN)


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (TOO_LATE, "It is not your turn."),
        (NotNow(NotPossible.ENDED), "The game has ended."),
        (RemarkRefused(RemarkFault.ENDED), "The game has ended."),
        (IllegalMove(HanabiRefusal.NO_BLUE), "no blue token"),
    ],
)
def test_each_late_refusal_is_shown_once_with_its_reason(
    refusal: IllegalMove | NotNow | RemarkRefused, message: str
) -> None:
    table = DealtTable(2)
    table.refused = [refusal]
    shown = ShownTable(table)
    (line,) = shown.look().refused
    assert message in as_text(line)
    assert shown.look().refused == ()


def test_plain_mode_shows_late_refusals() -> None:
    table = DealtTable(2)
    lines = PlainTable(table, asks=False)
    lines.look()
    table.refused = [TOO_LATE]
    assert "It is not your turn." in [as_text(line) for line in lines.look().lines]
    assert "It is not your turn." not in [as_text(line) for line in lines.look().lines]


def test_full_screen_shows_late_refusals() -> None:
    table = DealtTable(2)
    table.until_my_turn()
    scene = hanabi_scene(table)
    scene.look()
    table.refused = [TOO_LATE]
    scene.look()
    picture = scene.paint(Size(80, 24), theme_of({}, "utf-8"))
    assert "It is not your turn." in "".join(as_text(row) for row in picture.lines)
