"""The effects of deals and legal moves in Hanabi.

Each function returns the state after its event. A hint's effect is known at once, that of a play or
a discard only with the face of its card. Rules are cited by the numbers of docs/rules/hanabi.md.
"""

from __future__ import annotations

from collections import Counter
from typing import TypedDict, Unpack

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from p2p_hanabi.games.common.tuples import with_entry
from protocol.game import Card, Face, Seat

from .moves import Discard, Hint, Play
from .outcome import EndReason, ended
from .state import (
    UNMARKED,
    Awaited,
    Discarded,
    Ended,
    Entry,
    HanabiState,
    Hinted,
    Mark,
    Opening,
    Played,
    Tokens,
)


class _Changed(TypedDict, total=False):
    """The fields of `HanabiState` that a move changes, besides its tokens and its log."""

    fireworks: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]
    discards: tuple[tuple[Card, Face], ...]


class _Settled(_Changed, total=False):
    """The fields that a move or a skipped turn changes."""

    blue: int
    red: int
    log: tuple[Entry, ...]
    passed: tuple[tuple[int, Seat], ...]


def hands_dealt(state: HanabiState) -> HanabiState:
    rules = state.rules
    size = rules.hand_size
    hands = tuple(tuple(map(Card, range(s * size, (s + 1) * size))) for s in range(rules.seats))
    marks = ((UNMARKED[rules.colours],) * size,) * rules.seats
    pile = rules.cards - rules.seats * size
    return state._replace(phase=Awaited.ACTING, pile=pile, hands=hands, marks=marks)


def drawn(state: HanabiState) -> HanabiState:
    """Add the new card at the end of the hand.

    The last card starts the last round (HB32, D7); but with the finale the game goes on (HF1).
    """
    rules, seat, hands, marks = state.rules, state.seat, state.hands, state.marks
    pile = state.pile - 1
    return state._replace(
        phase=Awaited.ACTING,
        seat=state.next_seat,
        pile=pile,
        hands=with_entry(hands, seat, (*hands[seat], state.next_card)),
        marks=with_entry(marks, seat, (*marks[seat], UNMARKED[rules.colours])),
        turns_left=None if pile or rules.finale else rules.seats,
    )


def hinted(state: HanabiState, hint: Hint) -> HanabiState:
    """Spend one blue token (HB15), and mark every card of the hand (HB19)."""
    hand, meant = state.hands[hint.seat], state.rules.meant_by(hint)
    marks = tuple(
        [
            mark.touched_by(hint, meant) if card in hint.touched else mark.missed_by(meant)
            for card, mark in zip(hand, state.marks[hint.seat], strict=True)
        ]
    )
    entry = Hinted(state.turn, state.seat, hint, hand)
    return _moved(state, entry, marks=with_entry(state.marks, hint.seat, marks))


def played(state: HanabiState, move: Play, face: Face) -> HanabiState:
    """Place a card that begins or continues its firework (HB23, HB27), or count a mistake (HB24).

    Announcing a wrong colour is a mistake whatever the card (HC5, D13).
    """
    colour, rank = colour_of(face), rank_of(face)
    slot, hands, marks = _taken_out(state, move.card)
    placed = state.fireworks[colour] == rank - 1 and move.announced in (None, colour)
    entry = Played(state.turn, state.seat, move, slot, face, placed)
    return _moved(
        state,
        entry,
        fireworks=with_entry(state.fireworks, colour, rank) if placed else state.fireworks,
        hands=hands,
        marks=marks,
        discards=state.discards if placed else (*state.discards, (move.card, face)),
    )


def discarded(state: HanabiState, move: Discard, face: Face) -> HanabiState:
    """Discard, and get one blue token back (HB21)."""
    slot, hands, marks = _taken_out(state, move.card)
    return _moved(
        state,
        Discarded(state.turn, state.seat, move, slot, face),
        hands=hands,
        marks=marks,
        discards=(*state.discards, (move.card, face)),
    )


def passed(state: HanabiState) -> HanabiState:
    """Skip the turn of the departed seat: it counts as a turn, and nothing else happens (D25).

    If only that seat could move, the game is stuck.
    """
    after = _settled(state, passed=(*state.passed, (state.turn, state.seat)))
    if after.actor == state.seat:
        return after._replace(phase=Ended(ended(EndReason.STUCK)))
    return after


def _moved(state: HanabiState, entry: Entry, **changed: Unpack[_Changed]) -> HanabiState:
    tokens = Tokens(state.blue, state.red).after(entry, state.rules)
    log = (*state.log, entry)
    return _settled(state, blue=tokens.blue, red=tokens.red, log=log, **changed)


def _settled(state: HanabiState, **changed: Unpack[_Settled]) -> HanabiState:
    """Return the state after a move whose effect is known: the game ends, a card is drawn (HB25),
    or the next seat acts (HB12)."""
    draws = isinstance(state.phase, Opening) and state.pile > 0
    after = state._replace(
        phase=Awaited.DRAWING if draws else Awaited.ACTING,
        turn=state.turn + 1,
        seat=state.seat if draws else state.next_seat,
        turns_left=None if state.turns_left is None else state.turns_left - 1,
        **changed,
    )
    if not draws and state.rules.skips:
        after = _skipped(after)
    reason = _reason(after, stuck=not draws and not _can_move(after, after.seat))
    if reason is None:
        return after
    return after._replace(phase=Ended(ended(reason, sum(after.fireworks))))


def _skipped(state: HanabiState) -> HanabiState:
    """Skip the seats without a legal move, if another has one (D19)."""
    seats = state.rules.seats
    order = [Seat((state.seat + ahead) % seats) for ahead in range(seats)]
    return state._replace(seat=next((s for s in order if _can_move(state, s)), state.seat))


def _can_move(state: HanabiState, seat: Seat) -> bool:
    """Return whether a seat can move: without cards, only hints are left (D18).

    A hint is possible if there is a blue token: once all hands are empty the game is over, because
    every card is then placed or lost.
    """
    return bool(state.hands[seat]) or state.blue > 0


def _reason(state: HanabiState, *, stuck: bool) -> EndReason | None:
    """Return the first reason that applies why the game is over; None if it goes on."""
    rules = state.rules
    if state.red == rules.red:
        return EndReason.THIRD_RED_TOKEN  # HB30, HF2
    if rules.finale and _indispensable_lost(state):
        return EndReason.INDISPENSABLE_CARD_LOST  # HF3
    if sum(state.fireworks) == 5 * rules.colours:
        return EndReason.COMPLETE  # HB31, HA4, HF4, also in the last round (D8)
    if state.turns_left == 0:
        return EndReason.PILE_ENDED  # HB32
    if stuck:
        return EndReason.STUCK  # D19
    return None


def _indispensable_lost(state: HanabiState) -> bool:
    """Return whether all copies of a card that is still to be placed are discarded (D17)."""
    gone = Counter(face for _, face in state.discards)
    return any(
        count == state.rules.copies(face) and rank_of(face) > state.fireworks[colour_of(face)]
        for face, count in gone.items()
    )


def _taken_out(
    state: HanabiState, card: Card
) -> tuple[int, tuple[tuple[Card, ...], ...], tuple[tuple[Mark, ...], ...]]:
    """Return the card's position in the seat's hand, and all hands and marks without it."""
    seat, hands, marks = state.seat, state.hands, state.marks
    hand, marked = hands[seat], marks[seat]
    slot = hand.index(card)
    return (
        slot,
        with_entry(hands, seat, hand[:slot] + hand[slot + 1 :]),
        with_entry(marks, seat, marked[:slot] + marked[slot + 1 :]),
    )
