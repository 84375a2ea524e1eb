"""Most of the files that the two auditors judge begin alike."""

from __future__ import annotations

from functools import cache

import pytest

from protocol.crypto.shuffle_proof import verify_shuffle

verify_once = cache(verify_shuffle)


@pytest.fixture(autouse=True)
def _shuffles_are_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the files here begin alike."""
    monkeypatch.setattr("protocol.rounds.shuffle.verify_shuffle", verify_once)
