"""What if: other moves from any moment of a replay, for all players, beside the game itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.branches import branches_of, shown_replay
from p2p_hanabi.commands.records.playback import Playback
from p2p_hanabi.commands.variations.variation_files import VariationFiles
from p2p_hanabi.registry import GAMES, GamePlugin
from p2p_hanabi.ui.model.replay_actions import (
    Follow,
    JumpTo,
    KeepLine,
    ListsLines,
    LookThrough,
    NamesLine,
    OpenLine,
    PlayInLine,
    RenameLine,
    ReplayAction,
    StepBy,
)
from p2p_hanabi.ui.model.replies import Asks
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.table.table_actions import MakeMove, Previews
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words.sentences_questions import Question
from protocol.game import Seat
from tests.any_game import bare
from tests.commands.played import in_memory

from .test_shown_replay import reply_text

SEATS = {"hanabi": 3, "ikebana": 3, "koikoi": 2, "highcard": 3}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "highcard", GamePlugin("tests.toy"))


def game_of(name: str, folder: Path | None = None) -> Playback:
    files = None if folder is None else VariationFiles(folder / "game.p2ph", bytes(32))
    return replace(in_memory(name, SEATS[name]), kept_at=files)


def line_of(name: str = "hanabi", at: int = 1, folder: Path | None = None) -> ShownReplay[Any, Any]:
    replay = bare(shown_replay(game_of(name, folder), Spectator.EVERYTHING))
    assert isinstance(replay, ShownReplay)
    replay.do(JumpTo(at))
    replay.do(ReplayAction.WHAT_IF)
    return replay


def other_move(replay: ShownReplay[Any, Any]) -> Any:
    """A move that the game did not go on with."""
    own = replay.played_game.moments[replay.at + 1].move  # type: ignore[attr-defined] # a Playback
    return next(move for move in replay.view.moves if move != own)


@pytest.mark.parametrize("name", SEATS)
def test_every_game_is_played_on_for_whoever_is_to_move(name: str) -> None:
    replay = line_of(name)
    for _turn in range(2):
        at, move = replay.at, replay.view.moves[-1]
        assert replay.view.actor == replay.view.seat
        assert isinstance(replay.do(MakeMove(move)), Previews)
        assert replay.at == at
        assert replay.do(PlayInLine(move)) is None
        assert replay.at > at
        replay.do(StepBy(1)) if replay.result is not None else None


def test_the_screen_says_where_the_line_left_the_game() -> None:
    replay = line_of(at=3)
    last = replay.last
    assert replay.where == f"WHAT IF 3/{last}, as in the game: all cards shown"
    replay.do(PlayInLine(other_move(replay)))
    assert replay.where == "WHAT IF 4/4, off the game after 3: all cards shown"
    assert replay.compared() == "Here: 1 (game: 0). The game ended with 0."
    replay.do(ReplayAction.WHAT_IF)
    assert replay.where == f"REPLAY 4/{last}: all cards shown"
    assert replay.compared() == ""


def test_the_games_own_move_keeps_what_follows() -> None:
    replay = line_of(at=3)
    last = replay.last
    own = branches_of(game_of("hanabi")).playback.moments[4].move
    replay.do(PlayInLine(own))
    assert (replay.at, replay.last) == (4, last)


def test_a_line_begun_with_public_eyes_can_be_played() -> None:
    replay = line_of("koikoi")
    replay.do(ReplayAction.WHAT_IF)
    replay.do(LookThrough(Spectator.PUBLIC))
    replay.do(ReplayAction.WHAT_IF)
    assert replay.view.moves


def test_each_change_is_taken_back_one_by_one() -> None:
    replay = line_of(at=3)
    assert reply_text(replay, ReplayAction.TAKE_BACK) == "There is nothing to take back."
    whole = replay.recording
    replay.do(PlayInLine(other_move(replay)))
    replay.do(ReplayAction.BOTS)
    assert replay.recording.is_finished
    replay.do(ReplayAction.TAKE_BACK)
    assert (replay.at, replay.last) == (4, 4)
    replay.do(ReplayAction.TAKE_BACK)
    assert replay.recording is whole


@pytest.mark.parametrize("action", [ReplayAction.BOTS, ReplayAction.NEW_LINE])
def test_bots_and_new_lines_go_on_from_the_game_shown(action: ReplayAction) -> None:
    replay = line_of(at=3)
    replay.do(PlayInLine(other_move(replay)))
    replay.do(ReplayAction.WHAT_IF)
    replay.do(JumpTo(6))
    replay.do(action)
    assert replay.is_line
    assert replay.line is not None
    assert replay.line.leaves >= 6
    replay.do(ReplayAction.TAKE_BACK)
    if action is ReplayAction.BOTS:  # first what they played
        replay.do(ReplayAction.TAKE_BACK)
    assert replay.line.leaves == 3


def test_nothing_is_played_in_the_game_nor_through_other_eyes() -> None:
    replay = line_of()
    move, actor = replay.view.moves[0], replay.view.actor
    other = Seat((actor + 1) % 3)
    replay.do(LookThrough(other))
    assert replay.view.moves == ()
    assert reply_text(replay, PlayInLine(move)).endswith(
        "is to move: look through those eyes, or at all cards."
    )
    replay.do(LookThrough(Follow.MOVER))
    assert (replay.view.seat, move in replay.view.moves) == (actor, True)
    replay.do(ReplayAction.WHAT_IF)
    assert reply_text(replay, PlayInLine(move)).startswith("This is the game as it was played")
    assert replay.view.moves == ()


def test_the_mover_sees_no_more_than_at_a_table() -> None:
    replay = line_of()
    actor = replay.view.actor
    replay.do(LookThrough(Follow.MOVER))
    at_table = replay.played_game.view(replay.at, actor)
    assert replace(replay.view, moves=()) == replace(at_table, moves=())
    replay.do(LookThrough(Spectator.EVERYTHING))
    assert replace(replay.view, moves=()) != replace(at_table, moves=())


def test_an_illegal_move_is_refused_with_the_rule() -> None:
    replay = line_of(at=2)
    play = next(move for move in replay.view.moves if type(move).__name__ == "Play")
    assert reply_text(replay, PlayInLine(replace(play, card=99))) == "You have no such card."
    assert (replay.at, replay.last) == (2, replay.played_game.count - 1)


# -- kept lines


def test_a_line_is_kept_opened_renamed_and_deleted(tmp_path: Path) -> None:
    replay = line_of(at=3, folder=tmp_path)
    assert reply_text(replay, ReplayAction.KEEP) == "No other move has been played yet."
    replay.do(PlayInLine(other_move(replay)))
    assert replay.do(ReplayAction.KEEP) == NamesLine("", "")
    assert "is kept" in reply_text(replay, KeepLine("../x", "Why not?"))
    assert [path.parent for path in tmp_path.rglob("*.line")] == [tmp_path / "game.p2ph.lines"]
    again = line_of(folder=tmp_path)
    listed = again.do(ReplayAction.LINES)
    assert listed == ListsLines((("../x", "1 move, after move 3 of the game. Why not?"),))
    assert reply_text(again, OpenLine("../x")) == 'The line "../x". Why not?'
    assert (again.at, again.last, again.is_line) == (3, 4, True)
    assert reply_text(again, RenameLine("../x", "y")) == 'The line "../x" is now called "y".'
    assert again.do(ReplayAction.DELETE) == Asks(Question.DELETE, 'Delete the line "y"?')
    again.confirm(Question.DELETE)
    assert reply_text(again, ReplayAction.LINES) == "No lines of this game are kept yet."
    assert not list(tmp_path.rglob("*.line"))


def test_a_changed_line_under_another_name_leaves_the_first(tmp_path: Path) -> None:
    replay = line_of(at=3, folder=tmp_path)
    replay.do(PlayInLine(other_move(replay)))
    replay.do(KeepLine("first", ""))
    replay.do(KeepLine("renamed", ""))
    replay.do(PlayInLine(replay.view.moves[0]))
    replay.do(KeepLine("second", ""))
    listed = replay.do(ReplayAction.LINES)
    assert isinstance(listed, ListsLines)
    assert [name for name, _about in listed.rows] == ["renamed", "second"]


def test_a_name_that_is_taken_costs_nothing(tmp_path: Path) -> None:
    for _player in range(2):
        replay = line_of(at=3, folder=tmp_path)
        replay.do(PlayInLine(other_move(replay)))
        reply = reply_text(replay, KeepLine("mine", ""))
    assert reply == 'There is a line called "mine" already: choose another name.'
    assert len(list(tmp_path.rglob("*.line"))) == 1


def test_an_unkept_line_is_dropped_only_when_closed_twice() -> None:
    replay = line_of(at=3)
    replay.do(PlayInLine(other_move(replay)))
    assert (
        reply_text(replay, ReplayAction.CLOSE) == "Your line is not kept. Close again to drop it."
    )
    replay.do(StepBy(-1))
    replay.do(ReplayAction.CLOSE)
    assert not replay.is_over
    replay.do(ReplayAction.CLOSE)
    assert replay.is_over


def test_a_replay_without_lines_offers_none() -> None:
    replay: ShownReplay[Any, Any] = ShownReplay(in_memory("hanabi", 3), Spectator.EVERYTHING)
    assert not {ReplayAction.WHAT_IF, ReplayAction.BOTS, ReplayAction.LINES} & set(replay.offered())
    assert (
        reply_text(replay, ReplayAction.WHAT_IF) == "In this replay no other moves can be played."
    )
