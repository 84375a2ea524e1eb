"""What is typed, as commands; and how it is completed."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.hanabi.moves import HintColour, HintRank
from p2p_hanabi.ui.lines import typed_commands as typed
from p2p_hanabi.ui.lines.typed_commands import Command, ShowPage
from p2p_hanabi.ui.model.game.game_screen import Misunderstood
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.table.table_actions import MakeMove, Say, TableAction
from protocol.game import Seat
from tests.any_game import SCREENS
from tests.games.hanabi.table import lay

PLAYERS = Players(Seat(0), ("Ana", "Ben", "Ben 2", "3"))
VIEW = lay(("R1 R2 R3 R4", "Y1 Y2 R5 G4", "B1 B2 B3 B4", "W1 W2 W3 W4")).view(0)
HANABI = SCREENS["hanabi"]


def parse(line: str) -> Command[Any] | None:
    return typed.parse(line, HANABI, VIEW, PLAYERS)


def hinted(line: str) -> tuple[int, int | str]:
    match parse(line):
        case MakeMove(HintRank(seat, rank, _)):
            return seat, rank
        case MakeMove(HintColour(seat, colour, _)):
            return seat, "RYGBWM"[colour]
    raise AssertionError(line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("hint Ben red", (1, "R")),
        ("hint ben 2 red", (2, "R")),
        ("hint ben 2 2", (2, 2)),
        ("hint ben 2", (1, 2)),
        ("hint 3 4", (3, 4)),
        ("hint 2 4", (1, 4)),
        ("HINT BEN W", (1, "W")),
    ],
)
def test_whole_name_beats_a_number_and_a_number_beats_a_prefix(
    line: str, meant: tuple[int, int | str]
) -> None:
    assert hinted(line) == meant


def test_dictated_full_stops_end_commands_but_stay_in_remarks() -> None:
    assert hinted("Hint Ben 2.") == (1, 2)
    assert parse("Quit.") == TableAction.LEAVE
    assert parse("say Well done.") == Say(" Well done.")
    with pytest.raises(Misunderstood):  # not an empty line, which can make a move
        parse(".")


def test_a_hint_points_at_every_card_that_it_is_true_of() -> None:
    ben = [info.card for info in VIEW.hands[1]]
    assert parse("hint ben y") == MakeMove(HintColour(Seat(1), 1, tuple(ben[:2])))
    assert parse("hint ben 4") == MakeMove(HintRank(Seat(1), 4, (ben[3],)))


def test_a_beginning_that_two_players_share_is_not_guessed() -> None:
    with pytest.raises(Misunderstood, match='"be" can be Ben or Ben 2'):
        parse("hint be red")


@pytest.mark.parametrize("card", ["0", "5", "-1", "1.0", "٣", "9" * 5000])
def test_a_card_that_is_not_in_the_hand_is_refused(card: str) -> None:
    with pytest.raises(Misunderstood, match="You have no card "):
        parse(f"play {card}")


def test_one_letter_is_enough_for_what_it_can_only_mean() -> None:
    assert parse("d") == ShowPage("discards")
    assert parse("q") == TableAction.LEAVE
    assert parse("   ") is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dis", ["discard", "discards"]),
        ("hint b", ["Ben", "Ben 2"]),
        ("hint Ben r", ["red"]),
        ("hint Ben 2", ["2"]),
        ("play ", ["1", "2", "3", "4"]),
        ("aban", []),
        ("castle x", []),
    ],
)
def test_possible_continuations_are_completed(line: str, words: list[str]) -> None:
    assert typed.completions(line, HANABI, VIEW, PLAYERS) == words
