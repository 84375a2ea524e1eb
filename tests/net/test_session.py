"""Seats that play over real links: to the end, despite broken links, crashes and a full disk."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import time
import weakref
from dataclasses import replace
from pathlib import Path
from unittest.mock import ANY

import pytest

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.net.links.addresses import Address, open_listener
from p2p_hanabi.net.links.mesh import Mesh, MeshEvent, Received
from p2p_hanabi.net.table.journal import InUse
from p2p_hanabi.net.table.seat import NotThisPlayer, Seated, come_back, unfinished
from p2p_hanabi.net.table.waiting import Wait
from p2p_hanabi.paths import CannotRead, CannotStore, Home
from protocol.audit.verdict import audit
from protocol.encoding import enc
from protocol.errors import NotNow
from protocol.game import Seat
from protocol.ledger.history import sign
from protocol.peer.effects import Persist
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.reasons import Forbidden, Reason
from tests.any_game import RULES, bare
from tests.net.builders import identity
from tests.net.tables import (
    home,
    is_to_move,
    loopback,
    lose,
    nobody,
    play_by_bot,
    seat_all,
    session,
    stop,
    until,
)
from tests.net.test_paths import no_file_over


class Playing:
    """A session with its `run` as a task."""

    def __init__(
        self, folder: Path, seated: Seated, linger_s: float = 5.0, *, discovers: bool = False
    ) -> None:
        self.seated = seated
        self.later_s = 0.0
        self.session = session(folder, seated, linger_s, discovers=discovers, clock=self._clock)
        self.task = asyncio.create_task(self.session.run())

    def _clock(self) -> float:
        return time.monotonic() + self.later_s

    async def crash(self) -> None:
        """Stop without notifying the table."""
        await stop([self.task])


def bot(playing: Playing, moves: int | None = None) -> asyncio.Task[None]:
    return asyncio.create_task(play_by_bot(playing.session, playing.seated.seat, moves))


async def play_all(
    folder: Path, seats: int, linger_s: float = 5.0, **options: str
) -> list[Playing]:
    return [Playing(folder, one, linger_s) for one in await seat_all(folder, seats, (), **options)]


async def resumed(folder: Path, seat: int, table: bytes, port: int = 0) -> Playing:
    endpoint = replace(loopback(), port=port)
    return Playing(folder, await come_back(home(folder, seat), table, endpoint, nobody))


def another_port() -> int:
    (listener,) = open_listener(["127.0.0.1"], 0)
    with listener:
        port: int = listener.getsockname()[1]
        return port


async def to_the_end(*playing: Playing) -> list[Ending]:
    """The shortest game: play badly."""
    bots = [asyncio.create_task(lose(one.session, one.seated.seat)) for one in playing]
    endings = await asyncio.gather(*(one.task for one in playing))
    await asyncio.gather(*bots)
    return list(endings)


class Held:
    """A wire that holds back every statement of one kind until they are released."""

    def __init__(self, mesh: Mesh, kind: str) -> None:
        self._mesh = mesh
        self._kind = enc(kind)
        self._holds = True
        self._really_take = mesh.take
        self._kept: list[MeshEvent] = []
        setattr(mesh, "take", self._take)  # noqa: B010 - mypy forbids the plain way

    def _take(self) -> list[MeshEvent]:
        news = [*self._kept, *self._really_take()]
        self._kept = [one for one in news if self._is_kept(one)]
        return [one for one in news if not self._is_kept(one)]

    def _is_kept(self, news: MeshEvent) -> bool:
        return self._holds and isinstance(news, Received) and self._kind in news.message

    def release(self) -> None:
        self._holds = False
        self._mesh.on_news()


async def one_on_move(first: Playing, second: Playing) -> tuple[Playing, Playing]:
    """The seat whose turn it is, and the other one."""
    for one in (first, second):
        await until(one.session, lambda session: session.status().activity is Activity.MOVING)
    first_moves = is_to_move(first.session, first.seated.seat)
    return (first, second) if first_moves else (second, first)


def transcripts(*playing: Playing) -> set[bytes]:
    paths = [one.session.transcript_path for one in playing]
    return {path.read_bytes() for path in paths if path is not None}


async def test_three_seats_play_to_the_end_and_store_one_transcript(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 3)
    endings = await to_the_end(*playing)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 3
    assert len(transcripts(*playing)) == 1
    assert all(one.session.transcript_path for one in playing)


def test_nothing_of_a_finished_game_stays_in_memory(tmp_path: Path) -> None:
    kept: list[weakref.ref[object]] = []

    async def main() -> None:
        playing = await play_all(tmp_path, 2)
        for one in playing:
            kept.extend(
                map(weakref.ref, (one.session, one.session._machine._table, one.seated.mesh))
            )
        await to_the_end(*playing)

    asyncio.run(main())
    gc.collect()
    assert [one() for one in kept] == [None] * 6


async def test_links_that_break_again_and_again_do_not_stop_the_game(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)

    broken = [0]

    async def break_links() -> None:
        async for _ in playing[0].session.changes():
            number = playing[0].session.status().round_number
            if number > broken[-1] + 4:
                broken.append(number)
                playing[0].seated.mesh.drop(Seat(1), LinkFault.SILENT)

    breaking = asyncio.create_task(break_links())
    endings = await to_the_end(*playing)
    await breaking
    assert len(broken) > 2
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(*playing)) == 1


async def test_a_pair_without_a_link_plays_through_the_third_seat(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 3, linger_s=1)  # 0 and 2 cannot say goodbye
    cut = playing[2].seated.mesh
    for task in cut._tasks[:1]:  # seat 2 no longer dials seat 0
        task.cancel()
    cut.drop(Seat(0), LinkFault.SILENT)
    endings = await to_the_end(*playing)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 3
    assert len(transcripts(*playing)) == 1


async def test_a_player_who_has_left_is_still_away_after_a_crash(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    table = second.session.table

    async def until_stored(*, is_away: bool) -> None:
        await until(second.session, lambda one: one.folder.left.exists() is is_away)
        await second.crash()

    second.session.step_in()  # as at every page that comes
    second.session.step_out()
    await until_stored(is_away=True)
    second = await resumed(tmp_path, 1, table)
    assert second.seated.mesh.is_out
    second.session.step_in()
    await until_stored(is_away=False)
    await first.crash()


async def test_a_crashed_seat_returns_on_another_port_and_finishes(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    playing_on = bot(first)
    leaving = bot(second, moves=3)
    await leaving
    old_port = second.seated.listener.port
    await second.crash()
    await until(first.session, lambda one: one.seats()[1].missing_s is not None)
    again = await resumed(tmp_path, 1, second.session.table, another_port())
    assert len(again.seated.records) > 10
    assert again.seated.listener.port != old_port
    endings = await to_the_end(first, again)
    playing_on.cancel()
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(first, again)) == 1


async def test_a_seat_on_another_port_is_found_by_discovery_alone(tmp_path: Path) -> None:
    seated = await seat_all(tmp_path, 2)
    first, second = (Playing(tmp_path, one, discovers=True) for one in seated)
    await until(second.session, lambda one: one.status().hands_dealt)
    await first.crash()  # the lower seat, which the other dials
    await until(second.session, lambda one: one.seats()[0].missing_s is not None)
    endpoint = replace(loopback(), port=another_port())
    back = await come_back(home(tmp_path, 0), second.session.table, endpoint, nobody)
    again = Playing(tmp_path, back, discovers=True)
    await until(again.session, lambda one: one.seats()[1].missing_s is None)
    endings = await to_the_end(again, second)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_all_seats_may_stop_and_come_back_in_any_order(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 3)
    bots = [bot(one, moves=2) for one in playing]
    await asyncio.gather(*bots)
    table = playing[0].session.table
    ports = {Seat(i): one.seated.listener.port for i, one in enumerate(playing)}
    for one in playing:
        await one.crash()
    again = []
    for seat in (2, 0, 1):
        one = await resumed(tmp_path, seat, table, another_port())
        assert one.seated.listener.port not in ports.values()
        again.append(one)
    for one in again:  # what discovery would report
        for other in again:
            endpoint = other.seated.listener.port
            one.seated.mesh.learn(other.seated.seat, [Address("127.0.0.1", endpoint)])
    endings = await to_the_end(*again)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 3
    assert len(transcripts(*again)) == 1


async def test_a_returning_seat_uses_its_old_port_if_possible(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    await until(playing[0].session, lambda one: one.status().hands_dealt)
    port, table = playing[0].seated.listener.port, playing[0].session.table
    await playing[0].crash()
    again = await resumed(tmp_path, 0, table)
    assert again.seated.listener.port == port
    await until(again.session, lambda one: one.seats()[1].missing_s is None)
    await stop([again.task, playing[1].task])


async def test_full_disk_stops_the_seat_before_sending_and_is_reported(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    on_move.seated.journal.sync()  # a full disk drops whatever has not been synced
    size = on_move.seated.folder.journal.stat().st_size
    before = other.session.status().round_number
    with no_file_over(size):
        on_move.session.play(bare(on_move.session.now.view).moves[0])
        with pytest.raises(CannotStore, match="cannot write"):
            await on_move.task
    assert on_move.seated.folder.journal.stat().st_size == size
    assert other.session.status().round_number == before
    again = await resumed(tmp_path, on_move.seated.seat, on_move.session.table)
    endings = await to_the_end(again, other)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_seat_cancelled_twice_leaves_nothing_open(tmp_path: Path) -> None:
    one, other = await play_all(tmp_path, 2)
    await until(one.session, lambda one: one.status().hands_dealt)
    is_closing, may_close = asyncio.Event(), asyncio.Event()
    close = one.session._proofs.close

    async def slowly() -> None:
        is_closing.set()
        await may_close.wait()
        await close()

    setattr(one.session._proofs, "close", slowly)  # noqa: B010 - mypy forbids the plain way
    one.task.cancel()
    await is_closing.wait()
    one.task.cancel()
    await asyncio.sleep(0)
    may_close.set()
    await asyncio.wait({one.task})
    assert one.task.cancelled()
    where = home(tmp_path, one.session.seat)
    again = await come_back(where, one.session.table, loopback(), nobody)  # it is not locked
    await again.close()
    await other.crash()


async def test_withdrawal_ends_the_table_for_all_and_leaves_evidence(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    await until(second.session, lambda one: one.status().hands_dealt)
    second.session.withdraw()
    endings = await asyncio.gather(first.task, second.task)
    assert [(one.how, one.seat) for one in endings] == [(EndingKind.WITHDRAWN, 1)] * 2
    for one in (first, second):
        assert one.session.evidence_path == one.seated.folder.evidence
        assert one.seated.folder.evidence.stat().st_size > 0


async def test_close_received_after_a_withdrawal_removes_the_evidence(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    post = Held(first.seated.mesh, "close")
    ending = asyncio.create_task(to_the_end(first, second))
    await until(first.session, lambda one: one.status().activity is Activity.CLOSING)
    first.session.withdraw()
    await until(first.session, lambda one: one.evidence_path is not None)
    assert first.session.now.ending == Ending(EndingKind.WITHDRAWN, Seat(0), Reason(Forbidden.LEFT))
    post.release()
    endings = await ending
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(first, second)) == 1
    assert first.session.evidence_path is None
    assert not first.seated.folder.evidence.exists()


async def test_cheat_found_after_the_close_is_named_only_in_evidence(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    setattr(second.seated.mesh, "say_ended", lambda: None)  # noqa: B010 - mypy forbids the plain way
    ending = asyncio.create_task(to_the_end(first, second))
    await until(first.session, lambda one: one.transcript_path is not None)
    [file] = transcripts(first)
    closing = second.session._machine._table._history.rounds[-1].stage
    false = sign(closing, Seat(1), ("close", bytes(32), None), second.seated.identity)
    second.seated.mesh.send(Seat(0), false.data)
    await until(first.session, lambda one: one.evidence_path is not None)
    for one in (first, second):
        one.session.leave()
    assert [(one.how, one.seat) for one in await ending] == [
        (EndingKind.CHEAT, 1),
        (EndingKind.CLOSED, None),
    ]
    assert transcripts(first) == {file}
    report = audit(first.seated.folder.evidence.read_bytes(), RULES)
    assert (report.valid, report.named) == (True, 1)


async def test_seat_killed_before_leaving_returns_for_missing_closes(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    Held(second.seated.mesh, "close")
    ending = asyncio.create_task(to_the_end(first, second))
    await until(first.session, lambda one: one.transcript_path is not None)
    table = first.session.table
    await first.crash()
    await second.crash()
    await stop([ending])
    assert [own.seating.table for own in unfinished(home(tmp_path, 0))] == [table]
    again = [await resumed(tmp_path, seat, table) for seat in (0, 1)]
    endings = await to_the_end(*again)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(*again)) == 1
    assert unfinished(home(tmp_path, 0)) == unfinished(home(tmp_path, 1)) == ()


async def died_with_its_last_word(folder: Path) -> tuple[Playing, Playing]:
    """One of two seats has the end of the game; the other died after its last statement, without
    receiving the first one's."""
    first, second = await play_all(folder, 2)
    Held(second.seated.mesh, "close")
    ending = asyncio.create_task(to_the_end(first, second))
    await until(first.session, lambda one: one.transcript_path is not None)
    await second.crash()
    await stop([ending])
    await until(first.session, lambda one: one.seats()[1].missing_s is not None)
    return first, second


