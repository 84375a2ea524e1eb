"""What this machine remembers of somebody who has come to the table: data for a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Oneself:
    """The one who looks at the screen."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A key that one has played with. `last` is the day of the last game, as in 2026-11-20;
    `known_as` the name at that time, if it was another one."""

    games: int
    last: str
    known_as: str | None = None


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A key that was never met, under a name that is nobody else's here."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class OtherKey:
    """A name one has played with, and a key that is not the one it had then."""

    fingerprint: str
    games: int


Acquaintance: TypeAlias = Oneself | KnownPlayer | NewPlayer | OtherKey
