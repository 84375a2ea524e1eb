"""The scenes of the full screen of a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2p_hanabi.registry import SCENES, SCREENS
from p2p_hanabi.ui.lobby.busy_scene import BusyScene
from p2p_hanabi.ui.lobby.choice_scene import ChoiceScene
from p2p_hanabi.ui.lobby.lobby_scenes import CodeScene, LobbyScene, TableChoiceScene
from p2p_hanabi.ui.table.port import LobbyPort, SearchPort
from p2p_hanabi.ui.table.table_scene import AnyTableScene, TableScene

from .session_port import SessionPort

if TYPE_CHECKING:
    from p2p_hanabi.ui.replay.recording import Eyes
    from p2p_hanabi.ui.replay.replay_scene import ReplayScene
    from protocol.game import AnyMove, AnyView

    from .playback import Playback


class TerminalScenes:
    """See `Scenes`."""

    def busy(self, sentence: str = "") -> BusyScene:
        return BusyScene(sentence)

    def lobby(self, port: LobbyPort, why: str) -> LobbyScene:
        return LobbyScene(port, SCREENS, why)

    def choice(self, question: str, choices: Sequence[str]) -> ChoiceScene:
        return ChoiceScene("", question, choices)

    def tables(self, search: SearchPort) -> TableChoiceScene:
        return TableChoiceScene(search)

    def code(self, table: str, why: str) -> CodeScene:
        return CodeScene(table, why)

    def table(self, port: SessionPort, game: str) -> AnyTableScene:
        return TableScene(port, SCENES[game](port))

    def replay(self, playback: Playback, eyes: Eyes) -> ReplayScene[AnyView, AnyMove]:
        from p2p_hanabi.ui.replay.replay_scene import ReplayScene  # no game needs it before its end

        return ReplayScene(playback, eyes)
