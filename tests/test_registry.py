"""The parts of each game fit each other: the registry, which gives them by name, cannot tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2p_hanabi.games.hanabi.bot import player as hanabi_bot
from p2p_hanabi.games.hanabi.rules import GAME as HANABI
from p2p_hanabi.games.hanabi.ui import replay as hanabi_replay
from p2p_hanabi.games.hanabi.ui import scene as hanabi_scene
from p2p_hanabi.games.hanabi.ui import screen as hanabi_screen
from p2p_hanabi.games.ikebana.bot import player as ikebana_bot
from p2p_hanabi.games.ikebana.rules import GAME as IKEBANA
from p2p_hanabi.games.ikebana.ui import replay as ikebana_replay
from p2p_hanabi.games.ikebana.ui import scene as ikebana_scene
from p2p_hanabi.games.ikebana.ui import screen as ikebana_screen
from p2p_hanabi.games.koikoi.bot import player as koikoi_bot
from p2p_hanabi.games.koikoi.rules import GAME as KOIKOI
from p2p_hanabi.games.koikoi.ui import replay as koikoi_replay
from p2p_hanabi.games.koikoi.ui import scene as koikoi_scene
from p2p_hanabi.games.koikoi.ui import screen as koikoi_screen
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.model.game.game_screen import GameScreen
from p2p_hanabi.ui.model.game.log_screen import LogScreen
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.replay.recording import GameReplay
from p2p_hanabi.ui.terminal.table.choosing import Draft
from p2p_hanabi.ui.terminal.table.game_table import GameTable, LineInput, ReplayBoard
from protocol.game import Game, Move, State, View


def fitting(
    game: Game[State, Move, View],
    *,
    choose: Callable[[View], Move],
    screen: GameScreen[View, Move],
    scene: Callable[[ShownTable[View, Move]], GameTable[Draft, View, Move]] | None = None,
    replay: GameReplay[View, Move] | None = None,
    replay_board: ReplayBoard[View] | None = None,
    line_input: LineInput[View, Move, Draft] | None = None,
) -> tuple[object, ...]:
    """Parts of one game: mypy takes no others. A game without parts of its own for the full screen
    and for replays has a `LogScreen`, of which the registry makes them."""
    assert isinstance(screen, LogScreen) or None not in (scene, replay, replay_board, line_input)
    return game, choose, screen, scene, replay, replay_board, line_input


FITTING = {
    "hanabi": fitting(
        HANABI,
        choose=hanabi_bot.choose,
        screen=hanabi_screen.SCREEN,
        scene=hanabi_scene.SCENE,
        replay=hanabi_replay.REPLAY,
        replay_board=hanabi_scene.REPLAY_BOARD,
        line_input=hanabi_scene.LINE_INPUT,
    ),
    "ikebana": fitting(
        IKEBANA,
        choose=ikebana_bot.choose,
        screen=ikebana_screen.SCREEN,
        scene=ikebana_scene.SCENE,
        replay=ikebana_replay.REPLAY,
        replay_board=ikebana_scene.REPLAY_BOARD,
        line_input=ikebana_scene.LINE_INPUT,
    ),
    "koikoi": fitting(
        KOIKOI,
        choose=koikoi_bot.choose,
        screen=koikoi_screen.SCREEN,
        scene=koikoi_scene.SCENE,
        replay=koikoi_replay.REPLAY,
        replay_board=koikoi_scene.REPLAY_BOARD,
        line_input=koikoi_scene.LINE_INPUT,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_registry_gives_the_parts_that_fit(name: str) -> None:
    game = GAMES[name]
    given = (
        game.rules,
        game.choose,
        game.screen,
        game.scene,
        game.replay,
        game.replay_board,
        game.line_input,
    )
    assert name in FITTING, "add the parts of the game to FITTING"
    pairs = zip(given, FITTING[name], strict=True)
    assert all(own is part for part, own in pairs if own is not None)
