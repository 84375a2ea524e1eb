"""A snapshot of a table does not change, and predicts what the table would refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.moves import HintRank
from protocol.errors import IllegalMove, LocalError, NotNow, RemarkRefused
from protocol.game import Seat
from protocol.peer.remarks import Phrase, Text
from protocol.peer.snapshot import Snapshot
from protocol.peer.status import Activity
from protocol.reasons import NotPossible, Reason, RemarkFault
from tests.any_game import RULES, AnyTable, bare
from tests.attacks.villain import choose, film
from tests.fakes import Wire, act, play_out, wire_for
from tests.lengths import sampled
from tests.simulation.standin import fast_group


def queries(table: AnyTable) -> tuple[object, ...]:
    return (
        *(table.status(), table.view(), tuple(table.past()), table.faces()),
        *(table.remarks(), table.orders(), table.ending()),
    )


def fields(snapshot: Snapshot[Any]) -> tuple[object, ...]:
    return (
        *(snapshot.status, snapshot.view, snapshot.past, snapshot.faces),
        *(snapshot.remarks, snapshot.orders, snapshot.ending),
    )


@pytest.mark.parametrize("activity", [Activity.REVEALING, Activity.MOVING, Activity.ENDED])
def test_a_snapshot_shows_the_state_of_the_table(activity: Activity) -> None:
    for table in film(3)[activity].tables:
        assert fields(table.snapshot()) == queries(table)


NO_SUCH_HINT = HintRank(Seat(0), 1, ())


def dealt(seats: int = 2, **options: Any) -> Wire:
    wire = wire_for(RULES["hanabi"], seats, options=options)
    wire.open()
    while wire.deliver():
        pass
    return wire


def mover_of(wire: Wire) -> Seat:
    return next(iter(wire.nodes[0].table.status().waiting_for))


def test_a_snapshot_does_not_change_while_the_table_goes_on() -> None:
    wire = dealt(talk="free")
    table = wire.nodes[0].table
    before = queries(table)
    snapshot = table.snapshot()
    wire.carry(Seat(0), table.talk(Text("so")))
    play_out(wire, choose)
    assert fields(snapshot) == before
    assert table.snapshot().status.activity is Activity.ENDED


@fast_group()
def test_a_snapshot_is_right_after_every_message_of_a_game() -> None:
    wire = wire_for(RULES["hanabi"], 2)
    table = wire.nodes[0].table
    wire.open()
    while table.ending() is None:
        if not wire.deliver():
            assert act(wire, choose)
        assert fields(table.snapshot()) == queries(table)


def test_a_view_is_built_once_per_round() -> None:
    table = dealt().nodes[0].table
    assert table.snapshot().view is table.snapshot().view


def refusal(call: Callable[[], object]) -> tuple[type[LocalError], object] | None:
    try:
        call()
    except (IllegalMove, NotNow, RemarkRefused) as error:
        return type(error), error.reason
    return None


def both(table: AnyTable, event: str, about: Any) -> tuple[object, object]:
    """What the snapshot predicts to be refused, and what the table refuses."""
    permits = table.snapshot().permits
    match event:
        case "play":
            return refusal(lambda: permits.check_move(about)), refusal(lambda: table.play(about))
        case "talk":
            return refusal(lambda: permits.check_remark(about)), refusal(lambda: table.talk(about))
        case "gone":
            refused = refusal(lambda: permits.check_gone(about))
            return refused, refusal(lambda: table.declare_gone(about))
    return refusal(permits.check_stop), refusal(table.stop)


@sampled(6)
@pytest.mark.parametrize(
    ("event", "about"),
    [("talk", Phrase(0)), ("talk", Text("")), ("gone", Seat(0)), ("gone", Seat(1)), ("stop", None)],
)
@pytest.mark.parametrize("options", [{}, {"talk": "free", "escrow": True}])
@pytest.mark.parametrize("has_ended", [False, True])
@fast_group()
def test_the_snapshot_refuses_exactly_what_the_table_would(
    event: str, about: Any, options: dict[str, Any], has_ended: bool
) -> None:
    wire = dealt(4, **options)
    table = wire.nodes[0].table
    if has_ended:
        wire.carry(Seat(0), table.withdraw())
    for _ in range(2):  # what was said once may be refused the second time
        before, then = both(table, event, about)
        assert before == then


def test_the_snapshot_refuses_moves_that_the_table_would() -> None:
    wire = dealt()
    mover = mover_of(wire)
    moves = bare(wire.nodes[mover].table.view()).moves
    for seat in (0, 1):
        table = wire.nodes[seat].table
        for move in (NO_SUCH_HINT, *moves[: 1 if seat == mover else None]):
            before, then = both(table, "play", move)
            assert before == then
            assert (then is None) == (seat == mover and move in moves)


def test_a_snapshot_gives_the_reason_why_a_remark_is_not_allowed() -> None:
    table = dealt().nodes[0].table
    permits = table.snapshot().permits
    assert refusal(lambda: permits.check_gone(Seat(1))) == (
        NotNow,
        Reason.of(NotPossible.NO_ESCROW),
    )
    refused = refusal(lambda: permits.check_remark(Text("hello")))
    assert refused == (RemarkRefused, Reason.of(RemarkFault.NO_TALK))
