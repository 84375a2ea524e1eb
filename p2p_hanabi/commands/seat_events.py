"""What happens at one seat, as events for other programs: one JSON line each.

docs/json.md lists them, docs/schema/events.json has their types.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

from p2p_hanabi import __version__
from p2p_hanabi.games.common.game_data import PROTOCOL
from p2p_hanabi.gathering import LobbyPhase, LobbyView
from p2p_hanabi.net.session import Session
from p2p_hanabi.net.waiting import Wait
from p2p_hanabi.registry import GAMES
from p2p_hanabi.systems import peak_kib
from protocol.audit.verdict import Report
from protocol.game import AnyView
from protocol.peer.remarks import Order, Phrase, Remark
from protocol.peer.status import Doing, Ending, How, Status
from protocol.peer.views import MadeMove

from . import outcome_facts as outcomes
from .audit import as_json
from .failures import CANNOT, LEFT, NOT_GOOD, Failed, reason_of
from .json_lines import JsonLines

Facts: TypeAlias = dict[str, Any]


class SeatEvents:
    """Tells what is new whenever it is to look."""

    def __init__(self, tell: Callable[..., None]) -> None:
        self._tell = tell
        self._last = ""  # the event that was told last
        self._lobby: LobbyView | None = None
        self._session: Session | None = None
        self._ended: Facts | None = None  # how the table ended,
        self._is_told = False  # and whether that is told

    def tell(self, event: str, **facts: Any) -> None:
        self._last = event
        self._tell(event, **facts)

    def hello(self) -> None:
        self.tell("hello", version=__version__, protocol=PROTOCOL)

    def gathering(self, view: LobbyView | None) -> None:
        if view is not None and view != self._lobby:
            self._lobby = view
            self.tell("lobby", **_lobby_facts(view))

    def seated(self, session: Session) -> None:
        """From now on it looks at this table."""
        self._session, self._ended, self._is_told = session, None, False
        self._made: Sequence[MadeMove] = ()  # those that are told
        self._logged = self._heard = 0  # so many are told
        self._was_dealt, self._turn = False, -1
        self._wait: Wait | None = None
        self._links: Facts = {"missing": [], "left": []}
        self._view: AnyView | None = None  # the one of these facts
        self._facts: Facts = {}

    def look(self) -> None:
        """Tell what is new at the table, once it is shown as it stands."""
        if (session := self._session) is None or session.reading is not None:
            return
        status = session.status()
        self._look_at_links(session)
        if (wait := session.wait) is not None and wait is not self._wait:
            self._wait = wait
            self.tell("waiting", **_wait_facts(session, wait))
        if status.hands_dealt and not self._was_dealt:
            self._was_dealt = True
            self.tell("dealt", words=status.words)
        self._look_at_moves(session)
        self._look_at_log(session)
        self._look_at_talk(session)
        self._look_whose_turn(session, status)

    def _look_at_links(self, session: Session) -> None:
        away = [one for one in session.seats() if one.missing_s is not None]
        left = [one.seat for one in away if one.has_left]
        links = {"missing": [one.seat for one in away], "left": left}
        if links != self._links:
            self._links = links
            self.tell("links", **links)

    def _look_at_moves(self, session: Session) -> None:
        """Tell the moves that are new, with the view after the last of them; before them, how many
        of the last are taken back (§14)."""
        game, made = GAMES[session.game], session.made()
        lost, new = since(self._made, made)
        self._made = made
        if lost:
            self.tell("taken back", moves=lost)
        for one in new:
            now = self._as_it_stands(session) if one is made[-1] else {}
            content = game.data.move(game.rules.unpack(one.packed))
            facts = {"round": one.round_number, "seat": one.seat, "move": one.packed}
            self.tell("moved", **facts, content=content, **now)

    def _look_at_log(self, session: Session) -> None:
        view = session.view()
        if view is None or len(view.log) == self._logged:
            return
        start = min(self._logged, len(view.log))  # some may have been taken back
        self._logged = len(view.log)
        entries = GAMES[session.game].data.log(view, start)
        if entries:
            self.tell("happened", entries=entries, **self._as_it_stands(session))

    def _look_at_talk(self, session: Session) -> None:
        for heard in session.heard():
            if heard.number >= self._heard:
                self._heard = heard.number + 1
                self.tell("talk", seat=heard.seat, remark=_said(heard.remark))

    def _look_whose_turn(self, session: Session, status: Status) -> None:
        if status.doing is not Doing.MOVING or status.round_number == self._turn:
            return
        self._turn = status.round_number
        [seat, *_none] = status.waiting_for
        view, mine = session.view(), seat == session.seat
        moves = {"moves": GAMES[session.game].data.moves(view)} if mine and view else {}
        facts = {"round": self._turn, "seat": seat, "mine": mine, "state": session.public()}
        self.tell("turn", **facts, **moves, **self._as_it_stands(session))

    def _as_it_stands(self, session: Session) -> Facts:
        """What this seat sees now: several events tell the same."""
        if (view := session.view()) is not self._view:
            self._view = view
            self._facts = {} if view is None else _seen(session.game, view)
        return self._facts

    def verdict(self, path: Path, report: Report) -> None:
        """Tell what an audit of the transcript has found."""
        found = json.dumps(as_json(path, report, None), default=bytes.hex)
        self.tell("verdict", **json.loads(found))

    def table_ended(self, session: Session, ending: Ending) -> None:
        """Note how it ended: that is told last, by `tell_end`."""
        self.look()
        is_good = ending.how is How.CLOSED
        self._ended = {
            "how": ending.how.value,
            "seat": ending.seat,
            "reason": "" if ending.reason is None else ending.reason.code.code,
            "exit_code": 0 if is_good else NOT_GOOD,
            "error": None,
            **_left_of(session),
        }

    def tell_end(self) -> None:
        if self._ended is not None and not self._is_told:
            self._is_told = True
            self.tell("ended", **self._ended, max_rss_kib=peak_kib())

    def finish(self, exit_code: int, error: Facts | None = None) -> None:
        """Tell the end of the program, unless that of its table was the last event and has told as
        much."""
        self.tell_end()
        same = self._ended is not None and exit_code == self._ended["exit_code"] and error is None
        if same and self._last == "ended":
            return
        how = "failed" if exit_code in (CANNOT, NOT_GOOD) else "left"
        ended = self._ended or {"how": how, "seat": None, "reason": "", **_left_of(self._session)}
        last = {**ended, "exit_code": exit_code, "error": error}
        self.tell("ended", **last, max_rss_kib=peak_kib())


def since(told: Sequence[MadeMove], made: Sequence[MadeMove]) -> tuple[int, Sequence[MadeMove]]:
    """Return how many of the last told moves do not stand any more, and which ones are new."""
    pairs = zip(told, made, strict=False)
    stand = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(told) - stand, made[stand:]


@contextmanager
def told_from_hello_to_end() -> Iterator[SeatEvents]:
    """Tell both, whatever the body does: its exit code is that of the program."""
    lines = JsonLines()
    events = SeatEvents(lines.tell)
    events.hello()
    try:
        yield events
    except SystemExit as left:
        events.finish(left.code if isinstance(left.code, int) else CANNOT)
        raise
    except Failed as failed:
        events.finish(failed.code, _error_facts(failed))
        raise
    except KeyboardInterrupt:
        events.finish(LEFT)
        raise
    except BaseException as broken:
        events.finish(CANNOT, {"reason": "crashed", "sentence": repr(broken)})
        raise
    finally:
        lines.close()


def _error_facts(failed: Failed) -> Facts | None:
    """Absent where the player has left, which needs no reason."""
    if not str(failed):
        return None
    return {"reason": reason_of(failed), "sentence": str(failed)}


def _seen(game: str, view: AnyView) -> Facts:
    seen = GAMES[game].data.view(view)
    return {"view": seen, "score": seen.get("score")}


def _left_of(session: Session | None) -> Facts:
    """What came out of a table, and where its files are."""
    if session is None:
        nothing = ("outcome", "state", "transcript", "evidence", "journal")
        return dict.fromkeys(nothing)
    outcome, view = session.outcome(), session.view()
    return {
        "outcome": None if outcome is None else outcomes.facts(session.game, outcome),
        "state": session.public(),
        "transcript": _text(session.transcript_path),
        "evidence": _text(session.evidence_path),
        "journal": str(session.folder.journal),
        **({} if view is None else _seen(session.game, view)),
    }


def _said(remark: Remark) -> Facts:
    """A phrase has the number by which it is typed."""
    match remark:
        case Phrase(index):
            return {"type": "phrase", "number": index + 1}
        case Order(cards):
            return {"type": "order", "cards": list(cards)}
    return {"type": "text", "text": remark.text}


def _lobby_facts(view: LobbyView) -> Facts:
    return {
        "table": view.config.name,
        "game": view.config.game,
        "seats": view.config.seats,
        "sitters": [[sitter.name, sitter.is_ready] for sitter in view.sitters],
        "code": view.code,
        "addresses": list(view.addresses),
        "lodgers": [sitter.name for sitter in view.sitters if sitter.owner is not None],
        "away": [sitter.name for sitter in view.sitters if not sitter.is_here],
        "seating": view.phase is LobbyPhase.SEATING,
        "searching": view.phase is LobbyPhase.SEARCHING,
    }


def _wait_facts(session: Session, wait: Wait) -> Facts:
    """`seats` is empty once it has gone on."""
    names = [state.name for state in session.seats()]
    return {
        "what": wait.doing.value,
        "round": wait.round_number,
        "seats": [names[seat] for seat in wait.seats],
        "away": [names[seat] for seat in wait.away],
        "seconds": round(wait.seconds, 1),
    }


def _text(path: object) -> str | None:
    return None if path is None else str(path)
