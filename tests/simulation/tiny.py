"""A short game that uses every feature of the protocol: six cards in two piles.

Four cards are dealt to every kind of audience, three moves are made (a claim about a hidden card,
or a card is shown), a second pile is shuffled in between, and at the end all hidden cards are
opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from protocol.encoding import Value
from protocol.errors import BadEncoding, BadOptions, IllegalMove
from protocol.game import (
    Act,
    AllBut,
    Audience,
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

FACES = 3
FIRST_PILE = (Face(0), Face(1), Face(2), Face(2))
SECOND_PILE = (Face(0), Face(1))


@dataclass(frozen=True, slots=True)
class Say:
    """The card's face is one of these."""

    card: Card
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """The card is opened."""

    card: Card


TinyMove: TypeAlias = Say | Show


@dataclass(frozen=True, slots=True)
class TinyState:
    """`turn`, `shuffles` and `deals` are counts; `opening` has the cards that are to be opened."""

    seats: int
    first: Seat
    turn: int = 0
    shuffles: int = 0
    deals: int = 0
    opening: tuple[Card, ...] = ()
    shown: tuple[tuple[Card, Face], ...] = ()
    splits: bool = False

    def seat(self, after_first: int) -> Seat:
        return Seat((self.first + after_first) % self.seats)

    @property
    def to_act(self) -> Seat:
        return self.seat(self.turn)

    def audiences(self) -> dict[Card, Audience]:
        """Return the audience of every dealt card; card 5 stays in the pile."""
        first: dict[Card, Audience] = {
            Card(0): Everyone(),
            Card(1): AllBut(self.seat(2)) if self.splits else Only(self.first),
            Card(2): AllBut(self.first),
            Card(3): AllBut(self.seat(1)),
        }
        second: dict[Card, Audience] = {Card(4): AllBut(self.seat(1))}
        return {**(first if self.deals else {}), **(second if self.deals > 1 else {})}

    def hidden(self) -> tuple[Card, ...]:
        shown = {card for card, _ in self.shown}
        dealt = (card for card in self.audiences() if card not in shown)
        in_pile = (Card(5),) if self.deals > 1 and Card(5) not in shown else ()
        return (*dealt, *in_pile)


class TinyRefusal(Code):
    OPTIONS = "tiny-options"
    SEATS = "tiny-seats"
    NOT_HIDDEN = "tiny-not-hidden"
    NOT_SEEN = "tiny-not-seen"
    FACES = "tiny-faces"
    NO_MOVE = "tiny-no-move"


@dataclass(frozen=True, slots=True)
class TinyView:
    seat: Seat
    moves: tuple[TinyMove, ...]
    false_moves: tuple[TinyMove, ...]
    shown: tuple[tuple[Card, Face], ...]


