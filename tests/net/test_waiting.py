"""When a wait is reported, and what the log records about links, dials and broken tasks."""

from __future__ import annotations

import asyncio
import logging

import pytest

from p2p_hanabi.net.table.sync_diagnostics import HaveLog
from p2p_hanabi.net.table.waiting import Wait, WaitReminder
from p2p_hanabi.net.tasks import background_task
from protocol.encoding import enc
from protocol.game import Seat
from protocol.peer.messages import Have
from protocol.peer.status import Activity, Status

BO, CY = Seat(1), Seat(2)


def dealing(round_number: int, *waiting_for: Seat) -> Status:
    return Status(Activity.DEALING, round_number, waiting_for, None, False)


def test_wait_is_reported_after_5_seconds_and_then_less_often() -> None:
    patience, numbers = WaitReminder(0.0), []
    for second in range(2000):
        if (wait := patience.look(dealing(7, BO, CY), frozenset({CY}), float(second))) is not None:
            assert wait == Wait(Activity.DEALING, 7, (BO, CY), (CY,), float(second))
            numbers.append(second)
    assert numbers == [5, 10, 20, 40, 80, 160, 320, 640, 960, 1280, 1600, 1920]


def test_the_end_of_a_wait_is_reported_only_if_the_wait_was_long() -> None:
    patience = WaitReminder(0.0)
    nobody: frozenset[Seat] = frozenset()
    assert patience.look(dealing(7, BO), nobody, 0.0) is None
    assert patience.look(dealing(8, BO), nobody, 4.0) is None
    assert patience.look(dealing(8, BO), nobody, 9.0) is not None
    assert patience.look(dealing(9, BO), nobody, 11.0) == Wait(Activity.DEALING, 8, (), (), 7.0)
    assert patience.look(dealing(9), nobody, 99.0) is None
    assert patience.look(dealing(9), nobody, 199.0) is None


def test_after_the_end_the_wait_is_for_those_who_may_lack_it() -> None:
    patience = WaitReminder(0.0)
    over = Status(Activity.ENDED, 9, (), None, True, lacking=(BO,))
    assert patience.look(over, frozenset({BO}), 0.0) is None
    assert patience.look(over, frozenset({BO}), 5.0) == Wait(Activity.ENDED, 9, (BO,), (BO,), 5.0)


def test_only_the_last_have_in_each_direction_is_described() -> None:
    now = [10.0]
    haves = HaveLog(lambda: now[0])
    assert haves.described(BO) == "it said nothing; was told nothing"
    haves.record(BO, Have(4, (Seat(0),), (CY,)).data)
    haves.sent((BO, CY), Have(5, (), ()).data)
    haves.record(BO, enc(("digest", bytes(32))))
    haves.sent((BO,), enc(("digest", bytes(32))))
    now[0] = 12.5
    description = "it said round 4, has [0], links [2], 2.5 s ago"
    assert haves.described(BO) == f"{description}; was told round 5, has [], links [], 2.5 s ago"
    haves.record(BO, enc(("have", 4)))
    haves.record(CY, Have(4, (), ()).data[:-1])
    assert haves.described(BO).startswith("it said rubbish")
    assert haves.described(CY).startswith("it said rubbish")


def test_the_log_has_the_error_of_a_task_that_nobody_awaits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def break_off() -> None:
        raise RuntimeError("no more room")

    async def main() -> None:
        broken = background_task(break_off(), "the heartbeat")
        cancelled = background_task(asyncio.sleep(60), "the tick")
        cancelled.cancel()
        await asyncio.wait({broken, cancelled})

    asyncio.run(main())
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.CRITICAL, "the heartbeat broke off")
    assert "no more room" in caplog.text
