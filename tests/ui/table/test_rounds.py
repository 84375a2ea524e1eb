"""The result of a round stands until its player closes it, whatever happens meanwhile."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.koikoi.moves import Keep
from p2p_hanabi.games.koikoi.state import Task
from p2p_hanabi.registry import REPLAY_BOARDS
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.round_result import RoundResult
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Forbidden, Reason
from tests.any_game import BOTS, AnyTableScene
from tests.commands.played import in_memory

from ..kit.paper import played_by_script
from ..kit.terminal import Terminal, at_terminal
from .playing import SIZES, scene_of, until
from .ports import DealtTable

GAMES = ("ikebana", "koikoi")
every_game = pytest.mark.parametrize("game", GAMES)
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


def results(port: DealtTable) -> list[RoundResult]:
    return list(port.screen.results(port.view(), port.now.players))


def watched(
    game: str, rounds: int = 1, seats: int = 2, kind: type[DealtTable] = DealtTable
) -> tuple[DealtTable, AnyTableScene]:
    """A table at which so many rounds have just ended, the last of them under one's eyes."""
    port = kind(seats, game=game, seed=3)
    while len(results(port)) < rounds - 1 or port.view().log == _ended(port):
        _on(port)
    scene = scene_of(port)
    scene.look()
    while len(results(port)) < rounds:
        _on(port)
        scene.look()
    return port, scene


def _ended(port: DealtTable) -> object:
    """The log as it was when the last round had ended."""
    over = results(port)
    return port.view().log[: over[-1].entries] if over else None


def _on(port: DealtTable) -> None:
    if not port.step():
        port.play(BOTS[port.game](port.view()))


def shown(scene: AnyTableScene, size: tuple[int, int] = (80, 24)) -> str:
    """What is on the screen, with sentences that go over several rows in one."""
    rows = [as_text(line).rstrip() for line in scene.paint(Size(*size), Theme()).lines]
    return "\n".join(rows).replace("\n      ", " ")


@every_game
@every_size
def test_result_stays_until_enter_with_progress_below(game: str, size: tuple[int, int]) -> None:
    port, scene = watched(game)
    assert "Round 1 of " in shown(scene, size)
    assert ": result" in shown(scene, size)
    assert "The next round is being prepared." in shown(scene, size)
    while port.step():
        scene.look()
    assert ": result" in shown(scene, size)
    assert "it is your turn: Enter continues." in shown(scene, size)
    scene.press("enter")
    assert "The next round has begun" not in shown(scene, size)
    assert "YOUR TURN" in shown(scene, size)
    assert "Round 2/" in shown(scene, size)


def test_last_action_does_not_hide_the_progress() -> None:
    port = until(DealtTable(2, game="koikoi", seed=3), lambda view: view.task is Task.CALL)
    scene = scene_of(port)
    scene.look()
    scene.press("s")
    scene.press("enter")
    scene.look()
    assert ": result" in shown(scene)
    assert "The next round is being prepared." in shown(scene)


@every_game
def test_no_other_key_closes_it_and_none_plays(game: str) -> None:
    port, scene = watched(game)
    port.until_my_turn()
    scene.look()
    turn = port.view().turn
    for key in ("p", "d", "1", "k", " ", "x", "tab", "card 1", "seat 2"):
        scene.press(key)
        assert "Enter closes this result first." in shown(scene)
    assert port.view().turn == turn


@every_game
def test_click_anywhere_closes_the_result(game: str) -> None:
    port, scene = watched(game)
    port.until_my_turn()

    async def play(screen: Terminal) -> None:
        assert ": result" not in await screen.click("Scores:" if game == "koikoi" else "prestige")

    at_terminal(scene, (80, 24), play)


@every_game
def test_questions_talk_and_pages_are_open_over_it(game: str) -> None:
    _, scene = watched(game)
    scene.press("q")
    assert "Leave" in shown(scene)
    scene.press("escape")
    scene.press("?")
    assert "KEYS" in shown(scene)
    scene.press("escape")
    assert ": result" in shown(scene)


