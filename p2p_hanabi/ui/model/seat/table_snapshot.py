"""Everything that a screen may read of a table, at one moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from p2p_hanabi.gathering import Company, PhoneCode
from protocol.game import Card, Face, Options, Seat, View
from protocol.peer.remarks import AcceptedRemark, Arrangement, Rule
from protocol.peer.status import Ending, Status
from protocol.reasons import Reason

from ..game.table_players import Players


@dataclass(frozen=True, slots=True)
class Practice:
    """The deal of a finished game, played again with bots from moment `at` on: nothing is signed.
    Its file does not show `hidden` of the cards, which lie by chance here. `compared` says after
    the end how it went beside that game."""

    at: int
    hidden: int = 0
    compared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSnapshot:
    """One seat at a table of any game. The defaults are those of a table without a network.

    `machines` has for each seat the seat on whose machine it runs. `options` are those of this
    table; one that is missing has its default. `faces` are those that this seat knows; after the
    close of a game that shows them, every one.

    `missing` has the seats without a connection, and for how many seconds. Of these, those in
    `stepped_out` left for now, by themselves or with the player on whose machine they run; the
    others have lost the connection. A seat in `stepped_out` that is not missing stays connected
    for a player who left it. `incompatible` has those whose programs cannot be linked with this
    one, and why.

    `talk` is the kind of chat that the table has agreed on, `remarks` the last of it, and `orders`
    how hands were reordered. `company` has who is still here once the table has ended, and who
    would play again. `notes` are this player's own, on cards in any hand. `phones` are codes that
    take a seat of this machine from its phone, in case that is lost. `reading` is how many journal
    records were read, and of how many; None once the table is up to date. `practice` is None at
    the table of a game.
    """

    seat: Seat
    names: tuple[str, ...]
    machines: tuple[Seat, ...]
    options: Options
    status: Status
    ending: Ending | None
    faces: Mapping[Card, Face]
    missing: Mapping[Seat, float] = field(default_factory=dict)
    stepped_out: Collection[Seat] = ()
    incompatible: Mapping[Seat, Reason] = field(default_factory=dict)
    talk: Rule = Rule.NONE
    remarks: Sequence[AcceptedRemark] = ()
    orders: Sequence[Arrangement] = ()
    company: Company = field(default_factory=Company)
    notes: Mapping[Card, str] = field(default_factory=dict)
    phones: Sequence[PhoneCode] = ()
    reading: tuple[int, int] | None = None
    practice: Practice | None = None

    @property
    def players(self) -> Players:
        return Players(self.seat, self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot(SeatSnapshot, Generic[View]):
    """One seat at a table of one game.

    `view` is this seat's current view, with hands in the players' order; None until there is one.
    `past` are its earlier views, the oldest first, with hands in the order in which they were
    drawn; none from while hands were being dealt.
    """

    view: View | None
    past: Sequence[View]
