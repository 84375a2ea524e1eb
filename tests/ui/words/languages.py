"""The screen in another language, for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from p2p_hanabi.ui.words import i18n


@contextmanager
def speaking(language: str) -> Iterator[None]:
    i18n.choose(language)
    try:
        yield
    finally:
        i18n.choose("en")
