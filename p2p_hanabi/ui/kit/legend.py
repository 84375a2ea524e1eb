"""Legends: a row of the screen with clickable keys, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..drawing.canvas import Block, Zone, width
from ..drawing.style import Line, as_text, joined, text
from ..words import words_shared as words
from ..words.i18n import _
from . import scenes

Legend: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, and what they do. A label without a key is drawn as blank space of the same width."""

GAP = ("", "")
"""Everything after it is aligned to the right edge."""
_GAP = 2
_CLEAR = ("?", "left", "Left", "Home", "Escape")
"""Self-explanatory keys: these lose their labels first."""
_ARROWS = ("Left", "Right")


def buttons(keys: Legend, columns: int) -> Block:
    """Draw the keys as clickable buttons, which include half of the gaps beside them. If there is
    not enough room, the self-explanatory ones lose their labels, then the others from the end, and
    finally those at the right edge."""
    shown = _fitting(keys, columns)
    spans: list[Line] = []
    zones = []
    used = 0
    for n, line in enumerate(shown):
        if keys[n] == GAP:
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


def loses_labels(keys: Legend, columns: int) -> bool:
    """Return whether keys that are not self-explanatory lose their labels in so many columns."""
    shown = _fitting(keys, columns)
    return any(
        label and key not in _CLEAR and line != _button(key, label)
        for (key, label), line in zip(keys, shown, strict=True)
    )


def worded(keys: Legend, columns: int, always: Sequence[str]) -> Legend:
    """Return as many keys as have room with their labels: those that are shown `always`, and of the
    others the first ones. Arrows lose their labels if that makes room."""
    if _room([_button(*each) for each in keys]) <= columns:
        return keys
    bare = [(key, "" if key in _ARROWS else label) for key, label in keys]
    shown = {each for each in bare if each[0] in always}
    for each in bare:
        if _room([_button(*one) for one in (*shown, each)]) <= columns:
            shown.add(each)
    return tuple(each for each in bare if each in shown)


def _fitting(keys: Legend, columns: int) -> list[Line]:
    """Return the buttons, as many as necessary without their labels."""
    shown = [_button(key, label) for key, label in keys]
    for n in _giving_way(keys):
        if _room(shown) > columns:
            shown[n] = _button(keys[n][0], "")
    return shown


def answers(no: str, yes: str, *, is_on_yes: bool) -> Legend:
    """Return the two buttons of a question; Enter presses the marked one."""
    marked = (f" {no} ", f">{yes}<") if is_on_yes else (f">{no}<", f" {yes} ")
    return ((scenes.NO, marked[0]), (scenes.YES, marked[1]))


def confirming() -> Legend:
    """Return the keys while a complete move waits for confirmation."""
    return (GAP, _back(), _enter())


def choosing(keys: Sequence[tuple[str, str]]) -> Legend:
    """Return the possible next keys, with blank space where Enter will be, so that an accidental
    double click makes no move."""
    return (*keys, GAP, _back(), ("", as_text(_button(*_enter()))))


def choosing_or_enter(keys: Sequence[tuple[str, str]]) -> Legend:
    """Return the possible next keys, when Enter accepts what was chosen so far."""
    return (*keys, GAP, _back(), _enter())


def _back() -> tuple[str, str]:
    return ("Escape", _("cancels"))


def _enter() -> tuple[str, str]:
    return ("Enter", _("confirms"))


def _giving_way(keys: Legend) -> list[int]:
    """Return the order in which keys lose their labels."""
    apart = keys.index(GAP) if GAP in keys else len(keys)
    clear = [n for n, (key, _label) in enumerate(keys) if key in _CLEAR]
    return [*reversed(clear), *reversed(range(apart)), *range(apart, len(keys))]


def _room(shown: Sequence[Line]) -> int:
    """Return the number of cells needed, including the gaps."""
    return max(0, sum(width(line) + _GAP for line in shown if width(line)) - _GAP)


def _button(key: str, label: str) -> Line:
    if not key:
        return text(" " * width(text(label)))
    if key in (scenes.NO, scenes.YES):
        return text(label, "chosen" if label.startswith(">") else "button")
    return joined([text(words.key_label(key), "button"), text(f" {label}" if label else "")])


def _pressed(key: str) -> str:
    """Return the name that scenes use for a key label."""
    if len(key) == 1:
        return key
    return scenes.INTERRUPT if key == "Ctrl-C" else key.lower()
