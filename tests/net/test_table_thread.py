"""The worker thread that owns a table: the event loop keeps running, and nothing is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgpack
import pytest

from p2p_hanabi.net.table.session import Session
from p2p_hanabi.paths import CannotStore
from p2p_hanabi.review.review_messages import is_of_review
from protocol.encoding import enc
from protocol.errors import NotNow, RemarkRefused
from protocol.game import Seat
from protocol.peer.effects import Broadcast, Persist, Send
from protocol.peer.remarks import AT_ANY_TIME, PHRASES, Phrase, Text
from protocol.peer.status import Activity, EndingKind
from protocol.peer.table import Table
from protocol.reasons import NotPossible, RemarkFault
from tests.any_game import AnyTable, bare

from .tables import is_to_move, until
from .test_paths import no_file_over
from .test_session import Playing, bot, one_on_move, play_all, resumed, to_the_end
from .test_session_talk import everybody_is_there

PATIENCE_S = 20.0
NOT_IN_ANOTHERS_TURN = Phrase(next(i for i in range(PHRASES) if i not in AT_ANY_TIME))


def table_of(playing: Playing) -> AnyTable:
    return playing.session._machine._table


class Hold:
    """Blocks a table's thread inside one kind of call until it is released."""

    def __init__(self, playing: Playing, name: str) -> None:
        self._begun, self._free = threading.Event(), threading.Event()
        self._really: Callable[..., Any] = getattr(table_of(playing), name)
        setattr(table_of(playing), name, self._call)

    def _call(self, *arguments: object) -> Any:
        done = self._really(*arguments)
        self._begun.set()
        if not self._free.wait(PATIENCE_S):
            raise AssertionError("nobody let it go: the event loop stands still")
        return done

    async def begun(self) -> None:
        assert await asyncio.to_thread(self._begun.wait, PATIENCE_S)

    def let_go(self) -> None:
        self._free.set()


async def withdraws_and_leaves(playing: Playing, during: str) -> None:
    """While the table is inside such a call."""
    held = Hold(playing, during)
    await held.begun()
    playing.session.withdraw()
    playing.task.cancel()
    await asyncio.sleep(0)
    held.let_go()
    await asyncio.gather(playing.task, return_exceptions=True)
    assert playing.task.cancelled()


async def test_the_event_loop_keeps_running_while_a_table_verifies(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    held = Hold(second, "receive")
    await held.begun()
    for _ in range(100):
        await asyncio.sleep(0)
        assert second.session.status().activity is Activity.COMMITTING
    held.let_go()
    endings = await to_the_end(first, second)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


class Watched(Table[Any, Any]):
    """Records which threads touch it."""

    threads: set[int]

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "threads").add(threading.get_ident())
        return object.__getattribute__(self, name)


def look_at_everything(session: Session) -> None:
    for query in (session.status, session.remarks, session.seats, session.outcome):
        query()


async def test_only_its_own_thread_touches_a_table(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2)
    table = table_of(first)
    threads: set[int] = set()
    object.__setattr__(table, "threads", threads)
    table.__class__ = Watched

    async def watch() -> None:
        async for _ in first.session.changes():
            look_at_everything(first.session)

    watching = asyncio.create_task(watch())
    await to_the_end(first, second)
    await watching
    look_at_everything(first.session)
    assert len(threads) == 1
    assert threading.get_ident() not in threads


