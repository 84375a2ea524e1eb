"""The table that all seats agree on: game, options, who sits where.

Source: docs/protocol.md, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..encoding import H, Integer, Value
from ..errors import BadEncoding, BadProof
from ..game import Seat
from ..reasons import Malformed
from .keys import identity_from, seat_message, verify_signature
from .name_rules import name_from

MACHINES = "machines"
"""The option that lists on whose machine each seat runs. It is the table's, whatever the game."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat's entry: a name of 1 to 24 characters and the identity key, 32 bytes. A seat signs
    the table only if its own entry is unchanged byte for byte."""

    name: str
    identity: bytes
    certificate: bytes  # SHA-256 of the link certificate's DER
    nonce: bytes  # 16 bytes, never used before

    def value(self) -> Value:
        """Return the wire form [name, identity, certificate, nonce]."""
        return (self.name, self.identity, self.certificate, self.nonce)


@dataclass(frozen=True)
class Seating:
    """Everything that is fixed before the first round; `table` is its digest.

    `options` are sorted by their keys, as `Game.options` returns them; `deck` and `faces` are the
    name and the number of the game's faces; `places` are the seats in their order.
    """

    game: str
    options: tuple[tuple[str, Value], ...]
    deck: str
    faces: int
    places: tuple[Place, ...]

    def value(self) -> Value:
        """Return the wire form ["seating", 1, game, options, deck, faces, places]."""
        options = tuple((key, value) for key, value in self.options)
        places = tuple(place.value() for place in self.places)
        return ("seating", 1, self.game, options, self.deck, self.faces, places)

    @cached_property
    def table(self) -> bytes:
        """The digest of 32 bytes that names the table in all that is signed there."""
        return H("table", self.value())

    @cached_property
    def chosen(self) -> dict[str, Value]:
        """The options of the game."""
        return {key: value for key, value in self.options if key != MACHINES}

    @cached_property
    def machines(self) -> tuple[Seat, ...]:
        """For each seat, the seat on whose machine it runs. Raises `BadEncoding` if the option is
        not of its form, which `seating_from` excludes."""
        rows = dict(self.options).get(MACHINES)
        return self.seats if rows is None else machines_from(rows, len(self.places))

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, from 0."""
        return tuple(Seat(i) for i in range(len(self.places)))

    @property
    def has_escrow(self) -> bool:
        """Whether each key is split among the others (§14)."""
        return bool(dict(self.options).get("escrow"))

    def name(self, seat: Seat) -> str:
        """Return the name of the player at the seat."""
        return self.places[seat].name

    def verify_seat(self, seat: Seat, signature: bytes) -> None:
        """Verify that the seat has signed the table: `signature` has 64 bytes, and is of
        `seat_message`. Raises `BadProof`."""
        verify_signature(self.places[seat].identity, seat_message(self.table, seat), signature)


def with_machines(
    options: tuple[tuple[str, Value], ...], machines: Sequence[Seat]
) -> tuple[tuple[str, Value], ...]:
    """Return the options of a seating. `machines` is left out if every seat has its own machine."""
    if list(machines) == list(range(len(machines))):
        return options
    return tuple(sorted((*options, (MACHINES, tuple(machines))), key=lambda pair: pair[0]))


def machines_from(value: Value, seats: int) -> tuple[Seat, ...]:
    """Parse on whose machine each seat runs: its own, or that of a seat that runs on its own.
    Raises `BadEncoding`, also if all run on their own, when the option must be absent."""
    match value:
        case tuple(rows) if len(rows) == seats:
            owners = [row for row in rows if isinstance(row, Integer) and row < seats]
            is_whole = len(owners) == seats and all(owners[owner] == owner for owner in owners)
            if is_whole and owners != list(range(seats)):
                return tuple(Seat(owner) for owner in owners)
    raise BadEncoding(Malformed.MACHINES)


def place_from(value: Value) -> Place:
    """Parse one seat's entry of a seating. Raises `BadEncoding`."""
    match value:
        case (name, bytes(identity), bytes(certificate), bytes(nonce)):
            if (len(identity), len(certificate), len(nonce)) != (32, 32, 16):
                raise BadEncoding(Malformed.SEAT_LENGTHS)
            try:
                return Place(name_from(name), identity_from(identity), certificate, nonce)
            except BadProof:
                raise BadEncoding(Malformed.IDENTITY_POINT) from None
    raise BadEncoding(Malformed.NO_SEAT)


def seating_from(value: Value) -> Seating:
    """Parse a seating from the wire or a file; the caller checks that its game and options exist.
    Raises `BadEncoding`."""
    match value:
        case (
            "seating",
            Integer(1),
            str(game),
            tuple(options),
            str(deck),
            Integer(faces),
            tuple(seats),
        ):
            pairs = tuple(option_from(option) for option in options)
            keys = [key for key, _ in pairs]
            if keys != sorted(set(keys)):
                raise BadEncoding(Malformed.OPTION_ORDER)
            places = tuple(place_from(seat) for seat in seats)
            # §3: otherwise one seat could be taken for another, by its name, key or link.
            if len({place.name for place in places}) != len(places):
                raise BadEncoding(Malformed.SAME_NAME)
            if len({place.identity for place in places}) != len(places):
                raise BadEncoding(Malformed.SAME_IDENTITY)
            if len({place.certificate for place in places}) != len(places):
                raise BadEncoding(Malformed.SAME_CERTIFICATE)
            if MACHINES in keys:
                machines_from(dict(pairs)[MACHINES], len(places))
            return Seating(game, pairs, deck, faces, places)
    raise BadEncoding(Malformed.NO_SEATING)


def option_from(value: Value) -> tuple[str, Value]:
    """Parse an option into its key and value. Raises `BadEncoding`."""
    match value:
        case (str(key), option):
            return key, option
    raise BadEncoding(Malformed.OPTION)
