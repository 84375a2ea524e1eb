"""The guided first game: every step does what it asks for, on the full screen and line by line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_hanabi.games.hanabi import moves as hanabi_moves
from p2p_hanabi.games.hanabi.ui.tutorial import shown_lesson
from p2p_hanabi.games.hanabi.ui.tutorial.guided_lines import GuidedTalk
from p2p_hanabi.games.hanabi.ui.tutorial.guided_scene import MIN_OF_TABLE, GuidedTable, rows_of
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.games.hanabi.ui.tutorial.lessons import Step, lessons
from p2p_hanabi.games.hanabi.ui.words.sentences import colour_letters
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import _
from protocol.errors import NotNow, RemarkRefused
from protocol.game import Card, Seat
from protocol.peer.remarks import Order, Text
from tests.any_game import BOTS
from tests.lengths import sampled

from ....ui.kit.terminal import Terminal, at_terminal

SIZES = ((80, 24), (60, 20))
GUIDED_MOVES = 9


def guided() -> tuple[TutorialTable, GuidedTable]:
    table = TutorialTable(pause_s=0)
    return table, GuidedTable(table, lambda: 0.0)


async def take(screen: Terminal, table: TutorialTable, steps: int | None = None) -> None:
    """The steps of the lesson, all of them or that many, and the bots' moves between them."""
    for step in lessons(has_signs=True)[:steps]:
        await screen.type(*keys_of(step))
        while table.let_bot_move():
            screen.stage.refresh()


def keys_of(step: Step) -> list[str]:
    return [NAMED.get(key, key) for key in step.keys or ("enter",)]


NAMED = {"enter": "<enter>", "left": "<left>", "end": "<end>", "escape": "<esc>"}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_lesson_can_be_completed_with_the_keys_it_names(size: tuple[int, int]) -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        for number, step in enumerate(lessons(has_signs=True)):
            shown = " ".join(screen.text.split())
            assert " ".join(step.text().split()) in shown, (number, shown)
            assert {"leave", "q", "confirms"} & set(screen.text.splitlines()[-1].split())
            keys = " ".join(map(shown_lesson.key_label, step.keys))
            assert (f"Now press {keys}" if keys else "Enter continues.") in shown
            await screen.type(*keys_of(step))
            while table.let_bot_move():
                screen.stage.refresh()
            await screen.settle()
        assert "Now it is your game." in screen.text

    at_terminal(scene, size, play)
    view = table.view
    assert view.fireworks == (1, 1, 0, 2, 0)
    assert (view.blue, view.red, view.turn) == (5, 0, GUIDED_MOVES)
    assert table.now.notes == {Card(4): "ok"}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_lesson_fits_beside_the_table_on_a_small_screen(language: str) -> None:
    i18n.choose(language)
    try:
        for step in lessons(has_signs=True):
            below = _(shown_lesson.PRESS_ENTER) if not step.keys else ""
            rows = rows_of(f"{step.text()} {below}", 60)
            assert len(rows) + bool(step.keys) <= 20 - MIN_OF_TABLE - 1, rows
    finally:
        i18n.choose("en")


@pytest.mark.parametrize(
    ("pressed", "sentence"),
    [
        ("d", "d comes later. For now, press h; q leaves the lesson."),
        ("<enter>", "For now, press h"),
        ("x", "For now, press h"),
    ],
)
def test_a_wrong_key_is_explained_and_does_nothing(pressed: str, sentence: str) -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table, 3)
        assert sentence in await screen.type(pressed)
        assert "Hint for whom?" not in screen.text
        assert "Hint for whom?" in await screen.type("h")
        assert "has its time too" not in screen.text

    at_terminal(scene, (80, 24), play)


def test_an_answer_to_a_key_ends_with_its_step() -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table, 4)
        await screen.type("<enter>")
        table.let_bot_move()
        screen.stage.refresh()
        assert "Wren and Robin play." in await screen.type("<enter>")
        while table.let_bot_move():
            screen.stage.refresh()
        await screen.settle()
        assert "Wren and Robin play." not in screen.text
        assert "Enter continues." in screen.text
        assert "comes later" in await screen.type("p")
        assert "comes later" not in await screen.type("<enter>")

    at_terminal(scene, (80, 24), play)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_colours_of_a_hint_are_named_on_every_screen(
    language: str, size: tuple[int, int]
) -> None:
    i18n.choose(language)
    try:
        table, scene = guided()

        async def play(screen: Terminal) -> None:
            await take(screen, table, 3)
            shown = await screen.type("h", "2")
            named = [f"{letter.lower()} {_(name)}" for letter, name in _colours()]
            assert all(each in " ".join(shown.split()) for each in named), shown
            assert shown.splitlines()[-1].startswith("r ")

        at_terminal(scene, size, play)
    finally:
        i18n.choose("en")


def _colours() -> list[tuple[str, str]]:
    return list(zip(colour_letters(), ("red", "yellow", "green", "blue", "white"), strict=False))


def test_a_click_is_answered_with_a_request_to_wait() -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table, 3)
        assert "The mouse works too" in await screen.click("[1]")

    at_terminal(scene, (80, 24), play)


