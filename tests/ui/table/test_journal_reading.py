"""While a seat reads its journal the screen says how far it is, and nothing else of the table."""

from __future__ import annotations

from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.lines.dialogue import PlainTable

from .playing import hanabi_scene
from .ports import DealtTable

SENTENCE = "Reading the journal: 120 of 340."


def reading() -> DealtTable:
    """A table of which nothing is known yet but the seating."""
    table = DealtTable(2)
    table.shows(reading=(120, 340))
    return table


def test_full_screen_reports_reading_at_once_without_set_up() -> None:
    scene = hanabi_scene(reading())
    scene.look()
    rows = [as_text(row) for row in scene.paint(Size(80, 24), theme_of({}, "utf-8")).lines]
    assert rows[0].strip() == SENTENCE
    assert not any("waiting" in row or "done" in row for row in rows)


def test_plain_mode_reports_reading_only_if_slow() -> None:
    seconds = [0.0]
    table = reading()
    lines = PlainTable(table, asks=False, clock=lambda: seconds[0])
    assert lines.look().lines == ()
    seconds[0] = 2.0
    assert [as_text(line) for line in lines.look().lines] == [SENTENCE]
    seconds[0] = 3.0
    assert lines.look().lines == ()
    table.shows(reading=None)
    assert any("shuffle" in as_text(line) for line in lines.look().lines)
