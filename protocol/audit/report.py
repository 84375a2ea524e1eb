"""What an audit finds, as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..encoding import Value
from ..errors import BadFile
from ..game import Seat
from ..rounds.state import Stage


@dataclass(frozen=True, slots=True)
class Player:
    seat: Seat
    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Check:
    """How many things of one kind were verified in one seat's statement of one round."""

    round_number: int
    seat: Seat
    kind: str
    count: int


@dataclass
class Report:
    """What was found. `fault` is absent if the file is valid as far as it goes.

    `named` is the seat that evidence in a valid file convicts, or that withdrew; `named_round` the
    round of it. `proofs` counts what was verified, by kind; `checks` says it of each statement of
    each complete round, in order. `not_recomputed` says of each seat whose secret is not shown how
    many of its statements could not be recomputed from it. `agreed` are those who have ended the
    table by consent, `gone` is the seat that all others have found gone; `unconfirmed` are those
    called so in the last rounds, which not all others have signed, but `signed_by`. `options` are
    the game's, `machines` says for each seat on whose machine it ran. `last` is where the history
    ends.
    """

    fault: BadFile | None = None
    finished: bool = False
    named: Seat | None = None
    named_round: int | None = None
    withdrawn: bool = False
    agreed: tuple[Seat, ...] = ()
    gone: Seat | None = None
    unconfirmed: tuple[Seat, ...] = ()
    signed_by: tuple[Seat, ...] = ()
    game: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    machines: tuple[Seat, ...] = ()
    players: tuple[Player, ...] = ()
    table: bytes = b""
    words: tuple[str, ...] = ()
    rounds: int = 0
    statements: int = 0
    not_recomputed: dict[Seat, int] = field(default_factory=dict)
    proofs: Counter[str] = field(default_factory=Counter)
    checks: list[Check] = field(default_factory=list)
    outcome: Value = None
    head: bytes = b""
    last: Stage | None = None

    @property
    def valid(self) -> bool:
        return self.fault is None
