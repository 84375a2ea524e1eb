"""An audit that trusts values recomputed from shown secrets agrees with one that verifies all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from p2p_hanabi.registry import RULES
from protocol.audit.recompute import Secrets, recompute
from protocol.audit.verdict import Report, audit, audited
from protocol.encoding import Value, dec
from protocol.errors import BadFile
from protocol.game import Seat
from protocol.ledger.history import History
from protocol.rounds.phases import Verified
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.attacks.villain import BOTH
from tests.lengths import long, mostly_long, sampled
from tests.protocol.audit.toy_file import (
    DEALING,
    HEADER,
    HISTORY,
    LAST,
    MOVING,
    ROUNDS,
    account,
    joined,
    statement_of,
    upto,
)
from tests.second_auditor import gone
from tests.second_auditor.files import files
from tests.second_auditor.played import FLIPS, GAME_2


def without_fault(report: Report) -> tuple[Report, Any]:
    """The rest of it, and the fault as data."""
    match report.fault:
        case BadFile() as fault:
            return replace(report, fault=None), (fault.args, fault.round_number, fault.seat)
    return report, None


def finds_the_same(data: bytes) -> Report:
    quick = audit(data, {**RULES, **BOTH})
    assert without_fault(quick) == without_fault(audit(data, {**RULES, **BOTH}, in_full=True))
    return quick


def parts(entry: Any) -> Any:
    """Of a statement's payload."""
    return dec(entry[0], len(entry[0]))


def changed() -> Iterator[bytes]:
    """Files of the toy's game with rounds whose signatures are valid and whose content is not."""
    last = ROUNDS[LAST]
    yield upto(LAST, last)
    for missing in range(len(last)):
        yield upto(LAST, account([*last[:missing], *last[missing + 1 :]]))
        yield upto(LAST, account(last[:missing]))
    kind, outcome, secret = parts(last[0])[5]
    for other in (bytes(32), secret[:-1], None, b""):
        yield upto(LAST, [statement_of(0, LAST, (kind, outcome, other)).value, *last[1:]])
    yield upto(LAST, [statement_of(0, LAST, (kind, bytes(32), secret)).value, *last[1:]])
    for number in (0, 1, 2, DEALING, MOVING):
        entries = ROUNDS[number]
        seat = parts(entries[0])[3]
        yield upto(number, [statement_of(seat, number, ("agree", bytes(32))).value, *entries[1:]])
        yield upto(number, entries, [statement_of(0, LAST, (kind, outcome, secret)).value])


@pytest.mark.parametrize("number", range(len([*changed()])))
def test_every_signed_statement_of_the_toy_is_judged_alike(number: int) -> None:
    report = finds_the_same([*changed()][number])
    assert report.valid or number > 0


def works(monkeypatch: pytest.MonkeyPatch, look: Callable[[], object]) -> tuple[list[int], int]:
    """The seats whose statements are verified, once per statement; and how many are recomputed
    after that."""
    seats, again = [], []

    def verified(stage: Stage, seat: Seat, body: Value) -> Verified:
        seats.append(seat)
        return verify(stage, seat, body)

    def stated_again(history: History, secrets: Secrets) -> int:
        again.append(recompute(history, secrets))
        return again[-1]

    with monkeypatch.context() as patch:
        patch.setattr("protocol.audit.recompute.verify", verified)
        patch.setattr("protocol.audit.verdict.recompute", stated_again)
        look()
    return sorted(seats), sum(again)


def spoken(seat: int) -> int:
    """How often the seat speaks in the toy's game."""
    return sum(seat in done.verified for done in HISTORY.rounds)


def test_recomputed_statements_are_verified_only_in_full_audits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = upto(LAST, ROUNDS[LAST])
    for look in (audit, audited, partial(audit, in_full=False)):
        assert works(monkeypatch, partial(look, data, BOTH)) == ([], 0)
    everybody = [seat for seat in range(3) for _ in range(spoken(seat))]
    for look in (partial(audit, in_full=True), partial(audited, in_full=True)):
        assert works(monkeypatch, partial(look, data, BOTH)) == (everybody, len(everybody))


def test_statements_without_a_shown_secret_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    data = upto(LAST, account(ROUNDS[LAST][:2]))
    silent = [2] * (spoken(2) - 1)
    assert works(monkeypatch, lambda: audit(data, BOTH)) == (silent, 0)


NO_STATEMENT: list[Any] = [
    5,
    None,
    (),
    ("move",),
    ("move", 5, ()),
    ("move", None, ()),
    ("close", b""),
]


@sampled(4)
@pytest.mark.parametrize("number", range(LAST))
def test_an_unknown_word_in_a_complete_file_is_refused_alike(number: int) -> None:
    before, entries, after = ROUNDS[:number], ROUNDS[number], ROUNDS[number + 1 :]
    for body in NO_STATEMENT:
        seat = parts(entries[0])[3]
        other = [statement_of(seat, number, body).value, *entries[1:]]
        report = finds_the_same(joined(HEADER, *before, other, *after))
        assert isinstance(report.fault, BadFile)


def test_one_changed_byte_is_judged_alike() -> None:
    data = upto(LAST, ROUNDS[LAST])
    for place in range(0, len(data), len(data) // 60):
        finds_the_same(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


def test_one_changed_byte_of_a_whole_hanabi_game_is_judged_alike() -> None:
    for place in FLIPS[:3]:
        finds_the_same(GAME_2[:place] + bytes([GAME_2[place] ^ 1]) + GAME_2[place + 1 :])


@long
@pytest.mark.parametrize("count", mostly_long([3, 8]))
def test_made_up_files_are_judged_alike(count: int) -> None:
    for made in (*files("hanabi", 3, count, seats=2), *gone.files(3, count)):
        finds_the_same(made.data)


def test_an_empty_file_is_refused_alike() -> None:
    assert finds_the_same(joined()).fault is not None
