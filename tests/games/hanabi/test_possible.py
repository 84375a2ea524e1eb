"""What was possible at most from a turn: the search finds what trying everything finds."""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size as Cells
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2p_hanabi.commands.practice.practice_lines import replay_in_lines
from p2p_hanabi.commands.records.branches import shown_replay
from p2p_hanabi.commands.records.playback import Playback, of_record, open_playback
from p2p_hanabi.commands.screens.page_scenes import PAGE_SCENES
from p2p_hanabi.commands.screens.practising import follow_replay
from p2p_hanabi.commands.screens.stage import Scenes
from p2p_hanabi.commands.screens.terminal_scenes import TERMINAL_SCENES
from p2p_hanabi.commands.variations.possible import MOST_STATES, Search, TooLong
from p2p_hanabi.commands.variations.stepping import KnownGame
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.kit.console import TerminalConsole
from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.model.replay_actions import JumpTo, ReplayAction, WhyLeft
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.formats import AnyMoment
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.web.ask_pages import BusyPage
from p2p_hanabi.ui.web.live_page import Press
from protocol.encoding import Value
from protocol.game import Act, AnyMove, AnyView, Over
from tests.any_game import BOTS, bare
from tests.command_line import run
from tests.commands.played import recorded
from tests.kept.test_kept_games import KEPT
from tests.lengths import long
from tests.schemas import check

HANABI = next(path for path in KEPT if path.stem == "hanabi")
OPTIONS: tuple[dict[str, Value], ...] = ({}, {"finale": True}, {"announce": True}, {"red": 1})


def scored(outcome: Value) -> int:
    return GAMES["hanabi"].outcome_of(outcome).score


@cache
def played(seed: int, options: int) -> Playback:
    return of_record(recorded("hanabi", 2, OPTIONS[options], seed=seed, choose=BOTS["hanabi"]))


def search(game: Playback, most_states: int = MOST_STATES) -> Search:
    endgame = GAMES["hanabi"].endgame
    assert endgame is not None
    return Search(KnownGame(game.rules, game.faces), endgame, scored, most_states)


def tried(known: KnownGame, moment: AnyMoment) -> int:
    """The highest score of all games that go on from here, one by one."""
    match known.rules.pending(moment.state):
        case Over(outcome):
            return scored(tuple(outcome))
        case Act(seat):
            seen = known.known_to(moment, seat)
            moves = known.rules.moves(moment.state, seat, seen)
            return max(tried(known, known.after(moment, move)) for move in moves)
    raise AssertionError


@long
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(1, 40), options=st.integers(0, 3), back=st.integers(2, 3))
def test_the_search_finds_what_trying_everything_finds(seed: int, options: int, back: int) -> None:
    game = played(seed, options)
    at = max(0, game.count - back)
    moment = game.moments[at]
    if not isinstance(game.rules.pending(moment.state), Act):
        return
    state: Any = moment.state
    if state.turns_left is None:  # it would take too long to try everything
        return
    found = search(game).of(moment)
    known = KnownGame(game.rules, game.faces)
    assert found.score == tried(known, moment)
    moves = known.moves(moment)
    best = [move for move in moves if tried(known, known.after(moment, move)) == found.score]
    assert list(found.moves) == best


@pytest.mark.parametrize(
    "other",
    [
        {"seat": 0}, {"blue": 0}, {"red": 2}, {"fireworks": (5, 0, 0, 0, 0)}, {"pile": 9},
        {"hands": ((), ())}, {"turns_left": 2},
    ],
    ids=str,
)  # fmt: skip
def test_states_that_differ_in_what_counts_are_not_taken_for_one(other: dict[str, Any]) -> None:
    endgame, state = GAMES["hanabi"].endgame, played(3, 0).moments[-2].state
    assert endgame is not None
    state = bare(state)._replace(seat=1, blue=1, red=1, turns_left=1)
    assert endgame.key(state._replace(turn=99, log=(), discards=(), marks=())) == endgame.key(state)
    assert endgame.key(state._replace(**other)) != endgame.key(state)


