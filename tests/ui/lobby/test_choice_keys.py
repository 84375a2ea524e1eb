"""What is typed to choose one of a few things."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.model.choice_keys import keys_of, numbers_of
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.terminal.choice_scene import ChoiceScene
from p2p_hanabi.ui.words.sentences_questions import Question, is_word


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


def test_a_key_is_shown_where_it_is_not_the_choice_itself() -> None:
    def rows(*choices: str) -> list[str]:
        scene = ChoiceScene(ChoiceInput("How many?", choices))
        return [
            "".join(part for _style, part in line).strip()
            for line in scene.paint(Size(60, 20), Theme()).lines
        ]

    assert "2" in rows("3", "2")
    assert "2 12" in rows("10", "12")


@pytest.mark.parametrize("sentence", ["leave", "leave\n", "Leave.", " LEAVE ", "leave\u00a0!"])
def test_a_dictated_word_answers_and_enter_confirms(sentence: str) -> None:
    assert is_word(sentence, Question.LEAVE)
    prompt = Prompt("Leave?")
    prompt.leave()
    prompt.paste(sentence)
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
