"""The scenes of a full-screen terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_hanabi.registry import LINE_INPUTS, REPLAY_BOARDS, SCENES, SCREENS
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.terminal.input_scenes import scene_of
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from p2p_hanabi.ui.terminal.table.table_scene import TableScene
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene

from .stage import Scenes, TableSceneView

if TYPE_CHECKING:
    from p2p_hanabi.ui.model.seat.table_port import TablePort
    from p2p_hanabi.ui.model.shown_replay import ShownReplay
    from p2p_hanabi.ui.terminal.replay_scene import ReplayScene
    from protocol.game import AnyMove, AnyView


def _replays() -> type[ReplayScene[AnyView, AnyMove]]:
    from p2p_hanabi.ui.terminal.replay_scene import ReplayScene  # slow to load

    return ReplayScene


def _replay(shown: ShownReplay[AnyView, AnyMove], game: str) -> ReplayScene[AnyView, AnyMove]:
    return _replays()(shown, REPLAY_BOARDS[game], LINE_INPUTS[game])


def _table(port: TablePort[AnyView, AnyMove], game: str) -> TableSceneView:
    table = FollowedTable(port)
    return TableScene(table, SCENES[game](table.shown))


TERMINAL_SCENES = Scenes(
    device=Device.KEY,
    waiting=BusyScene,
    input=scene_of,
    tables=TableChoiceScene,
    lobby=lambda port, why: LobbyScene(port, SCREENS, why),
    table=_table,
    replay=_replay,
    load_replay=_replays,
)
