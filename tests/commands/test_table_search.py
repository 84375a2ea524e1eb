"""A table that goes at the moment at which it is chosen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from p2p_hanabi.commands.play.table_search import TableSearch
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.commands.screens.line_screen import LineScreen
from p2p_hanabi.commands.screens.stage import Scenes, SceneStage
from p2p_hanabi.gathering import Notice, Program
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.console_port import Complete, Console
from p2p_hanabi.ui.lines.tables_lines import TableChoice, choose_table
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene
from p2p_hanabi.ui.web.ask_pages import TablesPage
from tests.rows import as_rows

GONE, THERE = (Found(Notice(key, "Kitchen", "hanabi", "", 1, 2), ()) for key in (b"a", b"b"))


class Search(TableSearch):
    """Shows a table that has gone by the time at which it is chosen, and then another."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = iter((GONE, THERE))

    def joinable(self) -> tuple[Found, ...]:
        return (THERE,)

    def notices(self) -> list[Notice]:
        return [self.last.notice]

    def next(self) -> None:
        self.last = next(self.shown)


class Stage:
    """Takes the table that it shows."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def show(self, scene: Any) -> None:
        """Nobody looks."""

    async def follow(self, scene: Any, _changed: object) -> None:
        self.search.next()
        [scene.chosen] = self.search.notices()


class TypedName:
    """A console at which the table is chosen by the beginning of its name."""

    is_terminal = True
    complete: Complete = staticmethod(lambda _: ())

    def __init__(self, search: Search) -> None:
        self.search = search

    def write(self, *lines: Line) -> None:
        """Nobody looks."""

    def bell(self) -> None:
        """Nobody hears it."""

    async def read(self) -> str:
        return "kit"


class Announced:
    """A browser that has found these tables."""

    def __init__(self, *found: Found) -> None:
        self.found = tuple(replace(one, reached=True) for one in found)


def test_table_name_is_searched_without_surrounding_blanks() -> None:
    search = TableSearch("  Kitchen ")
    search.watch(cast(Any, Announced(THERE)))
    assert [one.notice.name for one in search.joinable()] == ["Kitchen"]


@pytest.mark.parametrize("program", [Program.OLDER, Program.NEWER])
def test_a_table_of_another_version_is_dialled_only_if_alone(program: Program) -> None:
    search, other = TableSearch(), Found(replace(THERE.notice, program=program), ())
    search.watch(cast(Any, Announced(other)))
    assert [one.notice for one in search.joinable()] == [other.notice]
    search.watch(cast(Any, Announced(other, THERE)))
    assert [one.notice for one in search.joinable()] == [THERE.notice]
    assert len(search.notices()) == 2


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (Program.OLDER, "its host needs a newer p2phanabi"),
        (Program.NEWER, "needs a newer p2phanabi on this device"),
    ],
)
def test_table_of_another_version_is_listed_and_refused(program: Program, sentence: str) -> None:
    search = TableSearch()
    search.watch(cast(Any, Announced(Found(replace(THERE.notice, program=program), ()))))
    tables = TablesFound(search)
    tables.look()
    [row] = tables.rows
    assert as_text(row.described) == f"1. Kitchen, {sentence}"
    assert tables.choose(row) == f"Kitchen: {sentence}."
    assert tables.chosen is None


def test_on_the_full_screen_another_is_chosen() -> None:
    search = Search()
    made = {"tables": lambda tables: tables, "waiting": lambda _: None, "device": Device.KEY}
    screen = FullScreen(cast("SceneStage", Stage(search)), cast("Scenes", SimpleNamespace(**made)))
    assert asyncio.run(screen.choose(search)) is THERE


def test_every_screen_says_that_several_tables_have_the_name() -> None:
    search = TableSearch()
    search.watch(cast(Any, Announced(GONE, THERE)))
    tables = TablesFound(search, is_named=True)
    sentence = "There are several tables with that name. Which one?"
    assert sentence in as_rows(TableChoiceScene(tables).paint(Size(80, 24), Theme()))[-2]
    assert TablesPage(tables).page().messages[0].text == sentence
    assert as_text(TableChoice(tables).look().lines[0]) == sentence


def test_a_sentence_is_shown_at_the_table() -> None:
    """Such as that a bot on this machine stopped again and again."""
    sentences: list[str] = []
    table = SimpleNamespace(notify=sentences.append)
    stage = SimpleNamespace(scene=table, refresh=lambda: sentences.append("painted"))
    screen = FullScreen(cast("SceneStage", stage), cast("Scenes", SimpleNamespace()))
    screen._table = cast("Any", table)
    screen.show("The bot Wren stopped.")
    assert sentences == ["The bot Wren stopped.", "painted"]


def test_in_lines_another_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search()

    async def choose_next(tables: TablesFound, finding: Search, console: Console) -> None:
        finding.next()
        await choose_table(tables, finding, console)

    monkeypatch.setattr("p2p_hanabi.commands.screens.line_screen.choose_table", choose_next)
    assert asyncio.run(LineScreen(TypedName(search)).choose(search)) is THERE
