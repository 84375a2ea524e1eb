"""The table as lines, from real views."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.ui import painter as hanabi_painter
from p2p_hanabi.games.hanabi.ui.knowledge import compact
from p2p_hanabi.games.hanabi.ui.screen import table
from p2p_hanabi.ui.drawing.style import as_ansi, as_text, folded
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.away_players import links
from p2p_hanabi.ui.words.aloud import drawn
from protocol.game import Seat
from tests.any_game import BOTS, RULES, SCREENS
from tests.builders import walk
from tests.fakes import NAMES
from tests.games.hanabi.table import cards, lay
from tests.ui.table.ports import DealtTable

ANA = Players(Seat(0), ("Ana", "Ben"))
HANDS = ("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5")


def test_anothers_hand_shows_faces_and_hints_received() -> None:
    view = lay(HANDS, turn=0).hint(1, "Y").view(0)
    assert list(map(as_text, hanabi_painter.hand(view, ANA, Seat(1)))) == [
        "Ben, player 2, oldest card first:",
        "  1, 2: Y1; told yellow; can be Y 12345",
        "  3: Y3; told yellow; can be Y 12345",
        "  4: Y4; told yellow; can be Y 12345",
        "  5: W5; not Y; last copy",
    ]


def test_the_own_hand_shows_no_faces_but_what_each_card_can_be() -> None:
    view = lay(HANDS, turn=1, fireworks={"B": 5}).hint(0, 5).hint(1, 5).hint(0, "R").view(0)
    assert list(map(as_text, hanabi_painter.hand(view, ANA, Seat(0)))) == [
        "You, player 1, oldest card first:",
        "  1, 2, 3, 4: told red; not 5; can be R 1234",
        "  5: told red 5; is R5; last copy",
    ]


def test_a_card_that_can_never_be_placed_is_marked_as_useless() -> None:
    view = lay(HANDS, turn=0, fireworks={"Y": 1}).view(0)
    assert as_text(hanabi_painter.hand(view, ANA, Seat(1))[1]) == "  1, 2: Y1; not needed"


def test_discards_list_lost_and_remaining_cards_by_colour() -> None:
    fireworks = {"R": 5, "Y": 1}
    view = lay(("Y3 Y4", "W1 W3"), fireworks=fireworks, discard="G1 G4 G1 Y2 Y2 B5 B1").view(0)
    assert [as_text(line) for line in hanabi_painter.discards(view)][1:] == [
        "  R red: complete",
        "  Y yellow: at 1; discarded 2 2; ends at 1, no 2 can come any more",
        "  G green: at 0; discarded 1 1 4; to come 1! 2 2 3 3 4! 5!",
        "  B blue: at 0; discarded 1 5; to come 1 1 2 2 3 3 4 4; ends at 4, no 5 can come any more",
        "  W white: at 0; to come 1 1 1 2 2 3 3 4 4 5!",
    ]


def test_faces_with_the_same_ranks_are_grouped() -> None:
    assert compact(cards("R1 R2 Y1 Y2 G5")) == "RY 12, G 5"
    assert compact(cards("M3")) == "M3"


def test_the_table_shows_who_is_disconnected() -> None:
    goes_on = "The seat is kept: the game goes on when Ben is back."
    port = DealtTable(3).shows(missing={Seat(1): 12.4})
    [lost] = links(port.now)
    [left] = links(port.shows(missing={Seat(1): 130.0}, stepped_out={Seat(1)}).now)
    assert as_text(lost) == f"No connection to Ben for 12 s. {goes_on}"
    assert as_text(left) == f"Ben left 2 min ago. {goes_on}"


def test_the_last_round_shows_the_turns_left() -> None:
    view = lay(HANDS, turns_left=1, deck="").view(0)
    assert as_text(hanabi_painter.tokens(view)).endswith("The pile is empty. One turn is left.")
    turn = hanabi_painter.whose_turn(view, ANA)
    assert turn is not None
    assert as_text(turn) == "Your turn, your last one."


def test_five_player_tables_fit_into_eighty_columns_and_ascii() -> None:
    players = Players(Seat(2), tuple(f"{name} of the longest n"[:24] for name in NAMES))
    hanabi = RULES["hanabi"]
    for step in walk(hanabi, {"blue": 10}, 5, 3, choose=BOTS["hanabi"]):
        view = hanabi.view(step.state, Seat(2), step.known[2])
        for line in table(view, players):
            rows = [as_text(row) for row in folded(line, 80)]
            assert all(len(row) <= 80 and row.isascii() for row in rows)


def test_a_colour_is_never_shown_only_by_its_escape_code() -> None:
    view = lay(HANDS).view(0)
    for line in table(view, ANA):
        bare = as_ansi(line)
        for code in ("31", "33", "32", "34", "35", "1", "1;31", "0"):
            bare = bare.replace(f"\x1b[{code}m", "")
        assert bare == as_text(line)


@pytest.mark.parametrize(
    ("hint", "played", "said"),
    [
        (None, {}, "told nothing"),
        ("R", {"R": 2}, "told red; can be R 12345; fits as R3"),
        (1, {}, "told 1; can be RYGBW 1; fits"),
        (1, {"R": 1, "Y": 1, "G": 1, "B": 1, "W": 1}, "told 1; can be RGBW 1; fits nowhere"),
    ],
)
def test_the_preview_of_a_play_says_whether_it_fits(
    hint: str | int | None, played: dict[str, int], said: str
) -> None:
    laid = lay(HANDS, turn=1, fireworks=played, blue=7)
    laid = laid.discard(4) if hint is None else laid.hint(0, hint)
    view = laid.view(0)
    first = Play(view.hand[0].card)
    assert SCREENS["hanabi"].preview(first, view, ANA).startswith(f"You play card 1 ({said}")


def test_sentences_beside_drawn_cards_name_colours_by_marks() -> None:
    faces = cards("R1 R2 Y1 Y2 G4 B5 W3")
    with drawn():
        assert compact(faces) == "\u25c6\u25cf12, \u25b24, \u25a05, \u271a3"
        view = lay(HANDS, fireworks={"B": 5}).view(0)
        assert "\u25a05" in as_text(hanabi_painter.fireworks(view))
    assert compact(faces) == "RY 12, G 4, B 5, W 3"
