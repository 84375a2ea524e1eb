"""Cached points are computed once, and are correct for every thread."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protocol.crypto import group
from protocol.crypto.group import Point


@pytest.mark.parametrize(
    "points_of",
    [group.shuffle_bases, lambda count: group.face_points("a deck", count)],
    ids=["shuffle bases", "faces"],
)
@pytest.mark.parametrize("others", [0, 3, 7])
def test_points_are_right_though_another_thread_computes_them(
    points_of: Callable[[int], list[Point]], others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = points_of(9)
    really = group.hash_to_point
    asked: list[int] = []

    def interrupted(tag: str, *parts: object) -> Point:
        if not asked:  # here the other thread runs
            asked.append(others)
            assert points_of(others) == right[:others]
        return really(tag, *parts)  # type: ignore[arg-type] # what it was given

    monkeypatch.setattr(group, "hash_to_point", interrupted)
    monkeypatch.setattr(group, "_shuffle_bases", [])
    monkeypatch.setattr(group, "_face_points", {})
    assert points_of(5) == right[:5]
    assert points_of(9) == right
