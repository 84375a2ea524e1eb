"""What the protocol asks of a game, and the options of a seating. Sections 3 to 5 and 9."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .basics import same, wide
from .faults import need


class Audience(NamedTuple):
    """Who sees a card that is dealt: "all", "only" the seat, or all "but" the seat."""

    kind: str
    seat: int = -1


ALL = Audience("all")

TALK = ("phrases", "free")
ESCROW = {3: ("trusting",), 4: (True,), 5: (True,)}  # by the number of seats


class Game:
    """One table's game. `wants` is what it waits for; the rest tells it what has come of that.

    `wants` is ("shuffle", faces), ("deal", [(card, audience), ...]), ("open", cards), ("act", seat)
    or ("over",).
    """

    deck: str
    seats: range
    shows_secrets: bool
    always: Mapping[str, tuple[Any, ...]]
    sometimes: Mapping[str, tuple[Any, ...]]
    outcome: list[Any] | None = None

    @staticmethod
    def faces(options: Mapping[str, Any]) -> int:
        raise NotImplementedError

    @classmethod
    def read_options(cls, pairs: list[Any], seats: int) -> dict[str, Any]:
        """The values of a seating's options; a Fault for others than the game's own."""
        need(seats in cls.seats, "the number of seats")
        known = {**cls.sometimes}
        if "first" in known:
            known["first"] = tuple(range(seats))
        if "escrow" in known:
            known["escrow"] = ESCROW.get(seats, ())
        got = dict(pairs)
        need(set(cls.always) <= set(got) <= {*cls.always, *known}, "not this game's options")
        for key, value in got.items():
            allowed = cls.always.get(key, known.get(key, ()))
            need(any(same(value, one) for one in allowed), f"the option {key}")
        return got

    def __init__(self, seats: int, options: Mapping[str, Any], beacon: bytes) -> None:
        self.n, self.options, self.beacon = seats, options, beacon

    def coin(self, sides: int, *label: Any) -> int:
        return int.from_bytes(wide(label[0], self.beacon, *label[1:]), "little") % sides

    def first_seat(self) -> int:
        first = self.options.get("first")
        return self.coin(self.n, "first seat") if first is None else int(first)

    def wants(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def shuffled(self) -> None:
        """The pile that was wanted has been agreed on."""
        raise NotImplementedError

    def dealt(self, faces: dict[int, int]) -> None:
        """The deal that was wanted is complete; the faces of the cards that all see."""
        raise NotImplementedError

    def opened(self, faces: list[int]) -> None:
        """The faces of the cards that were to be opened."""
        raise NotImplementedError

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        """What a legal move claims; a Fault if it is not legal."""
        raise NotImplementedError

    def apply(self, move: list[Any]) -> None:
        """Take a legal move."""
        raise NotImplementedError

    def pass_over(self) -> None:
        """The seat that is to act is gone. Section 14."""
        raise NotImplementedError

    def public(self) -> list[Any]:
        raise NotImplementedError
