"""Notes on one's own cards: typed in lines, typed on the full screen, and kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from p2p_hanabi.commands.notes_file import Notes
from p2p_hanabi.ui.kit.style import as_text
from p2p_hanabi.ui.table.dialogue import PlainTable
from protocol.game import Card
from tests.ui.table.playing import hanabi_scene

from ..kit.terminal import Terminal, at_terminal
from .ports import DealtTable


def dealt(game: str = "hanabi") -> DealtTable:
    port = DealtTable(2, options={"first": 0} if game == "hanabi" else {}, game=game)
    port.until_my_turn()
    return port


def said(port: DealtTable, line: str) -> list[str]:
    return [as_text(each) for each in PlainTable(port, asks=True).typed(line)]


def test_a_note_is_made_listed_and_taken_away_in_lines() -> None:
    port = dealt()
    assert said(port, "notes") == [
        'You have no notes; "note 3 TEXT" writes one on your third card.'
    ]
    assert said(port, "note 3  a red one?") == ["Noted on card 3: a red one?"]
    assert port.noted == {port.view().hand[2].card: "a red one?"}
    assert said(port, "note") == ["Card 3: a red one?"]
    assert said(port, "note 3") == ["There is no note on card 3 any more."]


@pytest.mark.parametrize("line", ["note 6 x", "note x", "note 0 x"])
def test_a_note_on_no_card_says_how_it_is_typed(line: str) -> None:
    assert said(dealt(), line) == ["Type for example: note 1 keep. You hold 5 cards."]


def test_what_a_terminal_would_obey_does_not_come_into_a_note() -> None:
    port = dealt()
    said(port, "note 1 \x1b[31mred " + "x" * 60)
    [words] = port.noted.values()
    assert "\x1b" not in words
    assert len(words) == 40


def test_where_nothing_is_hidden_from_its_holder_there_is_nothing_to_note() -> None:
    [line] = said(dealt("koikoi"), "note 1 keep")
    assert line == "In this game all players see the cards they hold."


def test_notes_of_before_are_on_the_full_screen_again() -> None:
    port = dealt()
    port.note(port.view().hand[1].card, "before")

    async def play(screen: Terminal) -> None:
        assert "before" in screen.text
        await screen.type("n", "2", "!", "<enter>")
        assert "before!" in screen.text

    at_terminal(hanabi_scene(port, lambda: 0.0), (80, 24), play)
    assert list(port.noted.values()) == ["before!"]


def test_notes_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    notes = Notes(path)
    notes.write(Card(3), "red")
    notes.write(Card(4), "keep")
    notes.write(Card(3), "")
    assert Notes(path).all() == {Card(4): "keep"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [b"", b"\x90", b"\x93\xaap2ph notes\x01\x91\x92\x01\x02", b"\x93\xaap2ph notes\x02\x90"],
)
def test_damaged_notes_are_set_aside_and_told_of_once(tmp_path: Path, content: bytes) -> None:
    path, kept = tmp_path / "notes", tmp_path / "notes.damaged-1"
    path.write_bytes(content)
    notes = Notes(path)
    assert notes.all() == {}
    assert notes.trouble is not None
    assert notes.trouble.startswith(f"{path} was damaged and is now {kept};")
    notes.write(Card(3), "red")
    assert kept.read_bytes() == content
    assert Notes(path).trouble is None


def test_notes_that_cannot_be_written_are_still_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    notes = Notes(tmp_path / "file" / "notes")
    notes.write(Card(1), "keep")
    assert notes.all() == {Card(1): "keep"}
