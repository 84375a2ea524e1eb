"""Sentences for those who hear a screen: whole words in place of initials and signs.

Like the language, this is a context in which sentences are made, not an argument of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_aloud = ContextVar("_is_aloud", default=False)


def is_aloud() -> bool:
    """Return whether a sentence that is made now will be heard."""
    return _is_aloud.get()


@contextmanager
def aloud() -> Iterator[None]:
    """Make sentences to be heard."""
    before = _is_aloud.set(True)
    try:
        yield
    finally:
        _is_aloud.reset(before)