async def test_seat_killed_after_its_last_statement_finds_the_others(tmp_path: Path) -> None:
    first, _ = await died_with_its_last_word(tmp_path)
    for seconds in (6, 20, 30):  # longer than for those who need nothing more
        first.later_s = seconds
        await until(first.session, lambda one: one.wait is not None)
    assert first.session.wait == Wait(Activity.ENDED, ANY, (Seat(1),), (Seat(1),), ANY)
    again = await resumed(tmp_path, 1, first.session.table)
    endings = await asyncio.gather(first.task, again.task)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(first, again)) == 1
    assert unfinished(home(tmp_path, 0)) == unfinished(home(tmp_path, 1)) == ()


async def test_no_seat_says_that_it_has_ended_while_another_lacks_that(tmp_path: Path) -> None:
    """Said too early, it would let the others leave too."""
    first, _ = await died_with_its_last_word(tmp_path)
    assert not first.seated.mesh._has_ended
    await first.crash()


@pytest.mark.parametrize("is_told_to", [False, True])
async def test_seat_that_leaves_one_without_the_end_can_send_it_later(
    tmp_path: Path, is_told_to: bool
) -> None:
    first, _ = await died_with_its_last_word(tmp_path)
    if is_told_to:
        first.session.leave()
    else:
        first.later_s = 61
    assert (await first.task).how is EndingKind.CLOSED
    table = first.session.table
    assert [own.seating.table for own in unfinished(home(tmp_path, 0))] == [table]
    alone = await resumed(tmp_path, 1, table)
    await until(alone.session, lambda one: one.status().waiting_for == (Seat(0),))
    back = await resumed(tmp_path, 0, table)
    endings = await asyncio.gather(alone.task, back.task)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2
    assert len(transcripts(alone, back)) == 1
    assert unfinished(home(tmp_path, 0)) == unfinished(home(tmp_path, 1)) == ()


