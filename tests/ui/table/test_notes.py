"""Notes on cards in anybody's hand: typed in lines, typed on the full screen, and kept."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from p2p_hanabi.commands.play.notes_file import Notes
from p2p_hanabi.games.hanabi.moves import HintRank
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.lines.dialogue import PlainTable
from protocol.game import Card
from tests.any_game import BOTS
from tests.ui.table.playing import hanabi_scene

from ..kit.terminal import Terminal, at_terminal
from .ports import DealtTable


def dealt(game: str = "hanabi") -> DealtTable:
    port = DealtTable(2, options={"first": 0} if game == "hanabi" else {}, game=game)
    port.until_my_turn()
    return port


def replies(port: DealtTable, line: str) -> list[str]:
    return [as_text(each) for each in PlainTable(port, asks=True).typed(line)]


def test_a_note_is_made_listed_and_taken_away_in_lines() -> None:
    port = dealt()
    assert replies(port, "notes") == [
        'You have no notes; "note 3 TEXT" writes one on your third card.'
    ]
    assert replies(port, "note 3  a red one?") == ["Noted on card 3: a red one?"]
    assert port.now.notes == {port.view().hand[2].card: "a red one?"}
    assert replies(port, "note") == ["Card 3: a red one?"]
    assert replies(port, "note 3") == ["There is no note on card 3 any more."]


@pytest.mark.parametrize("line", ["note 6 x", "note x", "note 0 x"])
def test_note_on_no_card_shows_the_syntax(line: str) -> None:
    assert replies(dealt(), line) == ["Type for example: note 1 keep. You hold 5 cards."]


def test_note_has_no_control_characters_and_is_bounded() -> None:
    port = dealt()
    replies(port, "note 1 \x1b[31mred " + "x" * 60)
    [words] = port.now.notes.values()
    assert "\x1b" not in words
    assert len(words) == 40


def test_notes_are_refused_where_holders_see_their_cards() -> None:
    [line] = replies(dealt("koikoi"), "note 1 keep")
    assert line == "In this game all players see the cards they hold."


def test_notes_of_before_are_on_the_full_screen_again() -> None:
    port = dealt()
    port.note(port.view().hand[1].card, "before")

    async def play(screen: Terminal) -> None:
        assert "before" in screen.text
        await screen.type("n", "2", "!", "<enter>")
        assert "before!" in screen.text

    at_terminal(hanabi_scene(port, lambda: 0.0), (80, 24), play)
    assert list(port.now.notes.values()) == ["before!"]


def test_a_note_can_be_written_after_all_were_stored(tmp_path: Path) -> None:
    """A screen may still follow its table then."""
    notes = Notes(tmp_path / "notes")
    asyncio.run(notes.stored())
    for card in (1, 2):
        notes.write(Card(card), "red")
        asyncio.run(notes.stored())
    assert Notes(tmp_path / "notes").all() == {Card(1): "red", Card(2): "red"}


def test_notes_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    notes = Notes(path)
    notes.write(Card(3), "red")
    notes.write(Card(4), "keep")
    notes.write(Card(3), "")
    asyncio.run(notes.stored())
    assert Notes(path).all() == {Card(4): "keep"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("rouge\u00a0?", "rouge\u00a0?"),
        ("\U0001f937\u200d\u2640 perhaps", "\U0001f937\u2640 perhaps"),
        ("caf\udce9\x1b[31m\n", "caf??[31m?"),
    ],
)
def test_notes_of_any_characters_are_restored(tmp_path: Path, typed: str, kept: str) -> None:
    notes = Notes(tmp_path / "notes")
    notes.write(Card(3), typed)
    asyncio.run(notes.stored())
    again = Notes(tmp_path / "notes")
    assert again.trouble is None
    assert again.all() == {Card(3): kept}


@pytest.mark.parametrize(
    "content",
    [b"", b"\x90", b"\x93\xaap2ph notes\x01\x91\x92\x01\x02", b"\x93\xaap2ph notes\x02\x90"],
)
def test_damaged_notes_are_moved_away_and_reported_once(tmp_path: Path, content: bytes) -> None:
    path, kept = tmp_path / "notes", tmp_path / "notes.damaged-1"
    path.write_bytes(content)
    notes = Notes(path)
    assert notes.all() == {}
    assert notes.trouble is not None
    assert notes.trouble.startswith(f"{path} was damaged and is now called {kept};")
    notes.write(Card(3), "red")
    assert kept.read_bytes() == content
    assert Notes(path).trouble is None


def test_notes_that_cannot_be_written_are_still_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    notes = Notes(tmp_path / "file" / "notes")
    notes.write(Card(1), "keep")
    assert notes.all() == {Card(1): "keep"}


def test_note_on_anothers_card_is_made_listed_and_removed() -> None:
    port = DealtTable(3, seed=3)
    port.until_my_turn()
    assert replies(port, "note Chi 2 keep this") == ["Noted on card 2 of Chi: keep this"]
    assert replies(port, "note 1 mine") == ["Noted on card 1: mine"]
    assert port.now.notes[port.view().hands[2][1].card] == "keep this"
    assert replies(port, "notes") == ["Card 1: mine", "Card 2 of Chi: keep this"]
    assert replies(port, "note ch 2") == ["There is no note on card 2 of Chi any more."]
    assert replies(port, "note Dan 2 x")[0].startswith("Nobody here is called Dan")
    assert replies(port, "note Chi 7 x") == ["Type for example: note 1 keep. You hold 5 cards."]


SIZES = ((60, 20), (80, 24), (100, 30), (200, 50))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_card_can_be_noted_on_by_keys(size: tuple[int, int]) -> None:
    port = DealtTable(3, seed=3)
    port.until_my_turn()

    async def play(screen: Terminal) -> None:
        await screen.type("n", "<tab>")
        assert "Note on which card of Ben? 1 to 5" in screen.text
        await screen.type("<tab>")
        assert "Note on card 2 of Chi: " in await screen.type("2")
        assert '"five"' in await screen.type(*"five", "<enter>")
        assert "Note on which card? 1 to 5" in await screen.type("n", "<tab>", "<tab>", "<tab>")

    at_terminal(hanabi_scene(port, lambda: 0.0), size, play)
    assert port.now.notes == {port.view().hands[2][1].card: "five"}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_at_any_card_is_a_note_on_that_card(size: tuple[int, int]) -> None:
    port = DealtTable(4, seed=3)
    port.until_my_turn()
    scene = hanabi_scene(port, lambda: 0.0)
    scene.look()
    for seat, hand in enumerate(port.view().hands):
        for slot, info in enumerate(hand):
            scene.press("n")
            zones = scene.paint(Size(*size), Theme()).zones
            name = f"seat {seat + 1} {slot + 1}" if seat != port.seat else f"card {slot + 1}"
            assert name in {zone.pressed for zone in zones}
            for key in (name, *f"{seat}.{slot}", "enter"):
                scene.press(key)
            assert port.now.notes[info.card] == f"{seat}.{slot}"


def test_a_note_goes_with_its_card_when_the_hand_changes() -> None:
    port = DealtTable(3, seed=3)
    port.until_my_turn()
    card = port.view().hands[1][3].card
    port.note(card, "mark")
    port.play(next(move for move in port.view().moves if isinstance(move, HintRank)))
    while any(info.card == card for info in port.view().hands[1]):
        slot = [info.card for info in port.view().hands[1]].index(card)
        assert replies(port, "notes") == [f"Card {slot + 1} of Ben: mark"]
        port.play(BOTS["hanabi"](port.view())) if port.view().actor == port.seat else port.step()
        if port.ending() is not None:
            break
    assert port.now.notes == {card: "mark"}
