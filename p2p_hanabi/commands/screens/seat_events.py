"""The events of one seat for other programs, as JSON lines.

docs/json.md lists them, docs/schema/events.json defines their types.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from p2p_hanabi import __version__
from p2p_hanabi.faults import fault_of, is_shortage
from p2p_hanabi.gathering import LobbyPhase, LobbyView
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.seam.game_data import PROTOCOL
from p2p_hanabi.systems import peak_kib
from p2p_hanabi.ui.words.sentences_reasons import why
from protocol.audit.verdict import Report
from protocol.peer.status import Ending, EndingKind

from ..console.failures import CANNOT, LEFT, NOT_GOOD, Failed, reason_of
from ..console.json_lines import JsonLines, path_fact
from ..console.sentences_crash import lacks_resources
from ..records import outcome_facts as outcomes
from ..records.audit import as_json
from .table_events import Facts, TableEvents, seen_at


class SeatEvents:
    """Reports the events of a seat, from one table to the next, and how it ended."""

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell
        self._last = ""  # the last reported event
        self._lobby: LobbyView | None = None
        self._session: Session | None = None
        self._table: TableEvents | None = None
        self._ended: Facts | None = None  # how the table ended
        self._has_reported_end = False  # whether `_ended` was reported

    def report(self, event: str, **facts: Any) -> None:
        self._last = event
        self._tell(event, **facts)

    def hello(self) -> None:
        self.report("hello", version=__version__, protocol=PROTOCOL)

    def gathering(self, view: LobbyView | None) -> None:
        if view is not None and view != self._lobby:
            self._lobby = view
            self.report("lobby", **_lobby_facts(view))

    def seated(self, session: Session) -> None:
        """Report the events of this table from now on."""
        self._session, self._table = session, TableEvents(self.report, session)
        self._ended, self._has_reported_end = None, False

    def look(self) -> None:
        if self._table is not None:
            self._table.look()

    def verdict(self, path: Path, report: Report) -> None:
        """Report the result of an audit of the transcript."""
        found = json.dumps(as_json(path, report, None), default=bytes.hex)
        self.report("verdict", **json.loads(found))

    def table_ended(self, session: Session, ending: Ending) -> None:
        """Store how the table ended, which `tell_end` reports as its last event."""
        self.look()
        is_good = ending.how is EndingKind.CLOSED
        self._ended = {
            "how": ending.how.value,
            "seat": ending.seat,
            "reason": "" if ending.reason is None else ending.reason.code.code,
            "exit_code": 0 if is_good else NOT_GOOD,
            "error": None,
            **_result_facts(session),
        }

    def tell_end(self) -> None:
        if self._ended is not None and not self._has_reported_end:
            self._has_reported_end = True
            self.report("ended", **self._ended, max_rss_kib=peak_kib())

    def finish(self, exit_code: int, error: Facts | None = None) -> None:
        """Report the end of the program, unless the last event was the end of its table with the
        same exit code."""
        self.tell_end()
        same = self._ended is not None and exit_code == self._ended["exit_code"] and error is None
        if same and self._last == "ended":
            return
        how = "failed" if exit_code in (CANNOT, NOT_GOOD) else "left"
        ended = self._ended or {
            "how": how,
            "seat": None,
            "reason": "",
            **_result_facts(self._session),
        }
        last = {**ended, "exit_code": exit_code, "error": error}
        self.report("ended", **last, max_rss_kib=peak_kib())


@contextmanager
def reporting_events() -> Iterator[SeatEvents]:
    """Report the first and the last event, however the body ends; the last has its exit code."""
    lines = JsonLines()
    events = SeatEvents(lines.report)
    events.hello()
    try:
        yield events
    except SystemExit as left:
        events.finish(left.code if isinstance(left.code, int) else CANNOT)
        raise
    except Failed as failed:
        events.finish(failed.exit_code, _error_facts(failed))
        raise
    except KeyboardInterrupt:
        events.finish(LEFT)
        raise
    except BaseException as broken:
        events.finish(CANNOT, _crash_facts(broken))
        raise
    finally:
        lines.close()


def _error_facts(failed: Failed) -> Facts | None:
    """Return the reason and the sentence; None if the player has left."""
    if not str(failed):
        return None
    return {"reason": reason_of(failed), "sentence": str(failed)}


def _crash_facts(broken: BaseException) -> Facts:
    if isinstance(broken, OSError) and is_shortage(broken):
        fault = fault_of(broken)
        return {"reason": fault.code.code, "sentence": lacks_resources(why(fault))}
    return {"reason": "crashed", "sentence": repr(broken)}


def _result_facts(session: Session | None) -> Facts:
    """Return the result of a table, and the paths of its files."""
    if session is None:
        nothing = ("outcome", "state", "transcript", "evidence", "journal")
        return dict.fromkeys(nothing)
    outcome = session.outcome()
    return {
        "outcome": None if outcome is None else outcomes.facts(session.game, outcome),
        "state": session.now.public,
        "transcript": path_fact(session.transcript_path),
        "evidence": path_fact(session.evidence_path),
        "journal": str(session.folder.journal),
        **seen_at(session),
    }


def _lobby_facts(view: LobbyView) -> Facts:
    return {
        "table": view.config.name,
        "game": view.config.game,
        "seats": view.config.seats,
        "members": [[member.name, member.is_ready] for member in view.members],
        "code": view.room_code,
        "addresses": list(view.addresses),
        "phones": [each.address for each in view.phones if each.address]
        if view.phones_coming
        else [],
        "hosted_seats": [member.name for member in view.members if member.owner is not None],
        "away": [member.name for member in view.members if not member.is_here],
        "seating": view.phase is LobbyPhase.SEATING,
        "searching": view.phase is LobbyPhase.SEARCHING,
        "searched_minutes": view.searched_minutes,
        "incompatible": view.incompatible is not None,
    }