@pytest.mark.parametrize(("seed", "options", "pile"), [(3, 0, 1), (1, 2, 2), (3, 0, 5)])
def test_one_way_leads_to_the_score(seed: int, options: int, pile: int) -> None:
    """In the second game, tokens left out of the key would make the way an impossible one."""
    game = played(seed, options)
    known = KnownGame(game.rules, game.faces)
    moment = next(each for each in game.moments if bare(each.state).pile == pile)
    found = search(game).of(moment)
    for move in found.line:
        moment = known.after(moment, move)
    pending = game.rules.pending(moment.state)
    assert isinstance(pending, Over)
    assert scored(tuple(pending.outcome)) == found.score


def test_too_many_possibilities_are_given_up_by_count() -> None:
    game = played(3, 0)
    with pytest.raises(TooLong):
        search(game, most_states=50).of(game.moments[0])


def test_the_score_is_said_and_printed_as_json() -> None:
    shown = run("replay", HANABI, "--possible", 66)
    assert shown.stdout.startswith(
        "At most 23 was possible after move 66, as the cards lay (game: 23).\n"
        "One way to it, for players who see every card:\n67. "
    )
    printed = json.loads(run("replay", HANABI, "--possible", 66, "--json").stdout)
    found = check("lines.json#/$defs/possible", printed)
    assert (found["after"], found["possible"], len(found["line"])) == (66, 23, 4)


@pytest.mark.parametrize(
    ("game", "turn", "why"),
    [
        ("hanabi", 70, "The game has no turn 70 to go on from: choose one from 0 to 69.\n"),
        ("ikebana", 90, "This can be searched only in games in which all play together.\n"),
    ],
)
def test_other_turns_and_games_are_refused_in_a_sentence(game: str, turn: int, why: str) -> None:
    path = next(each for each in KEPT if each.stem == game)
    shown = run("replay", path, "--possible", turn)
    assert (shown.exit_code, shown.stderr) == (2, why)


FOUND = "At most 23 was possible from here, as the cards lay (game: 23)."


class Stage:
    """Does, with each scene that is followed, what the next of `wanted` wants."""

    def __init__(self, *wanted: Callable[[Any], object]) -> None:
        self.wanted = list(wanted)
        self.waited = 0
        self.while_it_waits: Callable[[Any], object] = repr

    async def follow(self, scene: Any, _changed: object) -> None:
        scene.look()
        if not isinstance(scene, BusyScene | BusyPage):
            self.wanted.pop(0)(scene)
            return
        self.waited += 1
        self.while_it_waits(scene)
        if not scene.is_over:
            await never()


def shown_at(turn: int) -> tuple[Playback, ShownReplay[AnyView, AnyMove]]:
    game = open_playback(HANABI)
    replay = shown_replay(game, Spectator.EVERYTHING)
    replay.do(JumpTo(turn))
    return game, replay


def check_found(replay: ShownReplay[AnyView, AnyMove]) -> None:
    """The line found is shown, at the turn from which it was searched."""
    assert (replay.at, replay.is_line, replay.last) == (66, True, 70)
    assert replay.recording.is_finished


def test_the_full_screen_shows_the_way_as_a_line() -> None:
    game, replay = shown_at(66)

    def found(scene: Any) -> None:
        check_found(replay)
        rows = scene.paint(Size(100, 30), theme_of({}, "utf-8")).lines
        assert FOUND in " ".join("\n".join(map(as_text, rows)).split())
        scene.press("q")
        scene.press("q")

    stage: Any = Stage(lambda scene: scene.press("P"), found)
    asyncio.run(follow_replay(stage, TERMINAL_SCENES, game, replay))
    assert (stage.wanted, stage.waited) == ([], 1)


