"""What is asked on a live page before there is a table."""

from __future__ import annotations

from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, LineInput, TableInput
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.new_table import TableKind
from p2p_hanabi.ui.web.ask_pages import (
    ChoicePage,
    CodePage,
    TableFormPage,
    TablesPage,
    TypedPage,
)
from p2p_hanabi.ui.web.live_page import Press, Typed

from ..model.test_new_table import NOT_LARGE, table
from .asked_pages import Search


def a_table() -> TableInput:
    return TableInput(table(TableKind.PRACTICE))


def fault_of(name: str) -> str | None:
    return None if name == "Ana" else "Not you."


def test_a_line_that_is_refused_is_not_lost() -> None:
    line = LineInput("What is your name?", fault_of)
    scene = TypedPage(line)
    scene.do(Typed("typed", "Anna"))
    page = scene.page()
    assert page.messages[0].text == "Not you."
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
    assert "album" in scene.page().messages[0].text
    assert scene.page().fields[0].value == "acorn-albun-amber"
    scene.do(Typed("typed", "acorn-album-amber"))
    assert code.room_code is not None


def test_only_what_is_offered_is_chosen() -> None:
    choice = ChoiceInput("Which game?", ["Hanabi", "Koi-Koi"])
    scene = ChoicePage(choice)
    scene.do(Press("choose 2"))
    scene.do(Press("back"))
    assert not scene.is_over
    scene.do(Press("choose 1"))
    assert choice.chosen == 1


def test_form_shows_its_choices_and_closes_when_confirmed() -> None:
    wanted = a_table()
    scene = TableFormPage(wanted)
    scene.do(Press("choose seats=3"))
    scene.do(Press("choose size=large"))
    on = [[button.is_on for button in row.buttons] for row in scene.page().choices]
    assert on[1:3] == [[False, True, False], [False, True]]
    assert not scene.is_over
    scene.do(Press("go"))
    assert wanted.is_done
    assert not wanted.goes_back


def test_a_value_offered_before_another_choice_is_refused_aloud() -> None:
    scene = TableFormPage(a_table())
    assert "choose size=large" not in [
        button.does for row in scene.page().choices for button in row.buttons
    ]
    scene.do(Press("choose size=large"))
    assert [line.text for line in scene.page().messages] == [NOT_LARGE]
    assert scene.page().choices[2].about == NOT_LARGE


def test_a_form_can_be_left_for_what_was_before() -> None:
    wanted = a_table()
    scene = TableFormPage(wanted)
    scene.do(Press("back"))
    assert scene.is_over
    assert not wanted.is_done


def test_the_address_of_a_table_is_typed_beside_the_list() -> None:
    tables = TablesFound(Search())
    scene = TablesPage(tables)
    scene.do(Typed("address", "192.0.2.7"))
    page = scene.page()
    assert "not an address" in page.messages[0].text
    assert page.fields[0].value == "192.0.2.7"
    scene.do(Typed("address", "192.0.2.7:7000"))
    assert scene.is_over
    assert tables.chosen is None


def test_a_failed_address_is_reported_above_the_list() -> None:
    tables = TablesFound(Search())
    tables.message = "Nobody answers there."
    scene = TablesPage(tables)
    assert [line.text for line in scene.page().messages] == ["Nobody answers there."]