async def test_an_unfinished_table_is_resumed_before_a_finished_one(tmp_path: Path) -> None:
    played, other = await play_all(tmp_path, 2, talk="free")  # no other table has it
    await until(played.session, lambda one: one.status().hands_dealt)
    await played.crash()
    await other.crash()
    first, _ = await died_with_its_last_word(tmp_path)
    first.session.leave()
    await first.task
    tables = [own.seating.table for own in unfinished(home(tmp_path, 0))]
    assert tables == [played.session.table, first.session.table]


async def test_log_records_awaited_seats_and_the_state_of_links(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    mover = on_move.session.seats()[on_move.seated.seat].name
    await on_move.crash()
    await until(other.session, lambda one: one.seats()[on_move.seated.seat].missing_s)
    caplog.set_level(logging.INFO)
    for other.later_s in (6, 12):
        await until(other.session, lambda one: one.wait and one.wait.seconds >= other.later_s)
    again = await resumed(tmp_path, on_move.seated.seat, on_move.session.table)
    await until(again.session, lambda one: is_to_move(one, again.seated.seat))
    again.session.play(bare(again.session.now.view).moves[0])
    await until(other.session, lambda one: one.wait is not None and not one.wait.seats)
    sentences = [r.getMessage() for r in caplog.records]
    waits = [line for line in sentences if line.startswith("moving in round")]
    assert [re.sub("[0-9]+", "N", line) for line in waits] == [
        *[f"moving in round N, N s: waits for {mover}"] * 2,
        "moving in round N, N s: went on",
    ]
    links = [line for line in sentences if line.startswith(f"{mover} is not linked: not heard for")]
    assert len(links) == 2
    assert all(" dials; last: " in line and "it said round" in line for line in links)
    await stop([again.task, other.task])


async def test_a_move_out_of_turn_changes_nothing(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    before = other.session.status()
    with pytest.raises(NotNow):
        other.session.play(bare(on_move.session.now.view).moves[0])
    assert other.session.status() == before
    await stop([on_move.task, other.task])


async def test_a_request_alone_is_no_change_to_show(tmp_path: Path) -> None:
    """Otherwise a screen that acts at each change would never let the table carry it out."""
    mover, other = await one_on_move(*await play_all(tmp_path, 2))
    changes = mover.session.changes()
    await anext(changes)
    mover.session.play(bare(mover.session.now.view).moves[0])
    following = anext(changes).__await__()
    assert next(following) is not None  # waits for the loop
    following.close()
    await stop([mover.task, other.task])


async def test_the_screen_learns_who_is_missing_and_for_how_long(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    await until(first.session, lambda one: one.status().hands_dealt)
    assert [seat.missing_s for seat in first.session.seats()] == [None, None]
    await second.crash()
    await until(first.session, lambda one: one.seats()[1].missing_s is not None)
    assert (first.session.seats()[1].missing_s or 0) >= 0
    assert first.session.seat == 0
    await first.crash()


async def test_a_second_process_for_a_seat_in_play_is_refused(tmp_path: Path) -> None:
    seated = await seat_all(tmp_path, 2)
    with pytest.raises(InUse):
        await come_back(home(tmp_path, 0), seated[0].seating.table, loopback(), nobody)
    await asyncio.gather(*(one.close() for one in seated))


async def test_a_table_is_unfinished_until_it_has_a_transcript(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    (own,) = unfinished(home(tmp_path, 1))
    assert own.seating.table == playing[1].session.table
    await to_the_end(*playing)
    assert unfinished(home(tmp_path, 1)) == ()


@pytest.mark.parametrize("content", [None, b"", b"\x92\xc4\xff the header is torn"])
async def test_seat_that_crashed_before_its_journal_began_returns(
    tmp_path: Path, content: bytes | None
) -> None:
    first, second = await seat_all(tmp_path, 2)
    await second.close()
    second.folder.journal.unlink()
    if content is not None:
        second.folder.journal.write_bytes(content)
    playing = Playing(tmp_path, first)
    again = await resumed(tmp_path, 1, first.seating.table)
    assert again.seated.signatures == first.signatures
    assert again.seated.records == ()
    endings = await to_the_end(playing, again)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_a_journal_of_anything_but_statements_is_named(tmp_path: Path) -> None:
    first, second = await seat_all(tmp_path, 2)
    second.journal.append([Persist(b"no statement")])
    await second.close()
    again = await come_back(home(tmp_path, 1), second.seating.table, loopback(), nobody)
    with pytest.raises(CannotRead, match=r"journal: no-journal$"):
        await Playing(tmp_path, again).task
    await asyncio.gather(again.close(), first.close())


async def test_another_identity_cannot_come_back_to_the_table(tmp_path: Path) -> None:
    seated = await seat_all(tmp_path, 2)
    await asyncio.gather(*(one.close() for one in seated))
    stranger = Home(home(tmp_path, 0).path)
    stranger.identity.unlink()
    stranger.player("Eve", lambda: identity("Eve").seed)
    with pytest.raises(NotThisPlayer):
        await come_back(stranger, seated[0].seating.table, loopback(), nobody)
