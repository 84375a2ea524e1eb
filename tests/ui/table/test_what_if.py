"""What if, by keys and by clicks: a line in a replay on the full screen, and on a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.variations.variation_files import VariationFiles
from p2p_hanabi.registry import GAMES, LINE_INPUTS, PAGES, REPLAY_BOARDS, GamePlugin
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.lines.replay_lines import ReplayLines
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.replay_actions import JumpTo, ReplayAction
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene, _pressed
from p2p_hanabi.ui.web.live_page import PlayMove as Clicked
from p2p_hanabi.ui.web.live_page import Press, Typed
from p2p_hanabi.ui.web.replay_live import ReplayPage
from tests.any_game import bare
from tests.commands.played import in_memory

SEATS = {"hanabi": 3, "ikebana": 3, "koikoi": 2, "highcard": 3}
KEYS = {"hanabi": "p1", "ikebana": "d", "koikoi": "1", "highcard": "3"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))


def replay_of(game: str, folder: Path, at: int = 0) -> ShownReplay[Any, Any]:
    files = VariationFiles(folder / "game.p2ph", bytes(32))
    played = replace(in_memory(game, SEATS[game]), kept_at=files)
    replay = bare(shown_replay(played, Spectator.EVERYTHING))
    assert isinstance(replay, ShownReplay)
    replay.do(JumpTo(at))
    return replay


def scene_of(replay: ShownReplay[Any, Any], game: str) -> ReplayScene[Any, Any]:
    return ReplayScene(replay, bare(REPLAY_BOARDS[game]), bare(LINE_INPUTS[game]))


def shown(scene: ReplayScene[Any, Any]) -> str:
    return "\n".join(map(as_text, scene.paint(Size(100, 30), theme_of({}, "utf-8")).lines))


def typed(scene: ReplayScene[Any, Any], *keys: str) -> str:
    for key in keys:
        scene.press(key)
        shown(scene)
    return shown(scene)


@pytest.mark.parametrize("game", SEATS)
def test_moves_are_chosen_with_the_keys_of_a_table(game: str, tmp_path: Path) -> None:
    replay = replay_of(game, tmp_path)
    scene = scene_of(replay, game)
    assert "WHAT IF" in typed(scene, "w")
    while game == "koikoi" and len(replay.view.moves) < 4:
        typed(scene, scenes.RIGHT)
    at, who = replay.at, replay.recording.names[replay.view.seat]
    assert f"{who}: " in typed(scene, *KEYS[game])
    assert replay.at == at
    typed(scene, scenes.ENTER)
    assert replay.at == at + 1


def test_letters_of_the_game_are_its_moves_only_in_a_line(tmp_path: Path) -> None:
    replay = replay_of("hanabi", tmp_path)
    scene = scene_of(replay, "hanabi")
    assert "what all knew" in typed(scene, "p")
    assert "Play which card?" in typed(scene, "a", "w", "p")


def test_a_line_is_kept_opened_and_deleted_by_keys(tmp_path: Path) -> None:
    replay = replay_of("hanabi", tmp_path, at=3)
    scene = scene_of(replay, "hanabi")
    typed(scene, "w", "h", "1", "1", scenes.ENTER)
    assert "bots have played on" in typed(scene, "B")
    assert "Name of this line: Try" in typed(scene, "K", *"Try")
    assert "Remark on it: so" in typed(scene, scenes.ENTER, *"so")
    assert 'The line "Try" is kept' in typed(scene, scenes.ENTER)
    other = scene_of(replay_of("hanabi", tmp_path), "hanabi")
    assert "1 Try: " in typed(other, "O")
    assert 'The line "Try". so' in typed(other, "1")
    assert 'Delete the line "Try"?' in typed(other, "D")
    assert "is deleted" in typed(other, *"delete", scenes.ENTER)
    assert not list(tmp_path.rglob("*.line"))


def test_escape_goes_from_a_draft_to_the_line_to_the_game(tmp_path: Path) -> None:
    replay = replay_of("hanabi", tmp_path, at=3)
    scene = scene_of(replay, "hanabi")
    assert "Cancelled" in typed(scene, "w", "p", scenes.ESCAPE)
    assert replay.is_line
    assert "REPLAY 3/" in typed(scene, scenes.ESCAPE)
    assert not replay.is_over


def test_one_step_is_one_repaint_and_reads_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_of(replay_of("hanabi", tmp_path, at=3), "hanabi")
    typed(scene, "w", "p", "1", scenes.ENTER)
    monkeypatch.setattr(Path, "open", None)
    monkeypatch.setattr("builtins.open", None)
    assert "WHAT IF 3/" in typed(scene, scenes.LEFT)
    assert not scene.look()


# -- on a page


@pytest.mark.parametrize("game", SEATS)
def test_moves_are_clicked_on_a_page(game: str, tmp_path: Path) -> None:
    replay = replay_of(game, tmp_path)
    scene: ReplayPage[Any, Any] = ReplayPage(replay, NamedPage(game, bare(PAGES[game])))
    assert scene.page().moves == ()
    scene.do(Press("what if"))
    page = scene.page()
    assert page.heading.startswith("WHAT IF 0/")
    assert len(page.moves) == len(replay.view.moves)
    assert page.moves[0].preview.startswith(f"{replay.recording.names[replay.view.seat]}: ")
    scene.do(Clicked(scene.page().moves[0].name))
    assert replay.at >= 1


def test_a_line_is_kept_opened_and_deleted_on_a_page(tmp_path: Path) -> None:
    scene: ReplayPage[Any, Any] = ReplayPage(
        replay_of("hanabi", tmp_path, at=3), NamedPage("hanabi", bare(PAGES["hanabi"]))
    )
    scene.do(Press("what if"))
    scene.page()
    scene.do(Clicked(scene.page().moves[0].name))
    scene.do(Press("bots"))
    assert any(line.text.startswith("Here: ") for line in scene.page().lines)
    scene.do(Press("keep"))
    scene.do(Typed("line name", "Try"))
    scene.do(Typed("line remark", "so"))
    kept = 'The line "Try" is kept beside the game.'
    assert [line.text for line in scene.page().messages] == [kept]
    scene.do(Press("what if"))
    assert scene.page().heading.startswith("Move ")
    scene.do(Press("lines"))
    dialog = scene.page().dialog
    assert dialog is not None
    assert [button.words for button in dialog.buttons] == ["Try", "Close"]
    scene.do(Press(dialog.buttons[0].does))
    assert scene.page().heading.startswith("WHAT IF 3/")
    scene.do(Press("delete"))
    scene.do(Press("yes"))
    assert not list(tmp_path.rglob("*.line"))


@pytest.mark.parametrize("is_line", [False, True])
@pytest.mark.parametrize("game", SEATS)
def test_help_has_each_key_for_what_can_be_done(game: str, is_line: bool, tmp_path: Path) -> None:
    replay = replay_of(game, tmp_path)
    scene = scene_of(replay, game)
    if is_line:
        replay.do(ReplayAction.WHAT_IF)
    listed = {key for row in scene._help() for key in row[:12].replace(",", " ").split()}
    offered = set[ReplayAction]()
    for at in range(replay.last + 1):
        replay.do(JumpTo(at))
        offered |= {*replay.offered()}
    assert offered - {*replay.known()} == set()
    keys = {each: _pressed(each) for each in replay.known()}
    assert {key for each, key in keys.items() if scene._meant(key) is each} <= {
        key.lower() if key == "Tab" else key for key in listed
    }
    assert ("d" in listed) is not is_line or game != "hanabi"
    assert all(len(row) <= 80 for row in scene._help()[:20])


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("game", SEATS)
def test_the_row_of_keys_has_words_at_any_width(game: str, columns: int, tmp_path: Path) -> None:
    scene = scene_of(replay_of(game, tmp_path), game)
    for key in ("right", "w"):
        scene.press(key)
        picture = scene.paint(Size(columns, 24), theme_of({}, "utf-8"))
        row = as_text(picture.lines[-1])
        assert "? help" in row
        assert ("q closes" in row) is (key == "right")
        each = [one.split() for one in row.strip().split("  ") if one.strip()]
        assert [one[0] for one in each if len(one) == 1] in ([], ["Left"], ["Left", "Right"])


def test_own_notes_are_read_on_each_screen(tmp_path: Path) -> None:
    replay = replay_of("hanabi", tmp_path)
    card, place = replay.cards[0]
    replay.own_notes = {card: "red, I think"}
    scene, lines = scene_of(replay, "hanabi"), ReplayLines(replay)
    replay.do(ReplayAction.WHAT_IF)
    assert f"{place}: red, I think" in typed(scene, "V")
    scene.press(scenes.ESCAPE)
    assert "reads your notes of this game" in typed(scene, "?")
    assert [as_text(line) for line in lines.typed("notes")][1:] == [f"{place}: red, I think"]
    assert "notes        reads your notes of this game" in map(as_text, lines.typed("help"))
    assert "notes" in lines.complete("no")
    page = ReplayPage(replay, NamedPage("hanabi", PAGES["hanabi"])).page()
    assert "My notes" in [button.words for button in page.buttons]
    drawn = [each for area in page.areas for each in area.cards if each.card == card]
    assert [each.note for each in drawn] == ["red, I think"]
