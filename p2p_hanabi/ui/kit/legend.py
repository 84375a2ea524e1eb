"""Keys, and what they do: a row of a screen on which they can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from . import scenes
from . import words_shared as words
from .canvas import Block, Zone, width
from .i18n import _
from .style import Line, as_text, joined, text

Legend: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, and what they do. Without a key it is as much empty room as what it says needs."""

APART = ("", "")
"""What comes after it stands at the right edge."""
_GAP = 2
_CLEAR = ("?", "left", "Left", "Home")
"""Keys that are understood without a word: these are the first to do without."""


def buttons(keys: Legend, columns: int) -> Block:
    """Draw the keys as buttons, which can be clicked, with half of the gaps beside them. Where room
    is short the clear ones lose what they do, then the last ones; what stands at the right edge
    comes last."""
    shown = [_button(key, label) for key, label in keys]
    for n in _giving_way(keys):
        if _room(shown) > columns:
            shown[n] = _button(keys[n][0], "")
    spans: list[Line] = []
    zones = []
    used = 0
    for n, line in enumerate(shown):
        if keys[n] == APART:
            edge = max(used, columns - _room(shown[n + 1 :]))
            spans.append(text(" " * (edge - used)))
            used = edge
            continue
        if keys[n][0]:
            end = used + width(line) + _GAP // 2
            zones.append(Zone(0, max(0, used - _GAP // 2), end, _pressed(keys[n][0])))
        spans += [line, text(" " * _GAP)]
        used += width(line) + _GAP
    return Block((joined(spans[:-1]),), tuple(zones))


def answers(no: str, yes: str, *, is_on_yes: bool) -> Legend:
    """Return the two buttons of a question; Enter presses the one that is marked."""
    marked = (f" {no} ", f">{yes}<") if is_on_yes else (f">{no}<", f" {yes} ")
    return ((scenes.NO, marked[0]), (scenes.YES, marked[1]))


def confirming() -> Legend:
    """Return the keys while a whole move waits for the player's yes."""
    return (APART, _back(), _enter())


def choosing(keys: Sequence[tuple[str, str]]) -> Legend:
    """Return the keys that could come next, none where Enter is going to be: whoever clicks twice
    by mistake has made no move."""
    return (*keys, APART, _back(), ("", as_text(_button(*_enter()))))


def choosing_or_enter(keys: Sequence[tuple[str, str]]) -> Legend:
    """Return the keys where more can come, and Enter accepts what there is."""
    return (*keys, APART, _back(), _enter())


def _back() -> tuple[str, str]:
    return ("Escape", _("cancels"))


def _enter() -> tuple[str, str]:
    return ("Enter", _("confirms"))


def _giving_way(keys: Legend) -> list[int]:
    """In which order they lose what they do."""
    apart = keys.index(APART) if APART in keys else len(keys)
    clear = [n for n in range(apart) if keys[n][0] in _CLEAR]
    return [*reversed(clear), *reversed(range(apart)), *range(apart, len(keys))]


def _room(shown: Sequence[Line]) -> int:
    """How many cells they need, with the gaps between them."""
    return max(0, sum(width(line) + _GAP for line in shown if width(line)) - _GAP)


def _button(key: str, label: str) -> Line:
    if not key:
        return text(" " * width(text(label)))
    if key in (scenes.NO, scenes.YES):
        return text(label, "chosen" if label.startswith(">") else "button")
    return joined([text(words.key_label(key), "button"), text(f" {label}" if label else "")])


def _pressed(key: str) -> str:
    """The name of a key that is written as on a keyboard."""
    if len(key) == 1:
        return key
    return scenes.INTERRUPT if key == "Ctrl-C" else key.lower()
