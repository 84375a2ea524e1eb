"""What an audit finds, as data.

Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..encoding import Value
from ..errors import BadFile
from ..game import Seat
from ..rounds.state import Stage


@dataclass(frozen=True, slots=True)
class Player:
    """A seat, its player's name, and the `fingerprint` of the player's identity key."""

    seat: Seat
    name: str
    # Only the key is proven: a name is whatever its player says it is (docs/threats.md, "Names").
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Check:
    """How many checks of one kind were made of one seat's statement in one round."""

    round_number: int
    seat: Seat
    kind: str
    count: int


@dataclass
class Report:
    """The findings. `fault` is None if the file is valid as far as it goes.

    `named` is the seat that a valid file convicts, or that withdrew; `named_round` the round of
    that. `proofs` counts what was verified, by kind; `checks` has this for each statement of each
    complete round, in order. `not_recomputed` counts, for each seat whose secret is not revealed,
    the statements that could therefore not be recomputed. `agreed` are the seats that have ended
    the table by consent, in the round `agreed_round`; `gone` is the seat that all others have found
    gone; `unconfirmed` are those called gone in the last rounds, which not all others have signed,
    only `signed_by`.
    `options` are the game's; `machines` has, for each seat, the seat on whose machine it ran.
    `last` is the stage at which the history ends.
    """

    fault: BadFile | None = None
    finished: bool = False
    named: Seat | None = None
    named_round: int | None = None
    withdrawn: bool = False
    # §7: an end by consent names nobody, so the file only tells who has agreed.
    agreed: tuple[Seat, ...] = ()
    agreed_round: int | None = None
    gone: Seat | None = None
    # §14: before the confirming round is complete this is said without proof, and accuses nobody.
    unconfirmed: tuple[Seat, ...] = ()
    signed_by: tuple[Seat, ...] = ()
    game: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    # §3: the owner of a machine has the secrets of all its seats: promises hold between machines.
    machines: tuple[Seat, ...] = ()
    players: tuple[Player, ...] = ()
    table: bytes = b""
    words: tuple[str, ...] = ()
    rounds: int = 0
    statements: int = 0
    # §2: without the secret nobody can tell whether a proof carries a message.
    not_recomputed: dict[Seat, int] = field(default_factory=dict)
    proofs: Counter[str] = field(default_factory=Counter)
    checks: list[Check] = field(default_factory=list)
    outcome: Value = None
    head: bytes = b""
    last: Stage | None = None

    @property
    def valid(self) -> bool:
        """Whether no fault was found. A table that ended early can be valid too: see `finished`."""
        return self.fault is None