def test_a_page_shows_the_way_as_a_line() -> None:
    game, replay = shown_at(66)

    def found(scene: Any) -> None:
        check_found(replay)
        assert scene.page().messages[0].text.startswith(FOUND)
        for _time in range(2):
            scene.do(Press(ReplayAction.CLOSE.value))

    stage: Any = Stage(lambda scene: scene.do(Press(ReplayAction.POSSIBLE.value)), found)
    asyncio.run(follow_replay(stage, PAGE_SCENES, game, replay))
    assert stage.wanted == []


@pytest.mark.parametrize("scenes", [TERMINAL_SCENES, PAGE_SCENES])
def test_a_search_is_stopped_and_the_replay_goes_on(scenes: Scenes) -> None:
    """From turn 5 it would search until it gives up, and say so."""
    game, replay = shown_at(5)
    is_page = scenes is PAGE_SCENES

    def goes_back(scene: Any) -> None:
        if is_page:
            (back,) = scene.page().buttons
            scene.do(Press(back.does))
            return
        assert "q back" in as_text(scene.paint(Size(80, 24), theme_of({}, "utf-8")).lines[-1])
        scene.press("q")
        assert not scene.has_left

    def closes(scene: Any) -> None:
        assert (replay.at, replay.is_line, replay.take_notice()) == (5, False, "")
        scene.do(Press(ReplayAction.CLOSE.value)) if is_page else scene.press("q")

    def asks(scene: Any) -> None:
        scene.do(Press(ReplayAction.POSSIBLE.value)) if is_page else scene.press("P")

    stage: Any = Stage(asks, closes)
    stage.while_it_waits = goes_back
    asyncio.run(follow_replay(stage, scenes, game, replay))
    assert (stage.wanted, stage.waited) == ([], 1)


def test_lines_show_the_way_as_a_line() -> None:
    command = [sys.executable, "-m", "p2p_hanabi", "replay", str(HANABI), "--what-if"]
    typed = "go 66\npossible\nnext\n"
    shown = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    assert FOUND in " ".join(shown.stdout.split())
    assert "WHAT IF 67/70" in shown.stdout


@pytest.mark.parametrize("stop", ["\r", "quit\r", "\x03"])
def test_lines_stop_a_search_and_the_replay_goes_on(stop: str) -> None:
    """From turn 5 it would search until it gives up, and say so."""
    game, replay = shown_at(5)
    screen = io.StringIO()

    async def play() -> None:
        output = Vt100_Output(screen, lambda: Cells(24, 80), enable_cpr=False)
        with create_pipe_input() as keys, create_app_session(input=keys, output=output):
            keys.send_text(f"possible\r{stop}next\rquit\r")
            await replay_in_lines(TerminalConsole(colour=False), game, replay)

    asyncio.run(play())
    assert 'Enter or "quit" stops it.' in screen.getvalue()
    assert (replay.at, replay.left) == (6, WhyLeft.CLOSED)


def test_a_search_that_takes_too_long_changes_nothing() -> None:
    _game, replay = shown_at(5)
    replay.do(ReplayAction.POSSIBLE)
    assert replay.is_over
    replay.show_found("There are too many possibilities from here to try them all.")
    assert (replay.at, replay.is_line, replay.is_over) == (5, False, False)
    assert replay.take_notice().startswith("There are too many possibilities")
    assert replay.take_notice() == ""


@pytest.mark.parametrize("game", ["ikebana", "koikoi"])
def test_only_games_with_a_search_offer_it(game: str) -> None:
    path = next(each for each in KEPT if each.stem == game)
    replay = shown_replay(open_playback(path), Spectator.PUBLIC)
    assert ReplayAction.POSSIBLE not in replay.offered()
    assert ReplayAction.POSSIBLE in shown_at(66)[1].offered()
    assert ReplayAction.POSSIBLE not in shown_at(70)[1].offered()
