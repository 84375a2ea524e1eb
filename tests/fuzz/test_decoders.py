"""No bytes make a decoder do anything but read or refuse; see `targets.py`."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.encoding import MAX_STATEMENT_BYTES, dec_stream, enc
from protocol.errors import BadEncoding
from protocol.ledger.transcript import write_header
from protocol.reasons import Malformed
from tests.fuzz.targets import (
    TARGETS,
    but_for_the_name,
    corpus,
    decoded,
    pairing_messages,
    received,
    same,
    scene,
)
from tests.raised import for_reason

SLOW = {"received", "said", "verdict", "pairing"}

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(0, 60)
    | st.integers(0, 2**64 - 1)
    | st.binary(max_size=70)
    | st.text(max_size=12)
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=20
)


@st.composite
def bent(draw: st.DrawFn, name: str) -> bytes:
    """Something that the target takes, with up to three pieces cut out, put in or turned."""
    data = bytearray(draw(st.sampled_from(corpus(name))))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 40))
        data[start : start + length] = draw(st.binary(max_size=40))
    return bytes(data)


def inputs(name: str) -> st.SearchStrategy[bytes]:
    return st.binary(max_size=200) | VALUES.map(enc) | bent(name)


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused(name: str) -> None:
    count = 50 if name in SLOW else 150

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs(name))
    def fed(data: bytes) -> None:
        TARGETS[name](data)

    fed()


@pytest.mark.parametrize("name", TARGETS)
def test_targets_begin_from_what_is_taken(name: str) -> None:
    """So that the mutations start where there is something to break."""
    for data in corpus(name):
        TARGETS[name](data)
    assert corpus(name)


def test_a_change_of_a_machine_is_seen() -> None:
    """So that "nothing has changed" can fail."""
    was, changed = scene().tables[0], scene().copy().tables[0]
    assert same(vars(was), vars(changed))
    changed.tick()
    assert not same(vars(was), vars(changed))
    assert not same([1], [2])
    assert not same({"a": 1}, {"a": True})


# Memory and work, counted and not timed.

HOSTILE = {
    "an array said to have 2^32 - 1 entries": b"\xdd\xff\xff\xff\xff",
    "bytes said to be 2^32 - 1": b"\xc6\xff\xff\xff\xff",
    "a text said to be 2^32 - 1 bytes": b"\xdb\xff\xff\xff\xff",
    "a map said to have 2^32 - 1 entries": b"\xdf\xff\xff\xff\xff",
    "arrays of many, nested": b"\xdd\xff\xff\xff\xff" * 500,
    "many nils": enc((None,) * 20_000),
    "many empty arrays": enc(((),) * 20_000),
    "deep": b"\x91" * 40_000,
    "much deeper than it is long": (b"\x91" * 17 + b"\xc0") * 1_000,
    "many small strings": enc((b"x",) * 20_000),
}
READERS = [name for name in TARGETS if name not in ("pairing", "said", "verdict")]


def peak(target: Callable[[bytes], None], data: bytes) -> int:
    """Bytes in use at once while the target reads, beyond what was in use before."""
    target(b"")
    tracemalloc.start()
    try:
        target(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def calls(target: Callable[[bytes], None], data: bytes) -> int:
    """How many functions the target calls."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    target(b"")
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        target(data)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_memory_and_work_are_bounded_by_the_size_of_what_came(data: bytes) -> None:
    for name in READERS:
        if name != "received":
            assert peak(TARGETS[name], data) < 400_000 + 150 * len(data), name
            assert calls(TARGETS[name], data) < 5_000 + 20 * len(data), name


def test_oversized_input_is_not_read() -> None:
    data = enc(bytes(10 * 1024 * 1024))
    assert peak(TARGETS["value"], data) < MAX_STATEMENT_BYTES
    assert peak(received, data) < 4 * 1024 * 1024
    assert calls(TARGETS["value"], data) < 50


def test_oversized_value_is_refused_before_it_is_built() -> None:
    """An array of one entry takes twenty times the room that its encoding does."""
    data = enc(((None,),) * 100_000)

    def small_values(data: bytes) -> None:
        with suppress(BadEncoding):
            list(dec_stream(data, 1000))

    assert peak(small_values, data) < 2 * len(data)
    with pytest.raises(BadEncoding, check=for_reason(Malformed.VALUE_TOO_LARGE)):
        list(dec_stream(enc(((None,),) * 30_000), 1000))


def test_many_rounds_take_no_more_memory_than_few() -> None:
    there = scene()
    header = write_header(there.seating, there.history(0).signatures)
    round_ = enc(((None,),) * 50_000)
    few, many = (peak(TARGETS["transcript"], header + round_ * count) for count in (2, 6))
    assert many < 1.5 * few


def test_pairing_accepts_any_name_with_the_proven_rest() -> None:
    """Found by atheris: of an introduction, the name alone is not signed."""
    true = pairing_messages()[5]
    _, name, *proven = decoded(true)  # type: ignore[misc] # a Value is any shape
    assert name == "Ana"
    TARGETS["pairing"](bytes([5]) + enc(["identity", "Afa", *proven]))
    assert but_for_the_name(true) == tuple(proven)
