"""Sentences for those who hear a screen: whole words in place of initials and signs. For those who
see drawn cards: the marks on these in place of initials.

Like the language, this is a context in which sentences are made, not an argument of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

_is_aloud = ContextVar("_is_aloud", default=False)
_is_drawn = ContextVar("_is_drawn", default=False)


def is_aloud() -> bool:
    """Return whether a sentence that is made now will be heard."""
    return _is_aloud.get()


def aloud() -> AbstractContextManager[None]:
    """Make sentences to be heard."""
    return _within(_is_aloud)


def is_drawn() -> bool:
    """Return whether a sentence that is made now is read beside drawn cards."""
    return _is_drawn.get()


def drawn() -> AbstractContextManager[None]:
    """Make sentences to be read beside drawn cards."""
    return _within(_is_drawn)


@contextmanager
def _within(context: ContextVar[bool]) -> Iterator[None]:
    before = context.set(True)
    try:
        yield
    finally:
        context.reset(before)