@contextmanager
def in_order(playing: Playing) -> Iterator[list[int]]:
    """Fails if the table gets a message before the effects of the last one are done, or if anything
    is sent before all records so far are on disk."""
    owed: list[Broadcast | Send] = []
    counted = [0]
    machine, journal, mesh = playing.session._machine, playing.seated.journal, playing.seated.mesh
    really_do, really_broadcast, really_send = machine.do, mesh.broadcast, mesh.send
    really_write = journal.write
    written: list[Persist] = []

    async def do(job: Any) -> Any:
        unsent = len(owed)
        done = await really_do(job)
        if isinstance(done, tuple) and isinstance(done[0], list):
            assert not unsent
            assert written == [effect for effect in done[0] if isinstance(effect, Persist)]
            written.clear()
            owed.extend(effect for effect in done[0] if isinstance(effect, Broadcast | Send))
            counted[0] += len(owed)
        return done

    def write(records: list[Persist]) -> None:
        written.extend(records)
        really_write(records)

    def broadcast(message: bytes) -> None:
        if owed:  # else what links say to each other
            assert not journal.is_due
            assert owed.pop(0) == Broadcast(message)
        really_broadcast(message)

    def send(seat: Seat, message: bytes) -> None:
        if not is_of_review(message):  # which is no effect of the table
            assert not journal.is_due
            assert owed.pop(0) == Send(seat, message)
        really_send(seat, message)

    setattr(machine, "do", do)  # noqa: B010 - mypy forbids the plain way
    setattr(journal, "write", write)  # noqa: B010 - the same
    setattr(mesh, "broadcast", broadcast)  # noqa: B010 - the same
    setattr(mesh, "send", send)  # noqa: B010 - the same
    yield counted


async def test_effects_of_a_message_precede_judging_the_next(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 3)
    with in_order(playing[1]) as counted:
        endings = await to_the_end(*playing)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 3
    assert counted[0] > 10


