"""The real program, which signs its first table only once its link to the host is lost.

    python -m tests.lan.late ARGUMENTS...

So a test can pull a cable between the start and the signature.
"""

from __future__ import annotations

from p2p_hanabi.__main__ import main
from p2p_hanabi.gathering import LobbyPhase
from p2p_hanabi.net.lobby.lobby_join import JoinLobby, Start
from p2p_hanabi.net.table.seat import Seated

from .hasty import hurry

_sit_down = JoinLobby._sit_down
_has_waited = False


async def late(lobby: JoinLobby, start: Start) -> Seated | None:
    global _has_waited  # noqa: PLW0603 - once in this process
    if not _has_waited and lobby._link is not None:
        _has_waited = True
        lobby._enter(LobbyPhase.SEATING)  # so a test knows that the start has arrived
        await lobby._link.lost()
    return await _sit_down(lobby, start)


if __name__ == "__main__":
    hurry()
    JoinLobby._sit_down = late  # type: ignore[method-assign, assignment]
    main()
