"""Functional changes to tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_entry(entries: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    return (*entries[:index], entry, *entries[index + 1 :])
