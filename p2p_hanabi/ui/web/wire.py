"""The JSON format of pages, and of what they send back.

Down: `{"v": 2, "n": 17, "lang": "en", "page": {...}}`, complete each time; a page in another
language reloads itself. Empty and false values are left out; field names lose the prefix `is_`. Up:
`{"v": 2, "n": 17, "do": "press", "what": "ready"}`, where `n` is the number of the snapshot that
the player saw.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import NewType, Union, cast, get_args, get_origin, get_type_hints

from protocol.game import Card

from ..words.i18n import language
from .live_page import MAX_TEXT, Done, Look, Page, PlayMove, Press, Sort, Typed, WriteNote

VERSION = 2
MAX_MESSAGE_BYTES = 4096
"""The maximum size of a message from a page."""
_MOST_CARDS = 64
_MOST = 1 << 31


class NotAMessage(Exception):
    """What a page sent is not a valid message."""


class OtherPageVersion(NotAMessage):
    """The page belongs to another version of the program."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a player did, and the number of the snapshot that the player saw."""

    seen: int
    done: Done


def snapshot(number: int, page: Page) -> bytes:
    value = {"v": VERSION, "n": number, "lang": language(), "page": as_data(page)}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def as_data(value: object) -> object:
    """Convert a dataclass, with everything in it, to a JSON-compatible value."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [as_data(each) for each in value]
    if isinstance(value, type) or not is_dataclass(value):
        return value
    values = {_short(each.name): getattr(value, each.name) for each in fields(value)}
    return {name: as_data(each) for name, each in values.items() if _is_sent(each)}


def page_of(value: object) -> Page:
    """Convert what `as_data` has made of a page back. Raise `NotAMessage`."""
    try:
        return cast("Page", _from_data(Page, value))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise NotAMessage from None


def _from_data(kind: object, value: object) -> object:
    """Return a value of this type; what was left out is its default. Raise `TypeError` and others
    if it is none."""
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(_from_data(get_args(kind)[0], each) for each in value)
    if get_origin(kind) in (Union, UnionType):
        return _from_data(get_args(kind)[0], value)
    if isinstance(kind, NewType):
        return _from_data(kind.__supertype__, value)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        types = get_type_hints(kind)
        given = {each: value[short] for each in types if (short := _short(each)) in value}
        made = {name: _from_data(types[name], each) for name, each in given.items()}
        needed = [each.name for each in fields(kind) if each.default is MISSING]
        return kind(**{each: _nothing(types[each]) for each in needed if each not in given}, **made)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _nothing(kind: object) -> object:
    """Return the value of this type that is left out."""
    if kind is str:
        return ""
    if kind is bool:
        return False
    if get_origin(kind) is tuple:
        return ()
    if NoneType in get_args(kind):
        return None
    raise TypeError(kind)


def _short(name: str) -> str:
    return name.removeprefix("is_")


def _is_sent(value: object) -> bool:
    """Return whether a value is sent; zero is, as it may be a card or a moment."""
    return bool(value) or (value == 0 and value is not False)


def message_of(content: bytes) -> Message:
    """Parse what a page sent. Raise `NotAMessage`."""
    if len(content) > MAX_MESSAGE_BYTES:
        raise NotAMessage
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise NotAMessage from None
    match value:
        case {"v": version, **_rest} if type(version) is int and version != VERSION:
            raise OtherPageVersion
        case {"v": version, "n": seen, "do": str(does), **rest} if type(version) is int:
            return Message(_number(seen), _done(does, rest))
    raise NotAMessage


def _done(does: str, rest: Mapping[object, object]) -> Done:
    match does, rest:
        case "press", {"what": str(what)} if len(what) <= MAX_TEXT:
            return Press(what)
        case "type", {"field": str(name), "text": str(text)} if len(text) <= MAX_TEXT:
            return Typed(name, _whole(text))
        case "play", {"move": str(move)} if len(move) <= MAX_TEXT:
            return PlayMove(move)
        case "note", {"card": card, "text": str(text)} if len(text) <= MAX_TEXT:
            return WriteNote(Card(_number(card)), _whole(text))
        case "sort", {"cards": list(cards)} if len(cards) <= _MOST_CARDS:
            return Sort(tuple(Card(_number(card)) for card in cards))
        case "look", {"at": at}:
            return Look(_number(at))
    raise NotAMessage


def _whole(typed: str) -> str:
    """Return a valid text: lone surrogates, which a browser may leave when it cuts off a character,
    become U+FFFD."""
    return typed.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _number(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST:
        return value
    raise NotAMessage
