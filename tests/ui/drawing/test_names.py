"""Names that would fill a row: what is said of their players is not lost, on any screen."""

from __future__ import annotations

import re

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.ui.drawing.canvas import Size, width
from p2p_hanabi.ui.drawing.names import fitted, folded, shortened
from p2p_hanabi.ui.drawing.style import as_text, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.words import i18n, words_shared
from protocol.game import Seat
from tests.any_game import BOTS
from tests.lengths import sampled
from tests.rows import as_rows
from tests.ui.table.ports import DealtTable
from tests.ui.words.languages import speaking

from ..table.playing import scene_of
from ..table.test_every_board import SEATS, confirming, every_game

NAMES = (
    "とても長い名前の人です一",
    "とても長い名前の人です二",
    "🎆🎇🎉🎊🎋🎍🎎🎏🎐🎑🎀🎁🎄🎃🎫🎪",
    "Maximiliana-Konstantina1",
    "Maximiliana-Konstantina2",
)
SMALL = Size(60, 20)
every_language = pytest.mark.parametrize("language", i18n.LANGUAGES)


def rows_of(port: DealtTable, *keys: str, size: Size = SMALL) -> list[str]:
    scene = scene_of(port)
    scene.look()
    for key in keys:
        scene.press(key)
    return as_rows(scene.paint(size, Theme()))


def table(game: str, moves: int = 14) -> DealtTable:
    port = DealtTable(SEATS[game], game=game, seed=3, names=NAMES)
    port.until_my_turn()
    while len(port.view().log) < moves or getattr(port.view(), "drawn", None):
        port.play(BOTS[game](port.view()))
        port.until_my_turn()
    return port


def is_cut(row: str) -> bool:
    """Elsewhere than in a name: those are cut before a space, a sign or the number of the seat."""
    for name in NAMES:
        for kept in range(len(name), 0, -1):
            row = row.replace(f"{name[:kept]}~", "")
    return "~" in row


@sampled(6)
@every_game
@every_language
@pytest.mark.parametrize("size", [SMALL, Size(80, 24)], ids=str)
def test_of_a_long_name_only_the_name_is_cut(game: str, language: str, size: Size) -> None:
    port = table(game)
    with speaking(language):
        for keys in ((), confirming(game), ("left",), ("pageup",)):
            rows = rows_of(port, *keys, size=size)
            lost = [row for row in rows if is_cut(row) and not row.startswith("[")]
            assert lost == []  # a card of Koi-Koi's hand may name by its beginning what it takes
            assert max(map(get_cwidth, rows)) <= size.columns


@every_game
@every_language
@pytest.mark.parametrize("has_left", [False, True])
def test_absence_its_length_and_the_state_of_the_game_all_fit(
    game: str, language: str, *, has_left: bool
) -> None:
    port = table(game)
    port.shows(missing={Seat(1): 34.0})
    port.shows(stepped_out={Seat(1)} if has_left else set())
    with speaking(language):
        row = rows_of(port)[1]
    assert re.search(r"\b34 s( ago|\))?$", row)
    assert str(port.view().pile) in row
    assert not is_cut(row.replace("~2", ""))


@every_game
def test_status_names_the_player_to_move_and_no_seconds(game: str) -> None:
    port = table(game)
    while port.view().actor in (None, port.seat):
        port.play(BOTS[game](port.view())) if port.view().actor == port.seat else port.step()
    assert rows_of(port)[0].endswith(" is to move")


def test_seconds_are_counted_once_a_player_thinks_for_long() -> None:
    assert words_shared.thinks("Ben", 9.9) == "Ben is to move"
    assert words_shared.thinks("Ben", 10.0) == "Ben is to move (10 s)"


def test_all_to_whom_a_hint_could_be_given_are_named_in_two_rows() -> None:
    rows = rows_of(table("hanabi"), "h")
    question = " ".join(row.strip() for row in rows[-3:-1])
    assert question.startswith("Hint for whom? 2 ")
    assert [f" {number} " in question for number in range(2, 6)] == [True] * 4
    assert question.endswith("Escape cancels.")


def test_ambiguous_short_names_have_their_seat_numbers() -> None:
    assert shortened(("Maximilian", "Maximiliana", "Ben"), 7) == ("Maxim~1", "Maxim~2", "Ben")
    assert shortened(("とても長い", "Ben"), 7) == ("とても~", "Ben")


def test_a_line_that_fits_keeps_its_names_whole() -> None:
    line = text("Maximiliana plays 3", "strong")
    assert fitted(line, ("Maximiliana",), 19) is line
    assert as_text(fitted(line, ("Maximiliana",), 18)) == "Maximilia~ plays 3"
    assert width(fitted(line, ("Maximiliana",), 5)) == len("Ma~ plays 3")


def test_the_longer_of_two_names_is_cut_first() -> None:
    line = text("Maximilian tells Maximiliana")
    assert as_text(fitted(line, ("Maximilian", "Maximiliana"), 24)) == "Maxim~1 tells Maxim~2"


def test_question_keeps_names_whole_if_that_takes_no_more_rows() -> None:
    lines = [text("Which of Maximiliana and Konstantina is it?")]
    names = ("Maximiliana", "Konstantina")
    assert len(folded(lines, names, 30, 2)) == 2
    assert "Maximiliana" in as_text(folded(lines, names, 30, 2)[0])
    assert len(folded(lines, names, 30, 1)) == 1
    assert len(folded(lines, names, 20, 1)) == 2  # no name is short enough for one row
