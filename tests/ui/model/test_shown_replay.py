"""A replay as a model: the moment shown, whose view it is, and what is offered or refused."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.replay_actions import (
    InReplay,
    JumpTo,
    LookThrough,
    ReplayAction,
    ShowLevel,
    ShowsEnd,
    StepBy,
)
from p2p_hanabi.ui.model.replies import Explains, Opens
from p2p_hanabi.ui.model.shown_replay import LOGGED, NO_HINTS, NO_LEVELS, ShownReplay
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words.words_shared import NOTHING_EARLIER
from protocol.game import Seat
from tests.commands.played import in_memory

ALWAYS = (ReplayAction.NEXT_EYES, ReplayAction.CLOSE)


def replay_of(game: str = "hanabi", seats: int = 3, at: int = 0) -> ShownReplay[Any, Any]:
    replay: ShownReplay[Any, Any] = ShownReplay(in_memory(game, seats), Spectator.EVERYTHING)
    replay.do(JumpTo(at))
    return replay


def reply_text(replay: ShownReplay[Any, Any], action: InReplay[Any]) -> str:
    reply = replay.do(action)
    assert isinstance(reply, Explains)
    return as_text(reply.lines[-1])


# -- what is offered


def test_hanabi_offers_all_once_there_is_a_hint() -> None:
    replay = replay_of()
    assert replay.offered() == (ReplayAction.NEXT_EYES, ReplayAction.NEXT_LEVEL, ReplayAction.CLOSE)
    replay.do(JumpTo(replay.last))
    log = ReplayAction.EXPLAIN, ReplayAction.LOG
    assert replay.offered() == (ALWAYS[0], ReplayAction.NEXT_LEVEL, *log, ALWAYS[1])


@pytest.mark.parametrize(("game", "seats"), [("ikebana", 3), ("koikoi", 2)])
def test_games_without_hints_or_levels_refuse_with_a_reason(game: str, seats: int) -> None:
    replay = replay_of(game, seats)
    assert replay.offered() == ALWAYS
    assert reply_text(replay, ReplayAction.EXPLAIN) == NO_HINTS
    assert reply_text(replay, ReplayAction.NEXT_LEVEL) == NO_LEVELS
    assert reply_text(replay, ReplayAction.LOG) == NOTHING_EARLIER


def test_closing_ends_the_replay() -> None:
    replay = replay_of()
    assert replay.do(ReplayAction.CLOSE) is None
    assert replay.is_over


# -- the moment shown


def test_steps_and_jumps_stop_at_both_ends() -> None:
    replay = replay_of()
    assert reply_text(replay, StepBy(-1)) == NOTHING_EARLIER
    replay.do(StepBy(10))
    assert replay.at == 10
    replay.do(StepBy(-100_000))
    assert replay.at == 0
    replay.do(JumpTo(100_000))
    assert replay.at == replay.last
    replay.do(JumpTo(-1))
    assert replay.at == 0


def test_a_step_beyond_the_end_shows_the_result_of_the_game() -> None:
    replay = replay_of()
    replay.do(JumpTo(replay.last))
    assert replay.is_at_end
    assert replay.do(StepBy(1)) == ShowsEnd(tuple(replay.end()))
    assert replay.at == replay.last


def test_an_unfinished_game_has_no_result() -> None:
    recording = in_memory("hanabi", 3)
    replay: ShownReplay[Any, Any] = ShownReplay(Unfinished(recording), Spectator.EVERYTHING)
    replay.do(JumpTo(replay.last))
    assert not replay.is_at_end
    assert reply_text(replay, StepBy(1)) == "This is the last move."


class Unfinished:
    """A recording that goes no further than its third move."""

    is_finished = False
    agreed = ()
    ending = None
    count = 4

    def __init__(self, recording: Any) -> None:
        self._recording = recording

    def __getattr__(self, name: str) -> Any:
        return getattr(self._recording, name)


def test_single_steps_stop_at_the_result_of_a_round() -> None:
    replay = replay_of("koikoi", 2)
    while replay.result is None:
        replay.do(StepBy(1))
    at = replay.at

    def after(action: InReplay[Any]) -> tuple[int, bool]:
        replay.do(action)
        return replay.at - at, replay.result is not None

    steps: list[InReplay[Any]] = [StepBy(1), StepBy(-1), StepBy(-1), JumpTo(at)]
    assert [after(each) for each in steps] == [(0, False), (0, True), (-1, False), (0, False)]


# -- whose view, and how much of it


def test_all_eyes_follow_each_other() -> None:
    replay = replay_of()
    seen = []
    for _ in range(6):
        seen.append(replay.eyes)
        replay.do(ReplayAction.NEXT_EYES)
    everybody = [Spectator.EVERYTHING, Seat(0), Seat(1), Seat(2), Spectator.PUBLIC]
    assert seen == [*everybody, Spectator.EVERYTHING]


def test_eyes_are_named_when_they_change() -> None:
    replay = replay_of()
    name = replay.recording.names[1]
    assert reply_text(replay, LookThrough(Seat(1))) == f"The game as {name} saw it."
    assert dict(replay.all_eyes)[replay.eyes] == name


def test_levels_follow_each_other_and_can_be_chosen() -> None:
    replay = replay_of()
    names = [reply_text(replay, ReplayAction.NEXT_LEVEL) for _ in replay.levels]
    assert names == [*replay.levels[1:], replay.levels[0]]
    assert reply_text(replay, ShowLevel(2)) == replay.levels[2]
    assert replay.level == 2


# -- what is read


def test_each_moment_has_its_sentences() -> None:
    replay = replay_of()
    assert replay.happened() == narration.about(replay.recording, replay.viewpoint)
    replay.do(StepBy(1))
    assert replay.happened() == narration.moments(replay.recording, replay.viewpoint)[1]


def test_the_log_goes_up_to_the_moment_shown() -> None:
    replay = replay_of(at=2)
    reply = replay.do(ReplayAction.LOG)
    assert isinstance(reply, Opens)
    sentences = [as_text(line) for line in reply.lines]
    assert sentences[-1] == as_text(replay.happened()[-1])
    replay.do(StepBy(1))
    assert [as_text(line) for line in replay.log()][: len(sentences)] == sentences
    replay.do(JumpTo(replay.last))
    assert len(replay.log()) <= LOGGED


def test_an_explanation_is_of_the_moment_shown() -> None:
    replay = replay_of()
    first = replay.do(ReplayAction.EXPLAIN)
    replay.do(JumpTo(replay.last))
    assert replay.do(ReplayAction.EXPLAIN) != first
