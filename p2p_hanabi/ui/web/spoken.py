"""A page as it is read, with how its texts are heard where that differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from ..model.game.areas import Area, Drawn, Goal, Happened, Words
from ..words.aloud import aloud, drawn
from .live_page import OfferedMove, Page

_TEXTS: Mapping[type, str] = {
    Area: "latest",
    Drawn: "about",
    Goal: "words",
    Happened: "words",
    OfferedMove: "preview",
    Words: "text",
}
"""The field whose form to be heard is `spoken`."""
_T = TypeVar("_T")


def with_speech(page: Callable[[], Page]) -> Page:
    """Return a page made twice: to be read, and to be heard."""
    with drawn():
        read = page()
    with aloud():
        return _both(read, page())


def _both(read: _T, voiced: _T) -> _T:
    if read == voiced or type(read) is not type(voiced):
        return read
    if isinstance(read, tuple) and isinstance(voiced, tuple):
        is_alike = len(read) == len(voiced)
        return cast("_T", tuple(map(_both, read, voiced))) if is_alike else read
    if not is_dataclass(read) or isinstance(read, type):
        return read
    parts = {
        each.name: _both(getattr(read, each.name), getattr(voiced, each.name))
        for each in fields(read)
    }
    name = _TEXTS.get(type(read))
    if name is not None and parts[name] != (spoken := getattr(voiced, name)):
        parts["spoken"] = spoken
    return replace(read, **parts)
