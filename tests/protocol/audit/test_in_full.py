"""An audit that takes what shown secrets give finds what one finds that verifies every proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from p2p_hanabi.registry import RULES
from protocol.audit.verdict import Report, audit
from protocol.encoding import dec
from protocol.errors import BadFile
from tests.attacks.villain import BOTH
from tests.protocol.audit.toy_file import (
    DEALING,
    HEADER,
    LAST,
    MOVING,
    ROUNDS,
    account,
    joined,
    said,
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
    """Files of the toy's game with rounds that seats have rightly signed, but for what they say."""
    last = ROUNDS[LAST]
    yield upto(LAST, last)
    for missing in range(len(last)):
        yield upto(LAST, account([*last[:missing], *last[missing + 1 :]]))
        yield upto(LAST, account(last[:missing]))
    kind, outcome, secret = parts(last[0])[5]
    for other in (bytes(32), secret[:-1], None, b""):
        yield upto(LAST, [said(0, LAST, (kind, outcome, other)).value, *last[1:]])
    yield upto(LAST, [said(0, LAST, (kind, bytes(32), secret)).value, *last[1:]])
    for number in (0, 1, 2, DEALING, MOVING):
        entries = ROUNDS[number]
        seat = parts(entries[0])[3]
        yield upto(number, [said(seat, number, ("agree", bytes(32))).value, *entries[1:]])
        yield upto(number, entries, [said(0, LAST, (kind, outcome, secret)).value])


@pytest.mark.parametrize("number", range(len([*changed()])))
def test_whatever_a_seat_of_the_toy_has_signed(number: int) -> None:
    report = finds_the_same([*changed()][number])
    assert report.valid or number > 0


NO_STATEMENT: list[Any] = [
    5,
    None,
    (),
    ("move",),
    ("move", 5, ()),
    ("move", None, ()),
    ("close", b""),
]


@pytest.mark.parametrize("number", range(LAST))
def test_a_word_of_no_kind_in_a_file_that_goes_on_to_its_end(number: int) -> None:
    before, entries, after = ROUNDS[:number], ROUNDS[number], ROUNDS[number + 1 :]
    for body in NO_STATEMENT:
        seat = parts(entries[0])[3]
        other = [said(seat, number, body).value, *entries[1:]]
        report = finds_the_same(joined(HEADER, *before, other, *after))
        assert isinstance(report.fault, BadFile)


def test_one_byte_of_another_kind() -> None:
    data = upto(LAST, ROUNDS[LAST])
    for place in range(0, len(data), len(data) // 60):
        finds_the_same(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])


def test_one_byte_of_a_whole_hanabi() -> None:
    for place in FLIPS[:3]:
        finds_the_same(GAME_2[:place] + bytes([GAME_2[place] ^ 1]) + GAME_2[place + 1 :])


def test_made_up_files() -> None:
    for made in (*files("hanabi", 3, 8, seats=2), *gone.files(3, 8)):
        finds_the_same(made.data)


def test_an_empty_file() -> None:
    assert finds_the_same(joined()).fault is not None
