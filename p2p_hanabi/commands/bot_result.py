"""How a game ended, for whoever let a bot play it."""

from __future__ import annotations

from p2p_hanabi.net.session import Session
from p2p_hanabi.ui.kit.style import as_text
from p2p_hanabi.ui.table.plain import ending_lines
from p2p_hanabi.ui.table.port import EndedTable
from p2p_hanabi.ui.table.table_players import Players
from protocol.peer.status import Ending

from .session_port import SessionPort


def result_lines(session: Session, ending: Ending) -> list[str]:
    """Say it as plain mode does."""
    port = SessionPort(session)
    view = port.view()
    result = [] if view is None else port.screen.result(view, Players(port.seat, port.names))
    kept = EndedTable(None, session.evidence_path, session.now.faces)
    return [as_text(line) for line in (*result, *ending_lines(port, ending, kept))]