def test_keys_pressed_while_the_bots_move_get_an_explanation() -> None:
    _, scene = guided()

    async def play(screen: Terminal) -> None:
        await screen.type("<enter>", "<enter>", "<enter>", "h", "2", "1", "<enter>")
        assert "Wren and Robin play." in await screen.type("p")

    at_terminal(scene, (80, 24), play)


@sampled(2)
@pytest.mark.parametrize("keys", [("q", "<tab>", "<enter>"), ("<ctrl-c>", "<ctrl-c>")], ids=str)
@pytest.mark.parametrize("steps", [0, 4, 15])
def test_the_lesson_can_be_left_at_any_time(steps: int | None, keys: tuple[str, ...]) -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table, steps)
        assert "Leave the lesson?" in await screen.type(keys[0])
        assert "Leave the lesson?" not in await screen.type("n")
        await screen.type(*keys)

    at_terminal(scene, (80, 24), play)
    assert scene.has_left


def test_free_play_reaches_the_end_and_explains_what_is_next() -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table)
        assert "Leave the lesson?" in await screen.type("A")
        assert "You stay." in await screen.type("n")
        to_the_end(table)
        screen.stage.refresh()
        shown = await screen.type()
        assert "Score: " in shown
        assert "p2phanabi host" in shown
        assert shown_lesson.VARIANTS in " ".join(shown.split())
        assert "LOOKING BACK" in await screen.type("<left>")
        await screen.type("<end>")
        await screen.answer("q")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over
    assert not scene.has_left


def test_a_note_of_free_play_may_have_any_letter() -> None:
    table, scene = guided()

    async def play(screen: Terminal) -> None:
        await take(screen, table)
        await screen.type("n", "1", "A", "q", "<enter>")

    at_terminal(scene, (80, 24), play)
    assert "Aq" in table.now.notes.values()
    assert not scene.has_left


def to_the_end(table: TutorialTable) -> None:
    while table.now.ending is None:
        if not table.let_bot_move():
            table.play(BOTS["hanabi"](table.view))


def test_the_game_is_the_same_every_time_and_everywhere() -> None:
    first, second = TutorialTable(0), TutorialTable(0)
    for table in (first, second):
        to_the_end(table)
    assert first.view == second.view
    assert first.view.red < 3


def test_nobody_plays_out_of_turn() -> None:
    table = TutorialTable(0)
    table.play(hanabi_moves.HintRank(Seat(1), 1, (Card(5), Card(8))))
    with pytest.raises(NotNow):
        table.play(hanabi_moves.Discard(Card(0)))


def test_the_own_hand_can_be_sorted_but_remarks_are_refused() -> None:
    table = TutorialTable(0)
    table.say(Order((Card(4), Card(0), Card(1), Card(2), Card(3))))
    assert table.view.hand[0].card == 4
    with pytest.raises(RemarkRefused):
        table.say(Text("hello"))
    table.withdraw()
    assert (table.now.ending, table.now.remarks, table.now.missing) == (None, (), {})


def replies(talk: GuidedTalk, line: str) -> list[str]:
    return [as_text(each) for each in (*talk.typed(line), *talk.look().lines)]


def test_the_lesson_can_be_completed_line_by_line() -> None:
    table = TutorialTable(0)
    talk = GuidedTalk(table)
    lines = [as_text(each) for each in talk.look().lines]
    for step in lessons():
        assert _(step.about) in lines
        lines = replies(talk, step.typed)
        while table.let_bot_move():
            lines += [as_text(each) for each in talk.look().lines]
    assert any("Now it is your game." in line for line in lines)
    assert table.view.turn == GUIDED_MOVES
    to_the_end(table)
    farewell = [as_text(each) for each in talk.look().lines]
    assert any("p2phanabi host" in line for line in farewell)
    assert farewell[-1] == shown_lesson.VARIANTS
    assert talk.is_over
    assert not talk.has_left


def test_a_wrong_line_is_explained_and_does_nothing() -> None:
    table = TutorialTable(0)
    talk = GuidedTalk(table)
    talk.look()
    assert replies(talk, "play 1") == ["Press Enter to continue."]
    talk.typed("")
    talk.typed("")
    wanted = "That comes later. For now, type: hint Wren 1 (quit leaves the lesson)."
    assert replies(talk, "play 1")[0] == wanted
    assert replies(talk, "nonsense")[0] == wanted
    assert replies(talk, "")[-1] == "Now type: hint Wren 1"
    assert "Confirm?" in replies(talk, "h wr 1")[0]
    assert (
        replies(talk, "no")[0] == "That comes later. For now, type: yes (quit leaves the lesson)."
    )
    talk.typed("y")
    assert replies(talk, "play 1")[0] == "Wren and Robin play."
    assert table.view.turn == 1


@pytest.mark.parametrize("line", ["quit", "q", "abandon"])
def test_the_lesson_can_be_left_by_a_line(line: str) -> None:
    talk = GuidedTalk(TutorialTable(0))
    talk.look()
    assert replies(talk, line)[0].startswith("You have left the lesson")
    assert talk.has_left


def test_the_real_program_teaches_at_a_pipe_and_writes_no_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "tutorial", "--plain"],
        input="\n\nhint Wren 1\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "P2PHANABI_HOME": str(tmp_path / "home")},
    )
    assert done.returncode == 130
    assert "Wren: cards 1 and 4 are 1s, the others are not." in done.stdout
    assert done.stderr == ""
    assert not (tmp_path / "home").exists()
