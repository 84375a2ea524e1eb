"""A table of Hanabi laid out by hand: `R1` is the red 1, positions count from the oldest card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import pytest

from p2p_hanabi.games.common.firework_cards import RANKS, colour_of, face_of, rank_of
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.rules import Hanabi
from p2p_hanabi.games.hanabi.state import UNMARKED, Awaited, HanabiState
from p2p_hanabi.games.hanabi.view import HanabiView
from protocol.encoding import Value
from protocol.errors import IllegalMove
from protocol.game import Card, Deal, Face, Known, Open, Over, Seat
from protocol.reasons import Code

COLOURS = "RYGBWM"
HANABI = Hanabi()


def colour(letter: str) -> int:
    return COLOURS.index(letter)


def face(name: str) -> Face:
    return face_of(colour(name[0]), int(name[1]))


def name(face: Face) -> str:
    return COLOURS[colour_of(face)] + str(rank_of(face))


def cards(names: str) -> list[Face]:
    return [face(each) for each in names.split()]


@dataclass(frozen=True)
class Table:
    """A state, and the faces of all cards of its hands and pile."""

    state: HanabiState
    faces: Known

    def known(self, seat: int) -> Known:
        """What the protocol has shown to a seat: all dealt cards except its own."""
        dealt = {card for s, hand in enumerate(self.state.hands) if s != seat for card in hand}
        gone = {card for card, _ in self.state.discards}
        return {card: face for card, face in self.faces.items() if card in dealt | gone}

    def view(self, seat: int) -> HanabiView:
        return HANABI.view(self.state, Seat(seat), self.known(seat))

    def moves(self, seat: int) -> Sequence[Move]:
        return HANABI.moves(self.state, Seat(seat), self.known(seat))

    def hand(self, seat: int) -> str:
        return " ".join(name(self.faces[card]) for card in self.state.hands[seat])

    def card(self, slot: int) -> Card:
        """The card at this position in the hand of the seat whose turn it is."""
        hand = self.state.hands[self.state.seat]
        return hand[slot] if slot < len(hand) else Card(999)

    def applied(self, move: Move) -> Table:
        """After the move, before a card is opened."""
        return replace(self, state=HANABI.apply(self.state, move))

    def after(self, move: Move) -> Table:
        """After the move and everything that follows from it."""
        state = HANABI.apply(self.state, move)
        match HANABI.pending(state):
            case Open((card,)):
                state = HANABI.opened(state, {card: self.faces[card]})
        match HANABI.pending(state):
            case Deal():
                state = HANABI.dealt(state)
        return replace(self, state=state)

    def play(self, slot: int, announced: str | None = None) -> Table:
        return self.after(Play(self.card(slot), None if announced is None else colour(announced)))

    def discard(self, slot: int) -> Table:
        return self.after(Discard(self.card(slot)))

    def hint(self, seat: int, what: str | int) -> Table:
        return self.after(self.true_hint(seat, what))

    def true_hint(self, seat: int, what: str | int) -> HintColour | HintRank:
        """The true hint of a colour by its letter, or of a rank."""
        hand = self.state.hands[seat]
        if isinstance(what, int):
            touched = tuple(card for card in hand if rank_of(self.faces[card]) == what)
            return HintRank(Seat(seat), what, touched)
        named = {colour(what), *([5] if self.state.rules.is_any else [])}
        of_it = [card for card in hand if colour_of(self.faces[card]) in named]
        return HintColour(Seat(seat), colour(what), tuple(of_it))


def lay(
    hands: Sequence[str],
    *,
    fireworks: Mapping[str, int] | None = None,
    turn: int = 0,
    blue: int | None = None,
    red: int = 0,
    deck: str | None = None,
    discard: str = "",
    turns_left: int | None = None,
    options: Mapping[str, Value] | None = None,
) -> Table:
    """A table in the middle of a game. Without a deck: what is nowhere else, faces ascending."""
    start = HANABI.start({"first": turn, **(options or {})}, len(hands), b"")
    placed = [face_of(colour(c), r) for c, h in (fireworks or {}).items() for r in RANKS if r <= h]
    held = [cards(hand) for hand in hands]
    gone = cards(discard)
    pile = (
        cards(deck)
        if deck is not None
        else _rest(options or {}, [*placed, *gone, *chain.from_iterable(held)])
    )
    numbers = iter(range(start.rules.cards - len(pile)))
    dealt = tuple(tuple(Card(next(numbers)) for _ in hand) for hand in held)
    thrown = tuple((Card(next(numbers)), each) for each in gone)
    faces = {
        card: f
        for hand, hf in zip(dealt, held, strict=True)
        for card, f in zip(hand, hf, strict=True)
    }
    faces |= dict(thrown)
    faces |= {Card(start.rules.cards - len(pile) + k): f for k, f in enumerate(pile)}
    state = start._replace(
        phase=Awaited.ACTING,
        blue=start.blue if blue is None else blue,
        red=red,
        fireworks=tuple((fireworks or {}).get(c, 0) for c in COLOURS[: start.rules.colours]),
        pile=len(pile),
        hands=dealt,
        marks=tuple((UNMARKED[start.rules.colours],) * len(hand) for hand in dealt),
        discards=thrown,
        turns_left=turns_left,
    )
    return Table(state, faces)


def _rest(options: Mapping[str, Value], used: Sequence[Face]) -> list[Face]:
    multicolour = options.get("multicolour", False)
    full = 30 if multicolour in ("ten", "any-ten") else 25
    rest = [Face(f) for f in range(full) for _ in range((3, 2, 2, 2, 1)[f % 5])]
    rest += [Face(f) for f in range(25, 30) if multicolour in (True, "any")]
    for each in used:
        rest.remove(each)
    return rest


def refusal(table: Table, move: Move) -> Code:
    """Why the move is refused; the table must go on as if it had never been tried."""
    before = HANABI.public(table.state)
    with pytest.raises(IllegalMove) as refused:
        HANABI.apply(table.state, move)
    assert HANABI.public(table.state) == before
    return refused.value.reason.code


def ended(table: Table) -> tuple[Value, ...]:
    pending = HANABI.pending(table.state)
    assert isinstance(pending, Over)
    return tuple(pending.outcome)


def sequence(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value
