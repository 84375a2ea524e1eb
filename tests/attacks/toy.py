"""A toy game that asks the protocol for everything a game can ask for.

The state is the number of the next step in `STEPS`, and what was opened. Four faces, two piles;
a card for everyone, one for each seat alone, one for all but seat 0; then everything is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from protocol.encoding import Value
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import (
    Act,
    AllBut,
    Card,
    Claim,
    Deal,
    Everyone,
    Face,
    Known,
    Only,
    Open,
    Options,
    Over,
    Pending,
    Seat,
    Shuffle,
)
from protocol.reasons import Code


class ToyRefusal(Code):
    NO_MOVE = "toy-no-move"
    NO_CARD = "toy-no-card"


PILE = Shuffle((Face(0), Face(1), Face(2), Face(3), Face(3)))
FIRST = Deal(
    (
        (Card(0), Everyone()),
        (Card(1), Only(Seat(0))),
        (Card(2), Only(Seat(1))),
        (Card(3), AllBut(Seat(0))),
    )
)
STEPS: tuple[Pending, ...] = (
    PILE,
    FIRST,
    Act(Seat(1)),
    Open((Card(1), Card(3), Card(4))),
    PILE,
    Deal(((Card(5), Everyone()), (Card(6), AllBut(Seat(1))))),
    Open((Card(2),)),
    Over(("done",)),
)


@dataclass(frozen=True)
class Say:
    """The card is one of the faces."""

    card: Card
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class ToyState:
    step: int = 0
    faces: tuple[tuple[Card, Face], ...] = ()


@dataclass(frozen=True)
class Toy:
    steps: tuple[Pending, ...] = STEPS
    name: str = "toy"
    deck: str = "toy"
    seats: range = field(default=range(2, 6))
    reveals_secrets: bool = False
    refusals: type[Code] = ToyRefusal

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return tuple(sorted(chosen.items()))

    def faces(self, _options: Options) -> int:
        return 4

    def start(self, _options: Options, _seats: int, _beacon: bytes) -> ToyState:
        return ToyState()

    def pending(self, state: ToyState) -> Pending:
        return self.steps[state.step]

    def shuffled(self, state: ToyState) -> ToyState:
        return replace(state, step=state.step + 1)

    def dealt(self, state: ToyState) -> ToyState:
        return replace(state, step=state.step + 1)

    def opened(self, state: ToyState, faces: Known) -> ToyState:
        asked = self.steps[state.step] if state.step < len(self.steps) else None
        step = state.step + (isinstance(asked, Open) and set(asked.cards) == set(faces))
        return ToyState(step, (*state.faces, *sorted(faces.items())))

    def claims(self, _state: ToyState, move: Say) -> Sequence[Claim]:
        return [Claim(move.card, move.faces)] if move.faces else []

    def apply(self, state: ToyState, move: Say) -> ToyState:
        if move.card > 4:
            raise IllegalMove(ToyRefusal.NO_CARD)
        return replace(state, step=state.step + 1)

    def moves(self, _state: ToyState, _seat: Seat, _known: Known) -> Sequence[Say]:
        return [Say(Card(3), (Face(0), Face(1), Face(2), Face(3)))]

    def public(self, state: ToyState) -> Value:
        return (state.step, state.faces)

    def pack(self, move: Say) -> Value:
        return (move.card, move.faces)

    def unpack(self, value: Value) -> Say:
        match value:
            case (int(card), tuple(faces)):
                return Say(Card(card), tuple(Face(int(face)) for face in faces))
        raise BadEncoding(ToyRefusal.NO_MOVE)

    def view(self, state: ToyState, seat: Seat, known: Known) -> Any:
        return self.moves(state, seat, known)


SPLIT_STEPS: tuple[Pending, ...] = (
    PILE,
    Deal(((Card(0), Everyone()), *((Card(1 + seat), AllBut(Seat(seat))) for seat in range(3)))),
    Act(Seat(1)),
    Act(Seat(0)),
    Act(Seat(2)),
    Act(Seat(1)),
    Open((Card(2), Card(4))),
    PILE,
    Deal(((Card(5), Everyone()), (Card(6), AllBut(Seat(1))))),
    Open((Card(1), Card(3), Card(6))),
    Over(("done",)),
)


@dataclass(frozen=True)
class SplitToy(Toy):
    """The same with keys in escrow: nothing is dealt to its holder only."""

    steps: tuple[Pending, ...] = SPLIT_STEPS
    name: str = "toy with escrow"
    reveals_secrets: bool = True

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return tuple(sorted({"escrow": True, **chosen}.items()))

    def moves(self, state: ToyState, seat: Seat, known: Known) -> Sequence[Say]:
        """True claims about the next seat's card, or none."""
        card = Card(1 + (seat + 1) % 3)
        face = known.get(card)
        if face is None or self.steps[state.step] != Act(seat):
            return []
        return [Say(card, tuple(sorted({Face(0), face}))), Say(card, ())]

    def passed(self, state: ToyState) -> ToyState:
        return replace(state, step=state.step + 1)
