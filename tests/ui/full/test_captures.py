"""The captures in the documents are what the program shows."""

from __future__ import annotations

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.ui.full.canvas import Size
from p2p_hanabi.ui.full.look import Look
from p2p_hanabi.ui.full.scene import Scene

from .captures import PLAY, capture, captures, in_document


def test_the_captures_in_the_documents_are_made_by_this_program() -> None:
    document = PLAY.read_text(encoding="utf-8")
    assert in_document(document) == document


@pytest.mark.parametrize(
    ("scene", "size", "look"), [pytest.param(*rest, id=name) for name, *rest in captures()]
)
def test_every_phase_fills_its_screen_exactly(scene: Scene, size: Size, look: Look) -> None:
    rows = capture(scene, size, look).split("\n")
    assert len(rows) == size.rows
    assert max(map(get_cwidth, rows)) <= size.columns
