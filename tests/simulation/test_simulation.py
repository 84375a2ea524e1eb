"""Whole tables under thousands of seeds; `watch` has the invariants.

A seed that fails prints how to reproduce it, event by event. `python -m tests.simulation --seeds N`
runs any number of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from protocol.game import Seat
from protocol.ledger.history import History, Statement
from protocol.peer.effects import Broadcast, Effect
from protocol.peer.messages import Have
from protocol.peer.table import Table
from protocol.rounds.phases import AgreeingOnMove
from tests.any_game import AnyTable
from tests.lengths import mostly_long

from . import __main__ as command
from .run import simulate
from .watch import Broken

CHUNKS = [range(50), range(50, 100), *(range(start, start + 100) for start in range(100, 800, 100))]
FEW = mostly_long([range(20), range(20, 80)])
FAULTS = {
    "killed", "power lost", "disk full", "fsync failed", "blackout", "one way",
    "cut: pair", "cut: alone", "cut: parted", "cut: some", "cut: all",
    "lost", "lost with a link", "doubled", "overtaking", "delayed",
}  # fmt: skip

DIES_WITH_ITS_LAST_WORD = (((9, 112, 132, 455), 3), ((28, 56, 145, 146, 272, 288, 290), 0))
"""Seeds at which a seat dies in the closing round, and comes back late. At most of these it found
nobody there when the others left after five seconds regardless of what it lacked. At so many of
them the others leave, and owe it the end."""


@pytest.mark.parametrize("seeds", mostly_long(CHUNKS), ids=str)
def test_honest_table_ends_with_one_transcript_and_nobody_named(seeds: range) -> None:
    counts: Counter[str] = Counter()
    for seed in seeds:
        run = simulate(seed, audited=seed % 20 == 0)
        assert run.ended == "closed"
        counts += run.counts
    assert set(counts) >= FAULTS


def test_hanabi_table_ends_with_one_transcript_and_nobody_named() -> None:
    assert {simulate(seed, "hanabi").ended for seed in range(6)} == {"closed"}


def test_with_full_cryptography_a_table_ends_no_other_way() -> None:
    ended = [simulate(seed, full=True).ended for seed in range(6)]
    assert [*ended, simulate(1, "hanabi", full=True).ended] == ["closed"] * 7


@pytest.mark.parametrize("seeds", FEW, ids=str)
def test_all_report_the_same_withdrawal(seeds: range) -> None:
    ended = Counter(simulate(seed, trouble="leave").ended for seed in seeds)
    assert set(ended) == {"closed", "withdrawn"}


FORGOTTEN = 66
"""A seed at which the others have what the seat has forgotten, as at few."""


@pytest.mark.parametrize("seeds", mostly_long([range(60, 80), range(60)]), ids=str)
def test_seat_that_forgot_a_statement_is_named_alone(seeds: range) -> None:
    ended = Counter(simulate(seed, trouble="forget").ended for seed in seeds)
    assert set(ended) - {"cheat and closed"} == {
        "closed",
        *(["cheat"] if FORGOTTEN in seeds else []),
    }


@pytest.mark.parametrize("seeds", FEW, ids=str)
def test_seat_that_takes_back_a_received_move_is_named_alone(seeds: range) -> None:
    ended = Counter(simulate(seed, trouble="twist").ended for seed in seeds)
    assert set(ended) == {"closed", "cheat"}


@pytest.mark.parametrize("seeds", mostly_long([range(20), range(20, 50)]), ids=str)
def test_a_table_that_has_lost_a_seat_goes_on_or_ends_by_consent(seeds: range) -> None:
    counts: Counter[str] = Counter()
    for seed in seeds:
        run = simulate(seed, trouble="gone")
        counts += run.counts
        counts[run.ended] += 1
    assert counts["closed"] + counts["agreed"] == len(seeds)
    assert min(counts["closed"], counts["called gone"]) > 0.6 * len(seeds)


@pytest.mark.parametrize("seeds_and_owing", mostly_long(DIES_WITH_ITS_LAST_WORD), ids=str)
def test_leaving_a_seat_without_the_end_leaves_it_owed(
    seeds_and_owing: tuple[tuple[int, ...], int],
) -> None:
    seeds, owing = seeds_and_owing
    counts: Counter[str] = Counter()
    for seed in seeds:
        run = simulate(seed)
        assert run.ended == "closed"
        counts += run.counts
    assert counts["left, owing the end"] >= owing


@pytest.mark.parametrize("seeds", mostly_long([range(100, 120), range(120, 160)]), ids=str)
def test_table_survives_starved_processes_and_half_open_links(seeds: range) -> None:
    counts: Counter[str] = Counter()
    for seed in seeds:
        counts += simulate(seed).counts
    assert min(counts["starved"], counts["half open"]) > len(seeds) // 6


def test_full_cryptography_table_goes_on_without_a_lost_seat() -> None:
    run = simulate(2, trouble="gone", full=True)
    assert (run.ended, run.counts["called gone"] > 0) == ("closed", True)


def test_a_seed_always_gives_the_same_table() -> None:
    def trace_of(seed: int) -> list[str]:
        lines: list[str] = []
        simulate(seed, trace=lines.append)
        return lines

    assert trace_of(574) == trace_of(574)
    assert trace_of(574) != trace_of(575)


def test_command_prints_one_table_and_counts_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["7"]) == 0
    assert "closed after" in capsys.readouterr().out
    assert command.main(["--seeds", "3", "--trouble", "leave"]) == 0
    assert "3 tables, 0 broken" in capsys.readouterr().out


# Would bugs be noticed? Each of these breaks the machine in one place.


def _found(matching: str) -> None:
    """Check that some of the first seeds break, and for the right reason."""
    with pytest.raises(Broken, match=matching):
        _many()


def _many() -> None:
    for seed in range(100):
        simulate(seed, audited=False)


def test_a_machine_that_speaks_before_it_saves_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[[AnyTable], list[Effect]] = Table._take_effects

    def spoken_first(table: AnyTable) -> list[Effect]:
        return sorted(real(table), key=lambda effect: not isinstance(effect, Broadcast))

    monkeypatch.setattr(Table, "_take_effects", spoken_first)
    _found("says what it has not saved")


def test_a_machine_that_forgets_its_last_record_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = Table.restore
    monkeypatch.setattr(Table, "restore", lambda table, records: real(table, records[:-1]))
    _found("two statements")


def test_machine_that_relies_on_unsaved_statements_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real: Any = Table._judge

    def unsaved(table: AnyTable, statement: Statement, *, is_proven: bool) -> bool:
        is_new = bool(real(table, statement, is_proven=is_proven))
        table._effects = [
            one for one in table._effects if getattr(one, "record", b"") != statement.data
        ]
        return is_new

    monkeypatch.setattr(Table, "_judge", unsaved)
    _found("without the rounds before|two statements")


def test_machine_that_never_retransmits_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(table: AnyTable, seat: Seat, have: Have) -> None:
        return None

    monkeypatch.setattr(Table, "_fill_in", nothing)
    _found("does not end")


def test_machine_that_skips_the_last_agreement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = History.missing
    assert isinstance(real, property)

    def one_less(history: History) -> tuple[Seat, ...]:
        missing: tuple[Seat, ...] = real.__get__(history)
        is_agreed = isinstance(history.stage.phase, AgreeingOnMove) and len(history.verified) > 0
        return () if is_agreed else missing

    monkeypatch.setattr(History, "missing", property(one_less))
    _found("not all agree|another round|objects")


def test_a_machine_that_blames_for_what_comes_twice_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real: Any = Table._take

    def suspicious(table: AnyTable, statement: Statement, *, is_proven: bool = False) -> bool:
        standing = table._history.standing(statement.round_number, statement.seat)
        if standing is not None:
            table._caught_two(standing, statement)
        return bool(real(table, statement, is_proven=is_proven))

    monkeypatch.setattr(Table, "_take", suspicious)
    _found("objects|says: Ending")
