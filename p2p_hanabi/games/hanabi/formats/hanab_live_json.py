"""Parsing and validation of hanab.live's JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NoReturn, TypeVar, cast

from p2p_hanabi.ui.drawing.style import foreign
from p2p_hanabi.ui.replay.formats import WrongFormat
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Integer

Kind = TypeVar("Kind", bound=str | int)

_LARGEST = 2**53 - 1
"""Larger JSON numbers are not exact in every program."""


def parse(text: str) -> object:
    """Parse the JSON. Raise `WrongFormat`."""
    try:
        return json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise WrongFormat(_("This is not JSON; see line {n}.").format(n=error.lineno)) from None
    except (ValueError, RecursionError):
        raise WrongFormat(no_json()) from None


def no_json() -> str:
    return _("This is not JSON.")


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            twice = _('This is not a hanab.live game: "{key}" appears twice.')
            raise WrongFormat(twice.format(key=foreign(key)))
        found[key] = value
    return found


def _no_number(_name: str) -> NoReturn:
    raise ValueError("no number of JSON")


def list_of(found: Mapping[str, object], key: str) -> list[object]:
    """Return the list under this key. Raise `WrongFormat`."""
    value = found.get(key)
    if not isinstance(value, list):
        raise WrongFormat(
            _('This is not a hanab.live game: "{key}" is missing, or not a list.').format(key=key)
        )
    return value


def typed(found: Mapping[str, object], key: str, kind: type[Kind]) -> Kind | None:
    """Return the value, or None if it is missing or `null`. Raise `WrongFormat` for another
    type."""
    value = found.get(key)
    if value is None:
        return None
    if kind is bool and not isinstance(value, bool):
        raise WrongFormat(
            _('This is not a hanab.live game: "{key}" is neither true nor false.').format(key=key)
        )
    if kind is int and whole(value) < 0:
        raise WrongFormat(
            _('This is not a hanab.live game: "{key}" is not a number.').format(key=key)
        )
    if kind is str and not is_text(value):
        raise WrongFormat(_('This is not a hanab.live game: "{key}" is not text.').format(key=key))
    return cast("Kind", value)


def is_text(value: object) -> bool:
    """Return whether the value is a string without lone surrogates, which JSON can express but no
    file can contain."""
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)


def whole(value: object) -> int:
    """Return the value if it is a number; -1 for anything else, including `true`."""
    return value if isinstance(value, Integer) and value <= _LARGEST else -1
