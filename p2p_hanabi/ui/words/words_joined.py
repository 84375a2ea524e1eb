"""Lists of names, and durations."""

from __future__ import annotations

from collections.abc import Sequence

from .i18n import _


def listing(names: Sequence[str]) -> str:
    """Return a list of names: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def either(names: Sequence[str]) -> str:
    """Return a choice of names: a, b or c."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} or {last}").format(first=", ".join(names[:-1]), last=names[-1])


def duration(seconds: float) -> str:
    if seconds < 120:
        return _("{n} s").format(n=int(seconds))
    return _("{n} min").format(n=int(seconds // 60))
