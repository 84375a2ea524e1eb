"""Auditing for `history`: the facts that are cached of a file, and the process that finds them.

`p2phanabi history-audits` reads one path per line, and answers each with a line. See
history_processes.py.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

from p2p_hanabi.paths import find_home, read
from p2p_hanabi.registry import GAMES, OPTIONS, RULES, SCREENS
from p2p_hanabi.seam.game_statistics import VERSION
from p2p_hanabi.seam.options import unusual
from protocol.audit.verdict import Report, audited
from protocol.game import Seat
from protocol.ledger.history import History
from protocol.ledger.transcript import MAX_FILE_BYTES

from .audit_text import verdict
from .history_cache import Audited, Facts, digest_of, keep, mark_of
from .playback import of_history
from .table_ends import AGREED


def keep_verdict(path: Path, data: bytes, report: Report, history: History | None) -> None:
    """Cache the verdict on a game that was audited elsewhere, if `history` lists it."""
    home = find_home()
    if path.parent in (each.transcripts for each in home.with_board):
        with contextlib.suppress(OSError):  # then it is audited again
            found = Audited(mark_of(path.stat()), digest_of(data), facts_of(report, history))
            keep(home, found)


def facts_of(report: Report, history: History | None) -> Facts:
    """Return the facts of a valid transcript, finished or not; else the reason why it is
    invalid."""
    if not report.valid or history is None:
        return {"valid": False, "reason": verdict(report, None).rstrip(".")}
    found: Facts = {
        "valid": True,
        "game": report.game,
        "options": dict(report.options),
        "unusual": unusual(OPTIONS.get(report.game, ()), dict(report.options)),
        "players": [
            {"seat": p.seat, "name": p.name, "fingerprint": p.fingerprint} for p in report.players
        ],
        "table": report.table.hex(),
        "finished": report.finished,
        "agreed": list(report.agreed),
        "counted": VERSION,
        "statistics": _statistics_of(history, report),
    }
    if report.finished:
        outcome = GAMES[report.game].outcome_of(report.outcome)
        found |= {"outcome": outcome.facts(), "points": outcome.points}
    elif report.agreed and (score := _agreed_score(history, report.game)) is not None:
        found |= {"outcome": {"reason": AGREED, "score": score}, "points": None}
    return found


def _agreed_score(history: History, game: str) -> int | None:
    """Return the score of a game that all have ended once no more points were possible; None for
    any other."""
    state = history.stage.state
    if state is None:
        return None
    view = RULES[game].view(state, Seat(0), {})
    score = GAMES[game].data.view(view).get("score")
    return score if isinstance(score, int) and SCREENS[game].nothing_left(view) else None


def _statistics_of(history: History, report: Report) -> list[list[object]]:
    """Return how the game was played, as `statistics_in` reads it; nothing if no cards were
    dealt."""
    if history.stage.state is None:
        return []
    counted = of_history(history, report).statistics()
    return [[each.fact.value, each.total, each.seats, each.per] for each in counted]


def answer_all() -> None:
    """Answer until standard input ends, in the parent process's language."""
    for line in sys.stdin.buffer:
        path = Path(json.loads(line))
        mark, data = mark_of(path.stat()), read(path, MAX_FILE_BYTES)
        answer = json.dumps([mark, digest_of(data), facts_of(*audited(data, RULES))])
        sys.stdout.buffer.write(answer.encode() + b"\n")
        sys.stdout.buffer.flush()
