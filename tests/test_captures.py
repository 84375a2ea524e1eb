"""The captures in the documents are what the program shows, and no screen overflows."""

from __future__ import annotations

import pytest
from prompt_toolkit.utils import get_cwidth

from tests.lengths import sampled

from .captures import FOLDER, PLAY, Shot, in_document, pages, rows_of, shots

OLD = "the captures are not those of this program: run `make captures`"


def test_the_captures_are_made_by_this_program() -> None:
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")}
    assert kept == pages(), OLD


def test_the_captures_in_the_document_are_made_by_this_program() -> None:
    document = PLAY.read_text(encoding="utf-8")
    assert in_document(document) == document, OLD


@sampled(27)
@pytest.mark.parametrize(
    "shot", list(shots()), ids=lambda shot: f"{shot.title} {shot.size.columns}"
)
def test_every_phase_fills_its_screen_exactly(shot: Shot) -> None:
    rows = rows_of(shot)
    assert len(rows) == shot.size.rows
    assert max(map(get_cwidth, rows)) <= shot.size.columns


def test_ascii_captures_contain_ascii_only() -> None:
    assert [shot.title for shot in shots() if shot.theme.is_ascii and not _is_ascii(shot)] == []


def _is_ascii(shot: Shot) -> bool:
    return "".join(rows_of(shot)).isascii()
