"""A keyboard that distinguishes typing from pasting at a terminal.

Most terminals mark pasted text (bracketed paste). Others send it as keys, faster than anybody
types; that is treated as a paste too, so that no line break in it is taken for Enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

FAST_S = 0.01
"""Nobody presses two keys in less time."""
MAX_AT_ONCE = 3
"""The most letters that may have queued up while the program was busy."""
_ENTERS = (Keys.ControlM, Keys.ControlJ)
_BLANKS = (*_ENTERS, Keys.ControlI)

IsPaste = Callable[[Sequence[KeyPress]], bool]
"""Decides about letters, Enters and Tabs that arrived at once."""


def at_once(keys: Sequence[KeyPress]) -> bool:
    """Return whether keys are a paste on a screen where keys act at once, so that Enter never
    answers a question that the player has not seen."""
    return len(keys) > MAX_AT_ONCE or (len(keys) > 1 and any(k.key in _BLANKS for k in keys))


def more_than_a_line(keys: Sequence[KeyPress]) -> bool:
    """Return whether keys are a paste on a line prompt: one whole line may arrive at once, but
    nothing after it."""
    return any(each.key in _ENTERS for each in keys[:-1])


class Keyboard(Input):
    """Wraps another input, and turns a paste into one key."""

    def __init__(self, keys: Input, is_paste: IsPaste, clock: Callable[[], float]) -> None:
        self._keys = keys
        self._is_paste = is_paste
        self._clock = clock
        self._fast: list[KeyPress] = []
        self._read_at = -FAST_S

    def read_keys(self) -> list[KeyPress]:
        keys = [_in_one_line(each) for each in self._keys.read_keys()]
        typed = [each for each in keys if each.key in _BLANKS or not isinstance(each.key, Keys)]
        if not typed:
            return keys
        now = self._clock()
        self._fast = [*self._fast, *typed] if now - self._read_at < FAST_S else typed
        self._read_at = now
        if not self._is_paste(self._fast):
            return keys
        words = "".join(" " if each.key in _BLANKS else _signs(each.data) for each in typed)
        marked = [each for each in keys if each.key == Keys.BracketedPaste]
        interrupts = [each for each in keys if each.key == Keys.ControlC]
        return [*marked, KeyPress(Keys.BracketedPaste, words), *interrupts[:1]]

    def flush_keys(self) -> list[KeyPress]:
        return self._keys.flush_keys()

    def flush(self) -> None:
        self._keys.flush()

    @property
    def closed(self) -> bool:
        return self._keys.closed

    def fileno(self) -> int:
        return self._keys.fileno()

    def typeahead_hash(self) -> str:
        return self._keys.typeahead_hash()

    def raw_mode(self) -> AbstractContextManager[None]:
        return self._keys.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return self._keys.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._keys.attach(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._keys.detach()

    def close(self) -> None:
        self._keys.close()


def _in_one_line(key: KeyPress) -> KeyPress:
    """Return the key; a marked paste without line breaks and other unprintable characters."""
    if key.key != Keys.BracketedPaste:
        return key
    return KeyPress(Keys.BracketedPaste, _signs(key.data))


def _signs(pasted: str) -> str:
    """Return the text with a space for each unprintable character or undecodable byte."""
    return "".join(each if each.isprintable() else " " for each in pasted)