@every_game
def test_one_can_look_back_over_it_and_see_the_results_of_before(game: str) -> None:
    port, scene = watched(game, rounds=2)
    scene.press("left")
    assert "LOOKING BACK" in shown(scene)
    assert ": result" not in shown(scene)
    while "Round 1 of " not in shown(scene):
        scene.press("left")
    assert ": result" in shown(scene)
    scene.press("enter")
    assert "Round 1 of " in shown(scene)
    scene.press("right")
    assert "Round 1 of " not in shown(scene)
    scene.press("end")
    assert "Round 2 of " in shown(scene)
    assert len(results(port)) == 2


@every_game
def test_the_last_result_comes_before_the_page_of_the_end(game: str) -> None:
    rounds = 4 if game == "ikebana" else 6
    port, scene = watched(game, rounds=rounds)
    assert port.ending() is not None
    scene.finish_table(EndedTable())
    assert f"Round {rounds} of {rounds}: result" in shown(scene)
    assert "The game is over: Enter shows how it ended." in shown(scene)
    scene.press("left")
    assert "LOOKING BACK" in shown(scene)
    scene.press("end")
    assert f"Round {rounds} of {rounds}: result" in shown(scene)
    scene.press("enter")
    assert "All players have signed the result." in shown(scene)


def test_result_does_not_hide_an_alarm() -> None:
    port, scene = watched("koikoi")
    port.shows(ending=Ending(EndingKind.CHEAT, Seat(1), Reason(Forbidden.COPIED_KEY)))
    scene.look()
    assert ": result" not in shown(scene)
    assert "copied another player's key" in shown(scene)


def test_player_returning_between_rounds_sees_the_result_once() -> None:
    port, _ = watched("koikoi")
    back = scene_of(port)
    back.look()
    assert "Round 1 of 6: result" in shown(back)
    port.until_my_turn()
    later = scene_of(port)
    later.look()
    assert ": result" not in shown(later)


def test_result_beyond_the_screen_is_scrolled_with_a_note() -> None:
    _, scene = watched("ikebana", seats=5)
    assert "more rows" in shown(scene, (60, 20))
    first = shown(scene, (60, 20))
    scene.press("pagedown")
    assert shown(scene, (60, 20)) != first
    scene.press("down")
    assert "begin" in shown(scene, (60, 20))
    scene.press("wheel up")
    scene.press("enter")
    assert ": result" not in shown(scene, (60, 20))


def test_enter_keeps_only_if_nothing_can_be_declared() -> None:
    port, scene = watched("koikoi")
    port.until_my_turn()
    scene.look()
    scene.press("enter")
    assert port.view().moves == (Keep(),)
    assert "Enter continues" in shown(scene)
    turn = port.view().turn
    scene.press("enter")
    assert port.view().turn == turn + 1
    port.until_my_turn()
    scene.look()
    turn = port.view().turn
    scene.press("enter")
    assert port.view().turn == turn


@every_game
def test_plain_mode_prints_each_result_under_its_own_header(game: str) -> None:
    lines = played_by_script(DealtTable(2, game=game, seed=3)).lines
    rounds = 4 if game == "ikebana" else 6
    for number in range(1, rounds + 1):
        at = lines.index(f"Round {number} of {rounds}: result")
        assert lines[at + 1].startswith("  ")
        if number < rounds:
            assert any(line.startswith(f"Round {number + 1} of {rounds}") for line in lines[at:])


@every_game
def test_a_replay_stops_at_each_result_forward_and_back(game: str) -> None:
    scene = ReplayScene(ShownReplay(in_memory(game, 2), Spectator.EVERYTHING), REPLAY_BOARDS[game])

    def seen() -> str:
        return "\n".join(map(as_text, scene.paint(Size(80, 24), Theme()).lines))

    def until(key: str, words: str) -> None:
        for _ in range(400):
            if words in seen():
                return
            scene.press(key)
        raise AssertionError(words)

    until("right", ": result")
    assert "Round 1 of " in seen()
    scene.press("enter")
    assert ": result" not in seen()
    assert "Round 2/" in seen()
    scene.press("left")
    assert "Round 1 of " in seen()
    scene.press("left")
    assert "Round 1/" in seen()
    scene.press("end")
    assert "Right shows the result" in seen()
    scene.press("left")
    assert ": result" in seen()
