"""A seat's views of its game: the current one, and those of earlier moments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from protocol.game import Move, View
from protocol.peer.status import Activity

from ..game.game_screen import as_seen
from ..seat.table_port import TablePort


def settled(port: TablePort[View, Move]) -> View | None:
    """Return the current view; None until the hands are dealt. Nobody can act until the last move
    is agreed on."""
    view = port.now.view
    if view is None or not port.screen.is_dealt(view):
        return None
    view = _open(port, view)
    return (
        view if port.now.status.activity is Activity.MOVING else replace(view, actor=None, moves=())
    )


def moments(port: TablePort[View, Move], now: View) -> list[View]:
    """Return this seat's view each time the log had grown, without the current one (`now`)."""
    first: dict[int, View] = {}
    for view in port.now.past:
        if port.screen.is_dealt(view) and len(view.log) < len(now.log):
            first.setdefault(len(view.log), view)
    return list(first.values())


def after(
    port: TablePort[View, Move], now: View, count: int, numbers: Callable[[View], int]
) -> View | None:
    """Return the game when `numbers` of it had reached this count; None if that is not in the
    past."""
    past = moments(port, now)
    at = bisect_left(past, count, key=numbers)
    return moment(port, now, at) if at < len(past) else None


def moment(port: TablePort[View, Move], now: View, number: int) -> View:
    """Return the game at one of its moments, counted from 0, with hands in their order at that
    time, and without moves."""
    orders = [each for each in port.now.orders if each.moves <= number]
    view = as_seen(port.screen, replace(moments(port, now)[number], moves=()), orders)
    return _open(port, view)


def _open(port: TablePort[View, Move], view: View) -> View:
    """Return the view, with the cards that the end of the table revealed face up; before the end,
    unchanged."""
    hands = port.screen.ordered
    if hands is None or port.now.ending is None:
        return view
    return hands.opened(view, port.now.faces)
