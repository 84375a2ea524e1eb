"""What is typed to choose one of a few things."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.kit.sentences_questions import Question, is_word
from p2p_hanabi.ui.lobby.choice_keys import keys_of, numbers_of


@pytest.mark.parametrize(
    ("choices", "numbers", "keys"),
    [
        (("2", "3", "4", "5"), ["2", "3", "4", "5"], ["2", "3", "4", "5"]),
        (("12", "6", "3"), ["12", "6", "3"], ["1", "6", "3"]),
        (("10", "12"), ["10", "12"], ["1", "2"]),
        (("Hanabi", "Ikebana"), ["1", "2"], ["1", "2"]),
    ],
)
def test_a_number_is_chosen_by_itself(
    choices: tuple[str, ...], numbers: list[str], keys: list[str]
) -> None:
    assert numbers_of(choices) == numbers
    assert keys_of(choices) == keys


@pytest.mark.parametrize("said", ["leave", "leave\n", "Leave.", " LEAVE ", "leave\u00a0!"])
def test_a_dictated_word_answers_and_enter_confirms(said: str) -> None:
    assert is_word(said, Question.LEAVE)
    prompt = Prompt("Leave?")
    prompt.leave()
    prompt.paste(said)
    assert prompt.is_open
    assert prompt.press("enter") is Question.LEAVE


def test_capitals_blanks_and_full_stops_cancel_nothing() -> None:
    prompt = Prompt("Leave?")
    prompt.leave()
    for key in "Leave. ":
        assert prompt.press(key) is None
    assert prompt.press("enter") is Question.LEAVE


def test_other_pasted_words_close_a_question() -> None:
    prompt = Prompt("Leave?")
    prompt.leave()
    prompt.paste("leave me alone")
    assert not prompt.is_open
    assert not prompt.has_left
