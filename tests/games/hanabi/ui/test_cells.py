"""What the owner of a card knows about it, in the few cells of the smallest screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from p2p_hanabi.games.common.firework_cards import face_of
from p2p_hanabi.games.hanabi.ui.board.cells import Level, face, known, possible
from p2p_hanabi.ui.drawing.style import as_text
from protocol.game import Face
from tests.games.hanabi.table import lay

NARROWEST = 8


def faces(letters: str, ranks: str) -> list[Face]:
    return [face_of("RYGBWM".index(letter), int(rank)) for letter in letters for rank in ranks]


def parts(whole: str) -> Iterator[tuple[str, ...]]:
    """What is left of it, if anything."""
    sizes = range(1, len(whole) + 1)
    return chain.from_iterable(combinations(whole, size) for size in sizes)


@pytest.mark.parametrize(
    ("letters", "ranks", "shown"),
    [
        ("RYGBW", "12345", ""),
        ("RYG", "123", "RYG 123"),
        ("RYGB", "123", "RYGB 123"),
        ("RYGB", "2345", "RYGB2345"),
        ("R", "2", "R2"),
    ],
)
def test_possible_faces_are_shown_as_far_as_there_is_room(
    letters: str, ranks: str, shown: str
) -> None:
    assert possible(faces(letters, ranks), 5, NARROWEST) == shown


def test_without_room_the_excluded_faces_are_shown_instead() -> None:
    assert possible(faces("RYGBM", "2345"), 6, NARROWEST) == "-W-1"
    assert possible(faces("RYGB", "2345")[1:], 5, NARROWEST) == "-W-1~"
    assert possible(faces("RYGBWM", "2345"), 6, 3) == "-1"


def test_hint_about_a_hidden_card_is_shown_only_on_its_face() -> None:
    view = lay(("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5"), turn=1).hint(0, "R").view(0)
    own, other = view.hand[0], view.hands[1][0]
    assert as_text(face(own, view, Level.TOLD)) == "R?"
    assert known(own, view, Level.TOLD, NARROWEST) == ""
    assert known(own, view, Level.HINTED, NARROWEST) == "R"
    hinted = lay(("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5"), turn=0).hint(1, "Y").view(0)
    assert known(hinted.hands[1][0], hinted, Level.TOLD, NARROWEST) == "Y"
    assert known(other, view, Level.TOLD, NARROWEST) == ""


def test_a_cell_with_nothing_to_show_is_empty() -> None:
    assert possible(faces("RYGBW", "12345")[1:], 5, NARROWEST) == "not R1"
    assert possible(faces("RYGBW", "12345")[2:], 5, NARROWEST) == ""


@pytest.mark.parametrize("colours", [5, 6])
def test_no_part_of_it_is_ever_cut_off(colours: int) -> None:
    letters = "RYGBWM"[:colours]
    for some in parts(letters):
        for ranks in parts("12345"):
            left = faces("".join(some), "".join(ranks))
            assert len(possible(left, colours, NARROWEST)) <= NARROWEST
            if len(left) > 1:
                assert len(possible(left[1:], colours, NARROWEST)) <= NARROWEST
