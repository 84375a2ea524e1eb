"""Rounds from which a table went on without a seat, as recorded in its file."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.audit.early_end import is_void
from protocol.encoding import Value, dec_stream
from protocol.peer.status import Activity
from protocol.reasons import BadTranscript, Reason
from tests.attacks.villain import judged
from tests.protocol.audit.toy_file import DEALING, joined, upto
from tests.protocol.peer.split import find_gone, lose, waiting_for


def fault_of(data: bytes) -> tuple[Reason, int | None, int | None]:
    fault = judged(data).fault
    assert fault is not None
    return fault.reason, fault.round_number, fault.seat


def values_without(gone: int, seats: int) -> tuple[list[Any], int]:
    """The values of a file without that seat since a deal, and the place of the void round."""
    scene = waiting_for(gone, Activity.DEALING, seats)
    lose(scene, gone)
    scene.run()
    find_gone(scene, gone)
    values: list[Any] = [value for value, _ in dec_stream(scene.tables[0].transcript())]
    return values, values.index(("void", gone))


def test_void_round_names_the_absent_and_the_next_is_signed() -> None:
    values, place = values_without(1, 5)
    good = judged(joined(*values))
    assert good.valid, good.fault
    kinds = [check.kind for check in good.checks if check.round_number == place]
    assert kinds.count("absences") == kinds.count("signatures") == 4


@pytest.mark.parametrize("entries", [("void", 9), ("void", True), ("void",), ("void", 1, 2)])
def test_the_absent_seat_of_a_void_round_was_to_speak_in_it(entries: Value) -> None:
    values, place = values_without(1, 4)
    values[place] = entries
    assert fault_of(joined(*values)) == (Reason(BadTranscript.NOT_AWAITED), place - 1, None)


def test_signatures_after_a_void_round_commit_to_the_absent_seat() -> None:
    values, place = values_without(1, 4)
    values[place] = ("void", 2)
    assert fault_of(joined(*values)) == (Reason(BadTranscript.OTHER_HEAD), place, None)


def test_a_table_without_escrow_has_no_void_rounds() -> None:
    data = upto(DEALING, ("void", 1))
    assert fault_of(data) == (Reason(BadTranscript.SPEAKER_COUNT, (3,)), DEALING, None)


@pytest.mark.parametrize("entries", [(), (5,), ((b"\xc1", b""),), ((b"\xa4text", b""),)], ids=str)
def test_a_round_without_the_mark_is_not_a_void_round(entries: tuple[Value, ...]) -> None:
    assert not is_void(entries)
    values, place = values_without(1, 4)
    counted = Reason(BadTranscript.SPEAKER_COUNT, (4,))
    assert fault_of(joined(*values[:place], entries)) == (counted, place - 1, None)
