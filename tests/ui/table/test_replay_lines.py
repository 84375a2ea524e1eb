"""A replay in lines: other moves are typed as at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.variations.variation_files import VariationFiles
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.lines import replay_lines
from p2p_hanabi.ui.lines.replay_lines import ReplayLines
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.recording import Spectator
from tests.any_game import bare
from tests.commands.played import in_memory

TYPED = {"hanabi": "play 1", "ikebana": "draw", "koikoi": "keep", "highcard": "3"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))


def lines_of(game: str, folder: Path) -> tuple[ReplayLines[Any, Any], ShownReplay[Any, Any]]:
    files = VariationFiles(folder / "game.p2ph", bytes(32))
    played = replace(in_memory(game, 2), kept_at=files)
    replay = bare(shown_replay(played, Spectator.EVERYTHING))
    return ReplayLines(replay), replay


def shown(lines: Sequence[Line]) -> str:
    return "\n".join(map(as_text, lines))


@pytest.mark.parametrize("game", TYPED)
def test_moves_are_typed_as_at_a_table(game: str, tmp_path: Path) -> None:
    conversation, replay = lines_of(game, tmp_path)
    assert '"help" lists what can be typed.' in shown(conversation.look().lines)
    assert "WHAT IF 1/" in shown(conversation.typed(TYPED[game]))
    assert replay.at == 1
    assert len(conversation.typed("moves")) == len(replay.view.moves)


def test_a_replayed_hand_is_called_by_its_players_name(tmp_path: Path) -> None:
    conversation, replay = lines_of("koikoi", tmp_path)
    conversation.typed("go 4")
    table = shown(conversation.typed("show"))
    assert f"{replay.recording.names[0]}'s hand:" in table
    assert "Your hand" not in table


def test_a_whole_line_is_typed_kept_and_opened(tmp_path: Path) -> None:
    conversation, replay = lines_of("hanabi", tmp_path)
    conversation.typed("go 5")
    conversation.typed("1")
    assert "bots have played on" in shown(conversation.typed("bots"))
    assert "Here: " in shown(conversation.typed("next"))
    assert 'The line "Try" is kept' in shown(conversation.typed("save Try: so"))
    assert "REPLAY 7/" in shown(conversation.typed("game"))
    conversation.typed("new")
    assert shown(conversation.typed("lines")).endswith(" so")
    assert replay.line is not None
    assert not replay.line.has_moves
    assert 'The line "Try". so' in shown(conversation.typed("open Try"))
    assert 'now called "New"' in shown(conversation.typed("rename New"))
    assert "is deleted" in shown(conversation.typed("delete New"))


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", '"fly" is not a command'),
        ("go", "Type for example: go 12"),
        ("go 99999999999", "Type for example: go 12"),
        ("eyes Zoe", "Whose view? all cards shown, who is to move, Ana, Ben, what all knew."),
        ("open Nothing", 'No line of this game is called "Nothing".'),
        ("play 9", "You have no card 9; your cards are 1 to 5."),
        ("99", "There is no move 99"),
        ("say hello", '"say" is not a command'),
    ],
)
def test_wrong_input_gets_a_sentence(typed: str, answer: str, tmp_path: Path) -> None:
    conversation, replay = lines_of("hanabi", tmp_path)
    before = replay.recording
    assert answer in shown(conversation.typed(typed))
    assert (replay.at, replay.recording) == (0, before)


def test_an_unkept_line_is_asked_about_only_of_a_person(tmp_path: Path) -> None:
    conversation, replay = lines_of("hanabi", tmp_path)
    conversation.typed("1")
    assert "not kept" in shown(conversation.typed("quit"))
    assert not conversation.is_over
    conversation.end_of_input()
    assert conversation.is_over
    assert replay.is_over


def test_help_lists_what_was_possible_only_where_it_is_searched(tmp_path: Path) -> None:
    hanabi, _replay = lines_of("hanabi", tmp_path)
    ikebana, _other = lines_of("ikebana", tmp_path)
    assert "what was possible from here" in shown(hanabi.typed("help"))
    assert "what was possible from here" not in shown(ikebana.typed("help"))


@pytest.mark.parametrize("game", TYPED)
def test_help_has_each_word_for_what_can_be_done(game: str, tmp_path: Path) -> None:
    conversation, replay = lines_of(game, tmp_path)
    for is_line in (True, False):
        assert replay.is_line is is_line
        listed = {row.split(" ")[0] for row in shown(conversation.typed("help")).split("\n")}
        words = {word for word, action in replay_lines._ACTIONS.items() if action in replay.known()}
        assert words <= listed
        conversation.typed("game")