class Tiny:
    """Options of the game: whether secrets are revealed at the end, and whether keys are split."""

    deck = "tiny"
    seats = range(2, 6)
    refusals = TinyRefusal

    def __init__(self, *, reveals_secrets: bool, splits: bool = False) -> None:
        self.reveals_secrets = reveals_secrets
        self.splits = splits
        self.name = "tiny split" if splits else "tiny shown" if reveals_secrets else "tiny kept"

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        if not set(chosen) <= {"escrow"} or (chosen and not self.splits):
            raise BadOptions(TinyRefusal.OPTIONS)
        return (("escrow", True),) if self.splits else ()

    def faces(self, options: Options) -> int:
        return FACES

    def start(self, options: Options, seats: int, beacon: bytes) -> TinyState:
        if seats not in self.seats:
            raise BadOptions(TinyRefusal.SEATS)
        first = Seat(int.from_bytes(beacon, "little") % seats)
        return TinyState(seats, first, splits=self.splits)

    def pending(self, state: TinyState) -> Pending:
        if state.opening:
            return Open(state.opening)
        needed = 2 if state.turn else 1
        if state.shuffles < needed:
            return Shuffle(SECOND_PILE if state.shuffles else FIRST_PILE)
        if state.deals < needed:
            dealt = replace(state, deals=state.deals + 1).audiences()
            return Deal(tuple(pair for pair in dealt.items() if (pair[0] >= 4) == (needed == 2)))
        if state.turn < 3:
            return Act(state.to_act)
        return Over(("shown", sum(face for _, face in state.shown)))

    def shuffled(self, state: TinyState) -> TinyState:
        return replace(state, shuffles=state.shuffles + 1)

    def dealt(self, state: TinyState) -> TinyState:
        return replace(state, deals=state.deals + 1)

    def opened(self, state: TinyState, faces: Known) -> TinyState:
        state = replace(state, shown=tuple(sorted({**dict(state.shown), **faces}.items())))
        if state.opening:
            state = replace(state, opening=(), turn=state.turn + 1)
            last = state.hidden() if state.turn == 3 else ()
            return replace(state, opening=last, turn=2) if last else state
        return state

    def claims(self, state: TinyState, move: TinyMove) -> Sequence[Claim]:
        return (Claim(move.card, move.faces),) if isinstance(move, Say) else ()

    def apply(self, state: TinyState, move: TinyMove) -> TinyState:
        if move.card not in state.hidden():
            raise IllegalMove(TinyRefusal.NOT_HIDDEN)
        match move:
            case Show(card):
                return replace(state, opening=(card,))
            case Say(card, faces):
                to = state.audiences().get(card)
                if not isinstance(to, AllBut) or to.holder == state.to_act:
                    raise IllegalMove(TinyRefusal.NOT_SEEN)
                if not 0 < len(faces) < FACES:
                    raise IllegalMove(TinyRefusal.FACES)
        return self.passed(state)

    def passed(self, state: TinyState) -> TinyState:
        if state.turn < 2:
            return replace(state, turn=state.turn + 1)
        return replace(state, opening=state.hidden())

    def moves(self, state: TinyState, seat: Seat, known: Known) -> Sequence[TinyMove]:
        return self._moves(state, seat, known)[0]

    def _moves(
        self, state: TinyState, seat: Seat, known: Known
    ) -> tuple[tuple[TinyMove, ...], tuple[TinyMove, ...]]:
        """Return the legal moves, and those that would be legal if they were true."""
        if self.pending(state) != Act(seat):
            return (), ()
        true: list[TinyMove] = []
        false: list[TinyMove] = []
        for card in state.hidden():
            true.append(Show(card))
            to = state.audiences().get(card)
            if isinstance(to, AllBut) and to.holder != seat:
                others = tuple(Face(f) for f in range(FACES) if f != known[card])
                true.append(Say(card, (known[card],)))
                true.append(Say(card, tuple(sorted((known[card], others[0])))))
                false.append(Say(card, others))
        return tuple(true), tuple(false)

    def public(self, state: TinyState) -> Value:
        counts = (state.turn, state.shuffles, state.deals)
        return (*counts, state.opening, tuple(tuple(pair) for pair in state.shown))

    def pack(self, move: TinyMove) -> Value:
        match move:
            case Say(card, faces):
                return ("say", card, faces)
            case Show(card):
                return ("show", card)

    def unpack(self, value: Value) -> TinyMove:
        match value:
            case ("say", int(card), tuple(faces)) if all(type(f) is int for f in faces):
                listed = tuple(Face(f) for f in faces if isinstance(f, int) and f < FACES)
                if list(faces) == sorted(set(listed)):
                    return Say(Card(card), listed)
            case ("show", int(card)):
                return Show(Card(card))
        raise BadEncoding(TinyRefusal.NO_MOVE)

    def view(self, state: TinyState, seat: Seat, known: Mapping[Card, Face]) -> TinyView:
        return TinyView(seat, *self._moves(state, seat, known), state.shown)
