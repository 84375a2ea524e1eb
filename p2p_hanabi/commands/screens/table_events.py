"""The events of one table for other programs.

docs/json.md lists them, docs/schema/events.json defines their types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.table.waiting import Wait
from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.changes import since
from protocol.game import AnyView
from protocol.peer.remarks import Order, Phrase, Remark
from protocol.peer.status import Activity, Status
from protocol.peer.views import MadeMove

Facts: TypeAlias = dict[str, Any]


class TableEvents:
    """Reports what is new at one table on each call of `look`."""

    def __init__(self, tell: Callable[..., None], session: Session) -> None:
        self._tell = tell
        self._session = session
        self._data = GAMES[session.game].data  # loaded now: later no file may be left to open
        self._made: Sequence[MadeMove] = ()  # those already reported
        self._logged = self._reported_remarks = 0  # how many were reported
        self._was_dealt, self._turn = False, -1
        self._wait: Wait | None = None
        self._links: Facts = {"missing": [], "left": [], "incompatible": []}
        self._view: AnyView | None = None  # the one that `_facts` describe
        self._facts: Facts = {}

    def look(self) -> None:
        """Report what is new at the table, once its journal is read."""
        session = self._session
        if session.reading is not None:
            return
        status = session.status()
        self._look_at_links(session)
        if (wait := session.wait) is not None and wait is not self._wait:
            self._wait = wait
            self._tell("waiting", **_wait_facts(session, wait))
        if status.hands_dealt and not self._was_dealt:
            self._was_dealt = True
            self._tell("dealt", words=status.words)
        self._look_at_moves(session)
        self._look_at_log(session)
        self._look_at_talk(session)
        self._look_whose_turn(session, status)

    def _look_at_links(self, session: Session) -> None:
        away = [one for one in session.seats() if one.missing_s is not None]
        left = [one.seat for one in session.seats() if one.has_left]
        unfit = [one.seat for one in away if one.incompatible is not None]
        links = {"missing": [one.seat for one in away], "left": left, "incompatible": unfit}
        if links != self._links:
            self._links = links
            self._tell("links", **links)

    def _look_at_moves(self, session: Session) -> None:
        """Report how many of the last moves were taken back (§14), and then the new moves, the last
        one with the view after it."""
        game, made = GAMES[session.game], session.now.made
        lost, new = since(self._made, made)
        self._made = made
        if lost:
            self._tell("taken back", moves=lost)
        for one in new:
            now = self._as_it_stands() if one is made[-1] else {}
            content = self._data.move(game.rules.unpack(one.packed))
            facts = {"round": one.round_number, "seat": one.seat, "move": one.packed}
            self._tell("moved", **facts, content=content, **now)

    def _look_at_log(self, session: Session) -> None:
        view = session.now.view
        if view is None or len(view.log) == self._logged:
            return
        start = min(self._logged, len(view.log))  # some may have been taken back
        self._logged = len(view.log)
        entries = self._data.log(view, start)
        if entries:
            self._tell("happened", entries=entries, **self._as_it_stands())

    def _look_at_talk(self, session: Session) -> None:
        for accepted in session.remarks():
            if accepted.number >= self._reported_remarks:
                self._reported_remarks = accepted.number + 1
                self._tell("talk", seat=accepted.seat, remark=_remark_facts(accepted.remark))

    def _look_whose_turn(self, session: Session, status: Status) -> None:
        if status.activity is not Activity.MOVING or status.round_number == self._turn:
            return
        self._turn = status.round_number
        [seat, *_none] = status.waiting_for
        view, mine = session.now.view, seat == session.seat
        moves = {"moves": self._data.moves(view)} if mine and view else {}
        facts = {"round": self._turn, "seat": seat, "mine": mine, "state": session.now.public}
        self._tell("turn", **facts, **moves, **self._as_it_stands())

    def _as_it_stands(self) -> Facts:
        """Return what this seat sees now; cached, since several events include it."""
        if (view := self._session.now.view) is not self._view:
            self._view, self._facts = view, seen_at(self._session)
        return self._facts


def seen_at(session: Session) -> Facts:
    """Return what this seat sees now."""
    if (view := session.now.view) is None:
        return {}
    seen = GAMES[session.game].data.view(view)
    return {"view": seen, "score": seen.get("score")}


def _remark_facts(remark: Remark) -> Facts:
    """Return the facts of a remark; a phrase is identified by the number that players type."""
    match remark:
        case Phrase(index):
            return {"type": "phrase", "number": index + 1}
        case Order(cards):
            return {"type": "order", "cards": list(cards)}
    return {"type": "text", "text": remark.text}


def _wait_facts(session: Session, wait: Wait) -> Facts:
    """Return the facts of a wait; `seats` is empty once it is over."""
    names = [state.name for state in session.seats()]
    return {
        "what": wait.activity.value,
        "round": wait.round_number,
        "seats": [names[seat] for seat in wait.seats],
        "away": [names[seat] for seat in wait.away],
        "seconds": round(wait.seconds, 1),
    }
