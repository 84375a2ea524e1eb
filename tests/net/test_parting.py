"""How a table has ended is kept for the seats that were away, and passed on to them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from p2p_hanabi.net.table.parting import read_parting, store_parting
from p2p_hanabi.net.table.seat import unfinished
from p2p_hanabi.paths import Home, TableFolder
from protocol.audit.verdict import audit
from protocol.encoding import enc
from protocol.errors import NotNow
from protocol.game import Seat
from protocol.peer.status import EndingKind
from tests.any_game import RULES
from tests.net.tables import home, lose, stop, until
from tests.net.test_session import Held, Playing, play_all, resumed, transcripts

ANA, BO, CY = map(Seat, range(3))


async def without_bo(folder: Path, **options: str) -> tuple[Playing, Playing]:
    """A table of three from which Bo has disappeared after the deal."""
    ana, bo, cy = await play_all(folder, 3, linger_s=0.5, **options)
    for one in (ana, bo, cy):
        await until(one.session, lambda one: one.status().hands_dealt)
    await bo.crash()
    for one in (ana, cy):
        await until(one.session, lambda one: one.seats()[BO].missing_s is not None)
    return ana, cy


async def agree_to_end(*playing: Playing) -> None:
    for one in playing:
        one.session.stop()
    endings = await asyncio.gather(*(one.task for one in playing))
    assert {one.how for one in endings} == {EndingKind.AGREED}


def lacking(folder: Path, seat: Seat, table: bytes) -> tuple[Seat, ...]:
    others = [other for other in (ANA, BO, CY) if other != seat]
    return read_parting(home(folder, seat).table_folder(table), others)


def listed(folder: Path) -> list[int]:
    """How many tables each player could resume."""
    return [len(unfinished(home(folder, seat))) for seat in (ANA, BO, CY)]


async def test_agreed_end_is_kept_for_the_absent_and_sent_on_resuming(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await agree_to_end(ana, cy)
    assert [lacking(tmp_path, seat, table) for seat in (ANA, CY)] == [(BO,), (BO,)]
    assert listed(tmp_path) == [1, 1, 1]
    bo = await resumed(tmp_path, BO, table)
    again = await resumed(tmp_path, ANA, table)
    await until(again.session, lambda one: one.now.ending is not None)
    assert again.session.status().lacking == (BO,)
    endings = await asyncio.gather(bo.task, again.task)
    assert [one.how for one in endings] == [EndingKind.AGREED] * 2
    [file] = transcripts(ana, cy, bo, again)
    assert audit(file, RULES).agreed == (ANA, CY)
    assert listed(tmp_path) == [0, 0, 1]  # Cy does not know yet that Bo has it


async def test_false_word_that_all_have_the_end_makes_nobody_forget(tmp_path: Path) -> None:
    """Bo dies before he has the last close of the others, and Cy says that nobody lacks it."""
    ana, bo, cy = await play_all(tmp_path, 3, linger_s=0.0)
    held = Held(bo.seated.mesh, "close")
    bots = [asyncio.create_task(lose(one.session, one.seated.seat)) for one in (ana, bo, cy)]
    await until(ana.session, lambda one: one.now.ending is not None)
    await bo.crash()
    cy.seated.mesh.broadcast(enc(["link", "ended"]))
    assert (await ana.task).how is EndingKind.CLOSED
    assert lacking(tmp_path, ANA, ana.session.table) == (BO,)
    held.release()
    await cy.crash()
    await stop(bots)


async def test_an_end_that_all_know_is_kept_for_nobody(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 3)
    await until(playing[0].session, lambda one: one.status().hands_dealt)
    await agree_to_end(*playing)
    assert listed(tmp_path) == [0, 0, 0]


async def test_unreceived_withdrawal_is_kept_for_all(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path)
    table = ana.session.table
    await cy.crash()
    await until(ana.session, lambda one: one.seats()[CY].missing_s is not None)
    ana.session.withdraw()
    assert (await ana.task).how is EndingKind.WITHDRAWN
    assert lacking(tmp_path, ANA, table) == (BO, CY)
    again = await resumed(tmp_path, ANA, table)
    cy = await resumed(tmp_path, CY, table)
    assert (await cy.task).seat == ANA
    await until(again.session, lambda _one: lacking(tmp_path, ANA, table) == (BO,))
    again.session.leave()
    await again.task
    assert lacking(tmp_path, CY, table) == (BO,)


async def test_withdrawal_from_a_running_table_is_kept_for_absentees(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path, escrow="trusting")
    cy.session.withdraw()
    assert (await cy.task).how is EndingKind.WITHDRAWN
    assert lacking(tmp_path, CY, cy.session.table) == (BO,)
    assert ana.session.now.ending is None
    await ana.crash()


async def test_close_is_kept_for_the_seat_that_was_left_behind(tmp_path: Path) -> None:
    ana, cy = await without_bo(tmp_path, escrow="trusting")
    table = ana.session.table
    bots = [asyncio.create_task(lose(one.session, one.seated.seat)) for one in (ana, cy)]

    async def without(one: Playing) -> None:
        async for _ in one.session.changes():
            status = one.session.status()
            if BO in status.waiting_for and status.gone is None:
                with suppress(NotNow):  # still connected to somebody, or said already
                    one.session.declare_gone(BO)

    bots += [asyncio.create_task(without(one)) for one in (ana, cy)]
    endings = await asyncio.gather(ana.task, cy.task)
    await asyncio.gather(*bots)
    assert [one.how for one in endings] == [EndingKind.CLOSED] * 2
    assert [lacking(tmp_path, seat, table) for seat in (ANA, CY)] == [(BO,), (BO,)]
    bo = await resumed(tmp_path, BO, table)
    again = await resumed(tmp_path, CY, table)
    endings = await asyncio.gather(bo.task, again.task)
    assert [one.how for one in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(ana, bo, again)) == 1
    assert listed(tmp_path) == [1, 1, 0]  # that Ana has it, Bo was told by Cy alone


@pytest.mark.parametrize("content", [b"", b"\x91", b"\x91\x09", b"\x01", bytes(1 << 17)])
def test_a_damaged_list_may_mean_any_of_them(tmp_path: Path, content: bytes) -> None:
    folder: TableFolder = Home(tmp_path).table_folder(bytes(32))
    assert read_parting(folder, (ANA, CY)) == ()
    store_parting(folder, [CY])
    assert read_parting(folder, (ANA, CY)) == (CY,)
    folder.parting.write_bytes(content)
    assert read_parting(folder, (ANA, CY)) == (ANA, CY)
    store_parting(folder, ())
    assert not folder.parting.exists()
