"""What deals and legal moves do to a table of Hanabi.

Each function gives the state after its event. A hint's effect is known at once; that of a play or a
discard only with the face of its card. Rules are cited by the numbers of docs/rules/hanabi.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from protocol.game import Card, Face

from .hanabi_cards import colour_of, rank_of
from .hanabi_moves import Discard, Hint, Play
from .hanabi_state import (
    UNMARKED,
    Acting,
    Discarded,
    Drawing,
    Ended,
    HanabiState,
    Hinted,
    Mark,
    Opening,
    Outcome,
    Phase,
    Played,
    Reason,
)

T = TypeVar("T")


def hands_dealt(state: HanabiState) -> HanabiState:
    rules = state.rules
    size = rules.hand_size
    hands = tuple(tuple(map(Card, range(s * size, (s + 1) * size))) for s in range(rules.seats))
    marks = ((UNMARKED[rules.colours],) * size,) * rules.seats
    pile = rules.cards - rules.seats * size
    return replace(state, phase=Acting(), pile=pile, hands=hands, marks=marks)


def drawn(state: HanabiState) -> HanabiState:
    """The new card goes to the end of the hand; the last one announces the last lap (HB32, D7)."""
    seat, hands, marks = state.seat, state.hands, state.marks
    pile = state.pile - 1
    return replace(
        state,
        phase=Acting(),
        seat=state.next_seat,
        pile=pile,
        hands=_with(hands, seat, (*hands[seat], state.next_card)),
        marks=_with(marks, seat, (*marks[seat], UNMARKED[state.rules.colours])),
        turns_left=state.turns_left if pile else state.rules.seats,
    )


def hinted(state: HanabiState, hint: Hint) -> HanabiState:
    """One blue token is spent (HB15), and every card of the hand is marked (HB19)."""
    hand, meant = state.hands[hint.seat], state.rules.meant_by(hint)
    marks = tuple(
        [
            mark.after(hint, meant, touched=card in hint.touched)
            for card, mark in zip(hand, state.marks[hint.seat], strict=True)
        ]
    )
    return _settled(
        replace(
            state,
            blue=state.blue - 1,
            marks=_with(state.marks, hint.seat, marks),
            log=(*state.log, Hinted(state.turn, state.seat, hint, hand)),
        )
    )


def played(state: HanabiState, move: Play, face: Face) -> HanabiState:
    """Placed if it begins or continues its firework (HB23, HB27), else a mistake (HB24)."""
    colour, rank = colour_of(face), rank_of(face)
    slot, hands, marks = _taken_out(state, move.card)
    placed = state.fireworks[colour] == rank - 1
    log = (*state.log, Played(state.turn, state.seat, move, slot, face, placed))
    if not placed:
        discards = (*state.discards, (move.card, face))
        red = state.red + 1
        return _settled(
            replace(state, red=red, hands=hands, marks=marks, discards=discards, log=log)
        )
    blue = min(state.blue + (rank == 5), state.rules.blue)  # HB28, HB29
    fireworks = _with(state.fireworks, colour, rank)
    return _settled(
        replace(state, blue=blue, fireworks=fireworks, hands=hands, marks=marks, log=log)
    )


def discarded(state: HanabiState, move: Discard, face: Face) -> HanabiState:
    """One blue token comes back (HB21)."""
    slot, hands, marks = _taken_out(state, move.card)
    return _settled(
        replace(
            state,
            blue=state.blue + 1,
            hands=hands,
            marks=marks,
            discards=(*state.discards, (move.card, face)),
            log=(*state.log, Discarded(state.turn, state.seat, move, slot, face)),
        )
    )


def _settled(state: HanabiState) -> HanabiState:
    """A move's effect is known: the game ends, a card is drawn (HB25), or the next seat acts."""
    turns_left = None if state.turns_left is None else state.turns_left - 1
    phase: Phase = Acting()
    seat = state.seat
    reason = _reason(state, turns_left)
    if reason is not None:
        score = 0 if reason is Reason.THIRD_RED_TOKEN else sum(state.fireworks)
        phase = Ended(Outcome(reason, score))
    elif isinstance(state.phase, Opening) and state.pile:
        phase = Drawing()
    else:
        seat = state.next_seat
    return replace(state, phase=phase, turn=state.turn + 1, seat=seat, turns_left=turns_left)


def _reason(state: HanabiState, turns_left: int | None) -> Reason | None:
    """Why the game is over, the first reason that applies; absent (None) if it goes on."""
    if state.red == state.rules.red:
        return Reason.THIRD_RED_TOKEN  # HB30
    if sum(state.fireworks) == 5 * state.rules.colours:
        return Reason.COMPLETE  # HB31, also in the last lap (D8)
    if turns_left == 0:
        return Reason.PILE_ENDED  # HB32
    return None


def _taken_out(
    state: HanabiState, card: Card
) -> tuple[int, tuple[tuple[Card, ...], ...], tuple[tuple[Mark, ...], ...]]:
    """The card's position in the hand of the seat, and all hands and marks without it."""
    seat, hands, marks = state.seat, state.hands, state.marks
    hand, marked = hands[seat], marks[seat]
    slot = hand.index(card)
    return (
        slot,
        _with(hands, seat, hand[:slot] + hand[slot + 1 :]),
        _with(marks, seat, marked[:slot] + marked[slot + 1 :]),
    )


def _with(entries: tuple[T, ...], index: int, entry: T) -> tuple[T, ...]:
    return (*entries[:index], entry, *entries[index + 1 :])
