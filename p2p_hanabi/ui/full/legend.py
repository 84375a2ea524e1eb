"""Keys, and what they do: a row of a screen on which they can be clicked."""

from __future__ import annotations

from typing import TypeAlias

from ..style import Line, joined, text
from . import scene, words
from .canvas import Block, Zone, width

Legend: TypeAlias = tuple[tuple[str, str], ...]
"""Keys, and what they do."""

_GAP = 2


def buttons(keys: Legend, columns: int) -> Block:
    """Each is a key, and can be clicked. Where room is short the last ones lose what they do."""
    shown = [(key, _button(key, label)) for key, label in keys]
    for n in reversed(range(len(keys))):
        if sum(width(line) + _GAP for _, line in shown) - _GAP > columns:
            shown[n] = (keys[n][0], _button(keys[n][0], ""))
    spans: list[Line] = []
    zones = []
    used = 0
    for key, line in shown:
        spans += [line, text(" " * _GAP)]
        zones.append(Zone(0, used, used + width(line), _pressed(key)))
        used += width(line) + _GAP
    return Block((joined(spans[:-1]),), tuple(zones))


def confirming() -> Legend:
    """The keys while a whole move waits for the player's yes."""
    return (("Enter", words.does_it()), ("Escape", words.takes_back()))


def _button(key: str, label: str) -> Line:
    return joined([text(words.key_label(key), "button"), text(f" {label}" if label else "")])


def _pressed(key: str) -> str:
    """The name of a key that is written as on a keyboard."""
    if len(key) == 1:
        return key
    return scene.INTERRUPT if key == "Ctrl-C" else key.lower()