async def test_a_submitted_move_is_not_submitted_twice(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    before = on_move.session.status()
    move = bare(on_move.session.now.view).moves[0]
    on_move.session.play(move)
    assert on_move.session.status().activity is Activity.AGREEING_ON_MOVE
    with pytest.raises(NotNow):
        on_move.session.play(move)
    await until(other.session, lambda one: is_to_move(one, other.seated.seat))
    assert other.session.status().round_number > before.round_number
    assert on_move.session.late_refusals() == []
    for one in (on_move, other):
        await one.crash()


async def test_move_that_crosses_the_end_of_the_table_is_refused(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    number = on_move.session.status().round_number
    on_move.session.withdraw()
    on_move.session.play(bare(on_move.session.now.view).moves[0])  # as far as this seat knows
    endings = await asyncio.gather(on_move.task, other.task)
    assert [ending.how for ending in endings] == [EndingKind.WITHDRAWN] * 2
    [refusal] = on_move.session.late_refusals()
    assert refusal.reason.code is NotPossible.NOT_YOUR_TURN
    assert on_move.session.late_refusals() == []
    assert other.session.status().round_number == number


async def test_a_seat_stopped_in_the_middle_of_its_move_has_made_it(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    before = other.session.status().round_number
    held = Hold(on_move, "play")
    on_move.session.play(bare(on_move.session.now.view).moves[0])
    await held.begun()
    on_move.task.cancel()
    await asyncio.sleep(0)
    assert not on_move.task.done()  # it waits for the table's thread
    held.let_go()
    await asyncio.gather(on_move.task, return_exceptions=True)
    assert on_move.task.cancelled()
    await until(other.session, lambda one: one.status().round_number > before)
    again = await resumed(tmp_path, on_move.seated.seat, on_move.session.table)
    endings = await to_the_end(again, other)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_a_player_who_withdraws_and_leaves_at_once_has_withdrawn(tmp_path: Path) -> None:
    """Although the table is busy with something else meanwhile."""
    first, second = await play_all(tmp_path, 2)
    await withdraws_and_leaves(first, "receive")
    ending = await second.task
    assert (ending.how, ending.seat) == (EndingKind.WITHDRAWN, first.seated.seat)


async def one_is_lost(folder: Path) -> list[Playing]:
    """At a table that can go on without a seat: the third seat, whose turn it is, is missing."""
    playing = await play_all(folder, 3, escrow="trusting")
    first, second, third = playing
    bots = [bot(first), bot(second)]
    await until(third.session, lambda one: is_to_move(one, third.seated.seat))
    await until(first.session, lambda one: is_to_move(one, third.seated.seat))
    await third.crash()
    await until(first.session, lambda one: one.seats()[2].missing_s is not None)
    await until(first.session, lambda one: one.now.permits.no_gone[2] is None)
    for each in bots:
        each.cancel()
    return playing


@pytest.mark.parametrize("is_asked_before", [True, False])
async def test_returned_seat_is_not_declared_gone_at_a_busy_table(
    is_asked_before: bool, tmp_path: Path
) -> None:
    """It is refused at once, or when the machine processes it; the player learns of both."""
    first, second, third = await one_is_lost(tmp_path)
    held = Hold(first, "tick")
    await held.begun()
    if is_asked_before:
        first.session.declare_gone(third.seated.seat)
    again = await resumed(tmp_path, 2, third.session.table)
    while first.session.seats()[2].missing_s is not None:  # noqa: ASYNC110 - its table is blocked
        await asyncio.sleep(0)
    refused: list[Any] = []
    if not is_asked_before:
        with pytest.raises(NotNow) as raised:
            first.session.declare_gone(third.seated.seat)
        refused.append(raised.value)
    held.let_go()
    while not refused:
        await asyncio.sleep(0)
        refused += first.session.late_refusals()
    assert [one.reason.code for one in refused] == [NotPossible.LINKED]
    assert first.session.status().called_gone == ()
    for one in (first, second, again):
        await one.crash()


async def test_a_disk_that_is_full_when_a_seat_is_stopped_is_reported(tmp_path: Path) -> None:
    on_move, other = await one_on_move(*await play_all(tmp_path, 2))
    number = other.session.status().round_number
    held = Hold(on_move, "play")
    on_move.session.play(bare(on_move.session.now.view).moves[0])
    on_move.session.withdraw()
    await held.begun()
    on_move.task.cancel()
    with no_file_over(on_move.seated.folder.journal.stat().st_size):
        held.let_go()
        with pytest.raises(CannotStore):
            await on_move.task
    assert other.session.status().round_number == number
    await other.crash()


async def test_remarks_made_while_the_table_is_busy_are_sent_in_order(tmp_path: Path) -> None:
    first, second = await play_all(tmp_path, 2, talk="free")
    await until(first.session, lambda one: one.status().hands_dealt)
    await until(first.session, lambda one: one.seats()[1].missing_s is None)
    for word in ("one", "two", "three"):
        first.session.say(Text(word))
    await until(second.session, lambda one: len(one.remarks()) == 3)
    remarks = [each.remark for each in second.session.remarks()]
    assert remarks == [Text("one"), Text("two"), Text("three")]
    for one in (first, second):
        await one.crash()


async def test_the_threads_of_a_table_end_with_its_session(tmp_path: Path) -> None:
    playing = await play_all(tmp_path, 2)
    await until(playing[0].session, lambda one: one.status().hands_dealt)
    assert any(thread.name.startswith("table") for thread in threading.enumerate())
    for one in playing:
        await one.crash()
    assert not any(thread.name.startswith("table") for thread in threading.enumerate())


# The seat's own journal.


def as_of_an_earlier_version(journal: Path) -> None:
    """Without the digests: everything in it is verified again."""
    entries = msgpack.Unpacker(use_list=False, max_buffer_size=0)
    entries.feed(journal.read_bytes())
    journal.write_bytes(b"".join(enc(entry[:2]) for entry in entries))


async def crashed_after_moves(folder: Path) -> tuple[Playing, Playing]:
    """One of two seats plays on; the other, which has moved, will read an older journal."""
    first, second = await play_all(folder, 2)
    bots = [bot(first), bot(second, moves=2)]
    await bots[1]
    await second.crash()
    as_of_an_earlier_version(second.seated.folder.journal)
    await until(first.session, lambda one: one.seats()[1].missing_s is not None)
    return first, second


async def test_seat_reading_its_journal_is_present_and_shows_progress(tmp_path: Path) -> None:
    first, second = await crashed_after_moves(tmp_path)
    again = await resumed(tmp_path, 1, second.session.table)
    records = len(again.seated.records)
    assert records > 10
    assert not any(kept.is_proven for kept in again.seated.records)
    assert again.session.reading == (0, records)  # before anything has been read
    held = Hold(again, "restore")
    await held.begun()
    await until(first.session, lambda one: one.seats()[1].missing_s is None)
    assert again.session.reading == (0, records)
    held.let_go()
    await until(again.session, lambda one: one.reading is None)
    assert again.session.now.view is not None
    endings = await to_the_end(first, again)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_withdrawal_before_the_journal_is_read_takes_effect(tmp_path: Path) -> None:
    first, second = await crashed_after_moves(tmp_path)
    again = await resumed(tmp_path, 1, second.session.table)
    await withdraws_and_leaves(again, "restore")
    ending = await first.task
    assert (ending.how, ending.seat) == (EndingKind.WITHDRAWN, again.seated.seat)


async def test_leaving_does_not_wait_until_the_journal_is_read(tmp_path: Path) -> None:
    first, second = await crashed_after_moves(tmp_path)
    again = await resumed(tmp_path, 1, second.session.table)
    held = Hold(again, "restore")
    await held.begun()
    again.task.cancel()
    held.let_go()
    await asyncio.gather(again.task, return_exceptions=True)
    assert again.session.reading is not None
    await first.crash()


async def test_journal_is_read_in_parts_before_the_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("p2p_hanabi.net.table.session.READING_S", 0.0)

    first, second = await crashed_after_moves(tmp_path)
    again = await resumed(tmp_path, 1, second.session.table)
    records = len(again.seated.records)
    numbers = []
    async for _ in again.session.changes():
        if again.session.reading is None:
            break
        numbers.append(again.session.reading[0])
    assert numbers == sorted(numbers)
    assert len(numbers) > records / 2  # the status between most of the parts
    assert again.session.status().hands_dealt
    for one in (first, again):
        await one.crash()


async def test_remarks_made_while_the_journal_is_read_are_sent_later(tmp_path: Path) -> None:
    first, second = await crashed_after_moves(tmp_path)
    again = await resumed(tmp_path, 1, second.session.table)
    again.session.withdraw()
    endings = await asyncio.gather(first.task, again.task)
    assert [(one.how, one.seat) for one in endings] == [(EndingKind.WITHDRAWN, 1)] * 2


async def test_seat_stopped_while_reading_its_journal_can_reread_it(tmp_path: Path) -> None:
    first, second = await crashed_after_moves(tmp_path)
    before = second.seated.folder.journal.read_bytes()
    again = await resumed(tmp_path, 1, second.session.table)
    held = Hold(again, "restore")
    await held.begun()
    again.task.cancel()
    held.let_go()
    await asyncio.gather(again.task, return_exceptions=True)
    assert second.seated.folder.journal.read_bytes() == before
    once_more = await resumed(tmp_path, 1, second.session.table)
    endings = await to_the_end(first, once_more)
    assert [ending.how for ending in endings] == [EndingKind.CLOSED] * 2


async def test_input_after_a_move_is_judged_once_the_move_is_made(tmp_path: Path) -> None:
    """The player types ahead: what is not allowed before the move may be allowed after it."""
    on_move, other = await one_on_move(*await play_all(tmp_path, 2, talk="phrases"))
    for session in (other.session, on_move.session):
        await until(session, everybody_is_there)
    with pytest.raises(RemarkRefused):
        other.session.say(NOT_IN_ANOTHERS_TURN)
    on_move.session.play(bare(on_move.session.now.view).moves[0])
    on_move.session.say(Text("no phrase"))  # not judged yet, and so not refused here
    on_move.session.say(NOT_IN_ANOTHERS_TURN)
    await until(other.session, lambda one: len(one.remarks()) == 1)
    assert [each.remark for each in other.session.remarks()] == [NOT_IN_ANOTHERS_TURN]
    [refusal] = on_move.session.late_refusals()
    assert refusal.reason.code is RemarkFault.PHRASES_ONLY
    for one in (on_move, other):
        await one.crash()
