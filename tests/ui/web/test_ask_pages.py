"""What is asked on a live page before there is a table."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, LineInput
from p2p_hanabi.ui.web.ask_pages import ChoicePage, CodePage, FormPage, TypedPage
from p2p_hanabi.ui.web.live_page import Press, Typed


def fault_of(name: str) -> str | None:
    return None if name == "Ana" else "Not you."


def test_a_line_that_is_refused_is_not_lost() -> None:
    line = LineInput("What is your name?", fault_of)
    scene = TypedPage(line)
    scene.do(Typed("typed", "Anna"))
    page = scene.page()
    assert page.says[0].text == "Not you."
    assert page.fields[0].value == "Anna"
    assert not scene.is_over
    scene.do(Typed("typed", "Ana"))
    assert line.typed == "Ana"


def test_the_present_value_can_be_taken_as_it_is() -> None:
    scene = TypedPage(LineInput("What is your name?", fault_of, usual="Ana"))
    (field,) = scene.page().fields
    assert (field.value, field.is_usual) == ("Ana", True)
    scene.do(Typed("typed", "Anna"))
    (field,) = scene.page().fields
    assert (field.value, field.is_usual) == ("Anna", False)


def test_one_goes_back_only_where_there_is_something_before() -> None:
    first = TypedPage(LineInput("What is your name?", fault_of, can_go_back=False))
    first.do(Press("back"))
    assert not first.is_over
    assert [button.does for button in first.page().buttons] == ["leave"]
    line = LineInput("What is your name?", fault_of)
    TypedPage(line).do(Press("back"))
    assert line.goes_back


def test_a_code_with_a_mistake_stays_to_be_mended() -> None:
    code = CodeInput("Kitchen, opened by Ana.")
    scene = CodePage(code)
    assert len(scene.page().fields[0].offered) == 256
    scene.do(Typed("typed", "acorn-albun-amber"))
    assert "album" in scene.page().says[0].text
    assert scene.page().fields[0].value == "acorn-albun-amber"
    scene.do(Typed("typed", "acorn-album-amber"))
    assert code.code is not None


def test_only_what_is_offered_is_chosen() -> None:
    choice = ChoiceInput("Which game?", ["Hanabi", "Koi-Koi"])
    scene = ChoicePage(choice)
    scene.do(Press("choose 2"))
    scene.do(Press("back"))
    assert not scene.is_over
    scene.do(Press("choose 1"))
    assert choice.chosen == 1


class Form:
    """Two choices, each of two things."""

    def __init__(self) -> None:
        self.chosen = [0, 1]

    def choices(self) -> list[tuple[str, Sequence[str], int]]:
        return [("Colour", ("red", "blue"), self.chosen[0]), ("Size", ("1", "2"), self.chosen[1])]

    def choose(self, row: int, number: int) -> None:
        self.chosen[row] = number


def test_form_shows_its_choices_and_closes_when_confirmed() -> None:
    form = Form()
    scene = FormPage("A table", "Open it", form)
    scene.do(Press("choose 0 1"))
    scene.do(Press("choose 1 2"))  # which is not offered
    shown = [[button.is_on for button in choice.buttons] for choice in scene.page().choices]
    assert shown == [[False, True], [False, True]]
    assert not scene.is_over
    scene.do(Press("go"))
    assert scene.is_done
    assert not scene.goes_back


def test_a_form_can_be_left_for_what_was_before() -> None:
    scene = FormPage("A table", "Open it", Form())
    scene.do(Press("back"))
    assert scene.is_over
    assert not scene.is_done
