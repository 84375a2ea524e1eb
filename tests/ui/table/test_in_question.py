"""What is typed in lines while something is in question."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.lines.dialogue import PlainTable
from protocol.peer.remarks import Phrase

from .ports import DealtTable

PLAY = "You play card 2 (told nothing). Confirm? [Y/n]"


def asked(port: DealtTable, line: str = "play 2") -> PlainTable[Any, Any]:
    port.until_my_turn()
    table: PlainTable[Any, Any] = PlainTable(port, asks=True)
    table.look()
    table.typed(line)
    return table


def replies(table: PlainTable[Any, Any], line: str) -> list[str]:
    return [as_text(each) for each in table.typed(line)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("show", "All players are connected."),
        ("help", "show            the whole table; show 10: as it was after the tenth move"),
        ("me", "You, player 1, oldest card first:"),
        ("log", "Nothing yet."),
        ("rules", "You see everybody's cards except your own."),
        ("words", "The table words: acorn album amber anchor angle."),
        ("note 1 keep", "Noted on card 1: keep"),
        ("play 9", "You have no card 9; your cards are 1 to 5."),
        ("discard 1", "You cannot discard while all blue tokens are available."),
        ("castle", '"castle" is not a command; "help" lists the commands.'),
    ],
)
def test_a_move_stays_in_question_and_is_asked_about_again(line: str, sentence: str) -> None:
    port = DealtTable(3)
    table = asked(port)
    lines = replies(table, line)
    assert sentence in lines
    assert lines[-1] == PLAY
    assert table.typed("") == []
    port.until_my_turn()
    assert port.view().log[0].slot == 1


def test_talk_is_possible_while_a_move_is_being_confirmed() -> None:
    port = DealtTable(3, options={"talk": "phrases"})
    table = asked(port)
    assert replies(table, "say 4") == [PLAY]
    assert [each.remark for each in port.now.remarks] == [Phrase(3)]


def test_another_move_takes_the_place_of_the_one_in_question() -> None:
    port = DealtTable(3)
    table = asked(port)
    lines = replies(table, "play 1")
    assert lines == ["Instead:", "You play card 1 (told nothing). Confirm? [Y/n]"]
    table.typed("yes")
    port.until_my_turn()
    assert port.view().log[0].slot == 0


def test_leaving_takes_the_place_of_a_move() -> None:
    table = asked(DealtTable(3))
    cancelled, question = replies(table, "quit")
    assert cancelled == "Cancelled."
    assert question.startswith("Leave?")
    assert replies(table, "") == ["You stay."]
    assert replies(table, "yes") == ['"yes" is not a command; "help" lists the commands.']


@pytest.mark.parametrize("question", ["quit", "abandon", "stop"])
def test_command_cancels_a_final_question_and_is_executed(question: str) -> None:
    port = DealtTable(3)
    table = asked(port, question)
    nothing, *lines = replies(table, "play 2")
    assert nothing in ("You stay.", "Cancelled.")
    assert lines == [PLAY]
    assert not table.has_left
    assert port.ending() is None


def test_text_that_is_no_answer_or_command_only_cancels() -> None:
    table = asked(DealtTable(3), "quit")
    assert replies(table, "Adrian, ce faci?") == ["You stay."]


def test_tab_finishes_an_answer_and_else_a_command() -> None:
    table = asked(DealtTable(3))
    assert table.complete("") == ["yes"]
    assert table.complete("he") == ["help"]


def test_no_question_is_left_once_the_turn_is_over() -> None:
    port = DealtTable(3)
    table = asked(port)
    port.play(port.view().moves[0])
    lines = replies(table, "show")
    assert PLAY not in lines
    assert table.typed("yes") != []
