"""Who plays something else delivers the end of a table to a player who comes back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.net.links.addresses import MAX_ADDRESSES, Address, usable_interfaces
from p2p_hanabi.net.links.endpoint import Endpoint
from p2p_hanabi.net.links.link import CannotReach
from p2p_hanabi.net.table import end_delivery
from p2p_hanabi.net.table.end_delivery import (
    LEAST_PAUSE_S,
    MAX_AGE_S,
    MAX_TABLES,
    EndDelivery,
    undelivered,
)
from p2p_hanabi.net.table.parting import store_parting
from p2p_hanabi.net.table.seat import OwnSeat, come_back, read_addresses, store_own_seat
from p2p_hanabi.paths import Home, write
from protocol.game import Seat
from protocol.peer.status import EndingKind
from tests.any_game import RULES
from tests.net.tables import certificate_of, home, loopback, nobody, stop, until
from tests.net.test_parting import ANA, BO, CY, agree_to_end, lacking, without_bo
from tests.net.test_session import Held, resumed, transcripts
from tests.worked_example import example

LOOPBACK = usable_interfaces("127.0.0.1")[0].name


async def test_the_end_is_delivered_beside_whatever_this_program_does(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    stored = read_addresses(home(tmp_path, ANA).table_folder(table))[ANA]
    assert {one.host for one in stored} == {f"127.0.0.1%{LOOPBACK}"}
    bo = await resumed(tmp_path, BO, table)
    delivery = EndDelivery(home(tmp_path, ANA), loopback(), RULES)
    deliver, is_delivered = delivery._deliver, asyncio.Event()

    async def noted(absent: Any, host: str) -> None:
        await deliver(absent, host)
        is_delivered.set()

    setattr(delivery, "_deliver", noted)  # noqa: B010 - mypy forbids the plain way
    delivering = asyncio.create_task(delivery.run())
    assert (await bo.task).how is EndingKind.AGREED
    assert len(transcripts(ana, cy, bo)) == 1
    await is_delivered.wait()
    [absent] = delivery._absent.values()
    assert absent.task is not None
    await absent.task  # it looks for nobody any more
    assert lacking(tmp_path, ANA, table) == ()
    await delivery._scan()  # as it does every minute
    assert not delivery._absent
    assert delivery._searching is None
    await stop([delivering])


async def test_seat_connected_for_a_minute_counts_as_informed(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    bo = await resumed(tmp_path, BO, table)
    Held(bo.seated.mesh, "stop")
    again = await resumed(tmp_path, ANA, table)
    await until(again.session, lambda one: one.now.ending and one.seats()[BO].missing_s is None)
    again.later_s = 61
    await again.task
    assert lacking(tmp_path, ANA, table) == ()
    await bo.crash()


async def test_seat_connected_late_in_the_minute_still_lacks_the_end(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    again = await resumed(tmp_path, ANA, table)
    await until(again.session, lambda one: one.now.ending is not None)
    again.seated.mesh._clock = again._clock
    again.later_s = 50
    bo = await resumed(tmp_path, BO, table)
    Held(bo.seated.mesh, "stop")
    await until(again.session, lambda one: one.seats()[BO].missing_s is None)
    again.later_s = 61
    await again.task
    assert lacking(tmp_path, ANA, table) == (BO,)
    await bo.crash()


async def test_a_table_in_play_in_another_window_is_left_to_that(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    window = await come_back(home(tmp_path, ANA), table, loopback(), nobody)
    delivery = EndDelivery(home(tmp_path, ANA), loopback(), RULES)
    await delivery._scan()
    [absent] = delivery._absent.values()
    await delivery._deliver(absent, "127.0.0.1")
    assert lacking(tmp_path, ANA, table) == (BO,)
    await window.close()
    await stop([one.task for one in delivery._absent.values() if one.task is not None])
    if delivery._searching is not None:
        await stop([delivery._searching])


async def test_delivery_keeps_the_address_its_player_chose(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    own = home(tmp_path, ANA)
    everywhere = Endpoint(usable_interfaces("127.0.0.1"))
    for endpoint, is_delivery, hosts in (
        (everywhere, False, {""}),
        (loopback(), True, {""}),
        (loopback(), False, {f"127.0.0.1%{LOOPBACK}"}),
    ):
        seated = await come_back(own, table, endpoint, nobody, is_delivery=is_delivery)
        await seated.close()
        assert {one.host for one in read_addresses(own.table_folder(table))[ANA]} == hosts


async def test_search_for_a_seat_is_repeated_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, cy = await without_bo(tmp_path)
    await agree_to_end(ana, cy)
    failing, is_tried = asyncio.Event(), asyncio.Event()

    async def way_to(*_of: object) -> str:
        if not failing.is_set():
            failing.set()
            raise RuntimeError("of a kind that nobody has thought of")
        is_tried.set()
        raise CannotReach([], LinkFault.NO_ADDRESS)

    monkeypatch.setattr(end_delivery, "_way_to", way_to)
    monkeypatch.setattr(end_delivery, "SCAN_S", 0.0)
    delivering = asyncio.create_task(EndDelivery(home(tmp_path, ANA), loopback(), RULES).run())
    await is_tried.wait()
    await stop([delivering])


async def test_a_scan_that_fails_is_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scans, is_repeated = [OSError("no file left")], asyncio.Event()

    def tables(*_of: object) -> tuple[()]:
        if scans:
            raise scans.pop()
        is_repeated.set()
        return ()

    monkeypatch.setattr(end_delivery, "undelivered", tables)
    monkeypatch.setattr(end_delivery, "SCAN_S", 0.0)
    delivering = asyncio.create_task(EndDelivery(Home(tmp_path), loopback(), RULES).run())
    await is_repeated.wait()
    await stop([delivering])


@pytest.mark.parametrize(
    ("host", "chosen", "may"),
    [
        ("127.0.0.1", "", True),
        ("127.0.0.1", f"127.0.0.1%{LOOPBACK}", True),
        ("127.0.0.1", f"10.77.0.9%{LOOPBACK}", True),  # which had another address then
        ("127.0.0.1", "127.0.0.1%eth9", False),
        ("127.0.0.1", "127.0.0.1", True),  # as earlier versions stored it
        ("127.0.0.1", "10.77.0.9", False),  # the table was played on another interface
        ("10.77.0.9", "", False),  # the player plays on another one now
    ],
)
def test_nothing_is_delivered_where_the_player_does_not_play(
    tmp_path: Path, host: str, chosen: str, may: bool
) -> None:
    delivery = EndDelivery(Home(tmp_path), loopback(), RULES)
    assert delivery._may_play_at(host, frozenset([chosen])) is may


async def test_announcements_without_end_cause_no_busy_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OwnSeat(
        example().seating, Seat(1), bytes(32), certificate_of(0), (certificate_of(0).der,) * 3
    )
    absent = end_delivery._Absent(own, CY, ())
    happened = list[str | float]()

    async def way_to(*_of: object) -> str:
        happened.append("dialled")
        absent.learn([Address("10.77.0.9", len(happened))], is_new=True)
        raise CannotReach([], LinkFault.NO_ADDRESS)

    async def sleep(seconds: float) -> None:
        happened.append(seconds)

    parting = iter([(CY,), (CY,), ()])
    monkeypatch.setattr(end_delivery, "_way_to", way_to)
    monkeypatch.setattr(end_delivery, "read_parting", lambda *_of: next(parting))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    delivery = EndDelivery(home(tmp_path, ANA), loopback(), RULES)
    await delivery._look_for(absent, frozenset())
    assert happened == ["dialled", LEAST_PAUSE_S] * 2


def test_false_announcements_keep_the_last_address_of_a_seat() -> None:
    own = OwnSeat(example().seating, Seat(1), bytes(32), certificate_of(0), ())
    absent = end_delivery._Absent(own, CY, (Address("10.77.0.3", 4100),))
    for _ in range(3):
        absent.learn([Address("10.77.0.9", port) for port in range(100)], is_new=False)
    assert absent.addresses[-1] == Address("10.77.0.3", 4100)
    assert len(absent.addresses) == MAX_ADDRESSES + 1


def test_only_the_latest_missing_ends_are_delivered(tmp_path: Path) -> None:
    own_home, now = Home(tmp_path), time.time()
    seating = example().seating
    assert undelivered(own_home, now) == ()
    own = OwnSeat(seating, Seat(1), bytes(32), certificate_of(0), ())
    folder = own_home.table_folder(seating.table)
    store_own_seat(folder, own)
    assert undelivered(own_home, now) == ()  # unfinished
    write(own_home.transcript("hanabi", seating.table), b"")
    assert undelivered(own_home, now) == ()  # all have the end
    store_parting(folder, [CY])
    write(folder.addresses, b"damaged")
    assert undelivered(own_home, now) == ()  # without its journal there is nothing to tell
    write(folder.journal, b"")
    [one] = undelivered(own_home, now)
    assert (one.own.seating, one.seats, one.addresses) == (seating, (CY,), {})
    assert undelivered(own_home, now + MAX_AGE_S + 60) == ()
    for number in range(MAX_TABLES + 3):  # none of these can be read
        write(own_home.table_folder(bytes([number]) * 32).parting, b"")
    assert len(undelivered(own_home, now)) == 1
    folder.seat.write_bytes(b"damaged")
    assert undelivered(own_home, now) == ()
