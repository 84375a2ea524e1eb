"""Most of the files that the two auditors judge begin alike, and neither computes a point twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from protocol.crypto.shuffle_proof import verify_shuffle
from tests.remembered import POINT, kept, shared_points

from . import curve

verify_once = cache(verify_shuffle)


@pytest.fixture(autouse=True)
def _shuffles_are_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By ours."""
    monkeypatch.setattr("protocol.rounds.shuffle.verify_shuffle", verify_once)


@pytest.fixture(autouse=True, scope="session")
def _points_are_computed_once() -> Iterator[None]:
    """By the second, in whichever process."""
    file, linear, is_point = shared_points(), curve.linear, curve.is_point

    def sums(*terms: tuple[int, bytes]) -> bytes:
        assert file is not None
        question = b"".join((s % curve.L).to_bytes(32, "little") + point for s, point in terms)
        return kept(file, b"a sum" + question, lambda: linear(*terms))

    def points(data: bytes) -> bool:
        assert file is not None
        found = kept(file, b"a point" + data, lambda: bytes([is_point(data)]) * POINT)
        return any(found)

    with pytest.MonkeyPatch.context() as patch:
        if file is not None:
            patch.setattr(curve, "linear", sums)
            patch.setattr(curve, "is_point", points)
        yield
