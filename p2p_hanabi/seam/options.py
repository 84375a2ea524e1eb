"""The options of a game as a table: allowed values, parsing and validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.game import Options, Seat
from protocol.reasons import BadOption

_WORDS: dict[str, Value] = {"true": True, "yes": True, "on": True}
_WORDS |= {"false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option that players can set.

    `optional`: a seating contains the option only where it differs from its default; a default of
    None then means "none was chosen". `is_seat`: the value is a seat, counted from 0 in a seating,
    and from 1 where it is typed or shown.
    """

    key: str
    allowed: tuple[Value, ...]
    default: Value
    meaning: str
    optional: bool = False
    is_seat: bool = False

    @property
    def name(self) -> str:
        """The key as typed and shown."""
        return named(self.key)

    def spelled(self, value: Value) -> str:
        """Return a value as typed and shown."""
        return spelled(self.shown(value))

    def shown(self, value: Value) -> Value:
        """Return a value as people count it."""
        return value + 1 if self.is_seat and type(value) is int else value

    def read(self, typed: str) -> Value:
        """Parse a typed value into the value used in a seating."""
        value = _value(typed)
        return value - 1 if self.is_seat and type(value) is int else value


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under a name: the options that differ from their defaults, by key."""

    name: str
    options: Mapping[str, Value]


TALK = Option(
    "talk",
    ("none", "phrases", "free"),
    "none",
    "what players may say; preset phrases at any time only if they are harmless or "
    "allowed by a rulebook",
    optional=True,
)
"""The same for every game: enforced by the table, not by the rules."""
FIRST = Option(
    "first",
    tuple(range(5)),
    None,
    "the player who begins, from 1; by default, drawn at random",
    optional=True,
    is_seat=True,
)


def settle(table: Iterable[Option], chosen: Options) -> tuple[tuple[str, Value], ...]:
    """Return all options as a seating contains them, sorted. Raise `BadOptions` for unknown keys
    and disallowed values."""
    by_key = {option.key: option for option in table}
    for key in chosen:
        if key not in by_key:
            raise _no_option(key, by_key)
    settled: list[tuple[str, Value]] = []
    for key, option in sorted(by_key.items()):
        value = chosen.get(key, option.default)
        _check(option, value)
        if not (option.optional and value == option.default):
            settled.append((key, value))
    return tuple(settled)


def check_seats(title: str, allowed: range, seats: int) -> None:
    """Raise `BadOptions` unless the number of seats is allowed."""
    if seats in allowed:
        return
    fewest, most = allowed[0], allowed[-1]
    if fewest == most:
        raise BadOptions(BadOption.ONLY_SEATS.reason(game=title, only=fewest, seats=seats))
    reason = BadOption.SEATS.reason(game=title, fewest=fewest, most=most, seats=seats)
    raise BadOptions(reason)


def first_seat(settled: Options, seats: int, coin: int) -> Seat:
    """Return the first seat to act: from the option `FIRST`, else from the coin. Raise `BadOptions`
    if there is no such seat."""
    first = cast(int, settled.get(FIRST.key, coin % seats))  # `settle` lets only numbers pass
    if first >= seats:
        raise BadOptions(BadOption.FIRST.reason(last=seats, first=first + 1))
    return Seat(first)


def parse(table: Iterable[Option], text: str) -> tuple[str, Value]:
    """Parse `key=value`; a space in a key may be typed as an underscore. Raise `BadOptions`."""
    typed_key, equals, typed = text.partition("=")
    key = typed_key.strip().replace("_", " ").replace("-", " ").lower()
    by_key = {option.key: option for option in table}
    if not equals:
        raise BadOptions(BadOption.UNTYPED.reason(example=_example(by_key)))
    if key not in by_key:
        raise _no_option(key, by_key)
    value = by_key[key].read(typed.strip().lower())
    _check(by_key[key], value)
    return key, value


def shown(table: Iterable[Option], options: Mapping[str, Value]) -> dict[str, Value]:
    """Return a seating's options as typed and shown."""
    by_key = {option.key: option for option in table}
    return {
        named(key): by_key[key].shown(value) if key in by_key else value
        for key, value in options.items()
    }


def unusual(table: Iterable[Option], options: Mapping[str, Value]) -> dict[str, str]:
    """Return a seating's options that differ from their defaults, as typed."""
    return {
        option.name: option.spelled(options[option.key])
        for option in table
        if options.get(option.key, option.default) != option.default
    }


def named(key: str) -> str:
    """Return a key as typed and shown: one word."""
    return key.replace(" ", "_")


def spelled(value: Value) -> str:
    """Return a value as typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _value(typed: str) -> Value:
    if typed in _WORDS:
        return _WORDS[typed]
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else typed


def _check(option: Option, value: Value) -> None:
    if value is not option.default and not _one_of(value, option.allowed):
        allowed = _listed([option.spelled(each) for each in option.allowed])
        reason = BadOption.VALUE.reason(
            key=option.name, allowed=allowed, value=option.spelled(value)
        )
        raise BadOptions(reason)


def _one_of(value: Value, allowed: Sequence[Value]) -> bool:
    """Return whether an allowed value is equal and of the same type: 1 is not True here."""
    return any(type(value) is type(each) and value == each for each in allowed)


def _no_option(key: str, by_key: dict[str, Option]) -> BadOptions:
    known = _listed([named(each) for each in sorted(by_key)])
    return BadOptions(BadOption.UNKNOWN.reason(key=named(key), known=known))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)


def _example(by_key: dict[str, Option]) -> str:
    option = next(iter(by_key.values()))
    return f"{option.name}={option.spelled(option.allowed[-1])}"
