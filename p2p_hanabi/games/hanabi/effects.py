"""What deals and legal moves do to a table of Hanabi.

Each function gives the state after its event. A hint's effect is known at once; that of a play or a
discard only with the face of its card. Rules are cited by the numbers of docs/rules/hanabi.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from p2p_hanabi.games.common.firework_cards import colour_of, copies, rank_of
from p2p_hanabi.games.common.tuples import with_entry
from protocol.game import Card, Face, Seat

from .moves import Discard, Hint, Play
from .state import (
    LOST,
    UNMARKED,
    Acting,
    Discarded,
    Drawing,
    Ended,
    EndReason,
    Entry,
    HanabiState,
    Hinted,
    Mark,
    Opening,
    Outcome,
    Phase,
    Played,
    Rules,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """The table after a move, before it is known whether the game goes on and who acts next.

    `entry` is absent (None) for a turn that is passed over.
    """

    entry: Entry | None
    blue: int
    red: int
    fireworks: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]
    discards: tuple[tuple[Card, Face], ...]

    def can_move(self, seat: Seat) -> bool:
        """Without a card only a hint is left (D18).

        It can be given if there is a blue token: once all hands are empty the game is over, because
        every card then is placed or lost.
        """
        return bool(self.hands[seat]) or self.blue > 0


def hands_dealt(state: HanabiState) -> HanabiState:
    rules = state.rules
    size = rules.hand_size
    hands = tuple(tuple(map(Card, range(s * size, (s + 1) * size))) for s in range(rules.seats))
    marks = ((UNMARKED[rules.colours],) * size,) * rules.seats
    pile = rules.cards - rules.seats * size
    return replace(state, phase=Acting(), pile=pile, hands=hands, marks=marks)


def drawn(state: HanabiState) -> HanabiState:
    """Add the new card at the end of the hand.

    The last card announces the last lap (HB32, D7); but with the finale the game goes on (HF1).
    """
    seat, hands, marks = state.seat, state.hands, state.marks
    pile = state.pile - 1
    return HanabiState(
        rules=state.rules,
        phase=Acting(),
        turn=state.turn,
        seat=state.next_seat,
        blue=state.blue,
        red=state.red,
        fireworks=state.fireworks,
        pile=pile,
        hands=with_entry(hands, seat, (*hands[seat], state.next_card)),
        marks=with_entry(marks, seat, (*marks[seat], UNMARKED[state.rules.colours])),
        discards=state.discards,
        turns_left=None if pile or state.rules.finale else state.rules.seats,
        log=state.log,
        passed=state.passed,
    )


def hinted(state: HanabiState, hint: Hint) -> HanabiState:
    """Spend one blue token (HB15), and mark every card of the hand (HB19)."""
    hand, meant = state.hands[hint.seat], state.rules.meant_by(hint)
    marks = tuple(
        [
            mark.after(hint, meant, touched=card in hint.touched)
            for card, mark in zip(hand, state.marks[hint.seat], strict=True)
        ]
    )
    return _settled(
        state,
        Effect(
            entry=Hinted(state.turn, state.seat, hint, hand),
            blue=state.blue - 1,
            red=state.red,
            fireworks=state.fireworks,
            hands=state.hands,
            marks=with_entry(state.marks, hint.seat, marks),
            discards=state.discards,
        ),
    )


def played(state: HanabiState, move: Play, face: Face) -> HanabiState:
    """Placed if it begins or continues its firework (HB23, HB27), else a mistake (HB24).

    A wrong colour named with it is a mistake whatever the card (HC5, D13).
    """
    colour, rank = colour_of(face), rank_of(face)
    slot, hands, marks = _taken_out(state, move.card)
    placed = state.fireworks[colour] == rank - 1 and move.announced in (None, colour)
    entry = Played(state.turn, state.seat, move, slot, face, placed)
    return _settled(
        state,
        Effect(
            entry=entry,
            blue=min(state.blue + entry.earned, state.rules.blue),  # HB28, HB29, HC3, HC4
            red=state.red + (not placed),
            fireworks=with_entry(state.fireworks, colour, rank) if placed else state.fireworks,
            hands=hands,
            marks=marks,
            discards=state.discards if placed else (*state.discards, (move.card, face)),
        ),
    )


def discarded(state: HanabiState, move: Discard, face: Face) -> HanabiState:
    """Discard, and get one blue token back (HB21)."""
    slot, hands, marks = _taken_out(state, move.card)
    return _settled(
        state,
        Effect(
            entry=Discarded(state.turn, state.seat, move, slot, face),
            blue=state.blue + 1,
            red=state.red,
            fireworks=state.fireworks,
            hands=hands,
            marks=marks,
            discards=(*state.discards, (move.card, face)),
        ),
    )


def passed(state: HanabiState) -> HanabiState:
    """Skip the turn of the seat that is gone: it counts, and nothing else happens (D25).

    If only that seat could move, nobody can.
    """
    unchanged = Effect(
        entry=None,
        blue=state.blue,
        red=state.red,
        fireworks=state.fireworks,
        hands=state.hands,
        marks=state.marks,
        discards=state.discards,
    )
    noted = replace(state, passed=(*state.passed, (state.turn, state.seat)))
    after = _settled(noted, unchanged)
    if after.actor == state.seat:
        return replace(after, phase=Ended(Outcome(EndReason.STUCK, 0)))
    return after


def _settled(state: HanabiState, effect: Effect) -> HanabiState:
    """A move's effect is known: the game ends, a card is drawn (HB25), or the next seat acts."""
    turns_left = None if state.turns_left is None else state.turns_left - 1
    draws = isinstance(state.phase, Opening) and state.pile > 0
    seat = state.seat if draws else _next_to_act(state, effect)
    phase: Phase = Drawing() if draws else Acting()
    reason = _reason(state.rules, effect, turns_left, stuck=not draws and not effect.can_move(seat))
    if reason is not None:
        phase = Ended(Outcome(reason, 0 if reason in LOST else sum(effect.fireworks)))
    return HanabiState(
        rules=state.rules,
        phase=phase,
        turn=state.turn + 1,
        seat=seat,
        blue=effect.blue,
        red=effect.red,
        fireworks=effect.fireworks,
        pile=state.pile,
        hands=effect.hands,
        marks=effect.marks,
        discards=effect.discards,
        turns_left=turns_left,
        log=state.log if effect.entry is None else (*state.log, effect.entry),
        passed=state.passed,
    )


def _next_to_act(state: HanabiState, effect: Effect) -> Seat:
    """The next seat (HB12), or the next with a move where one without is passed over (D19)."""
    if not state.rules.skips:
        return state.next_seat
    seats = state.rules.seats
    order = [Seat((state.seat + ahead) % seats) for ahead in range(1, seats + 1)]
    return next((seat for seat in order if effect.can_move(seat)), state.next_seat)


def _reason(
    rules: Rules, effect: Effect, turns_left: int | None, *, stuck: bool
) -> EndReason | None:
    """Why the game is over, the first reason that applies; absent (None) if it goes on."""
    if effect.red == rules.red:
        return EndReason.THIRD_RED_TOKEN  # HB30, HF2
    if rules.finale and _indispensable_lost(effect):
        return EndReason.INDISPENSABLE_CARD_LOST  # HF3
    if sum(effect.fireworks) == 5 * rules.colours:
        return EndReason.COMPLETE  # HB31, HA4, HF4, also in the last lap (D8)
    if turns_left == 0:
        return EndReason.PILE_ENDED  # HB32
    if stuck:
        return EndReason.STUCK  # D19
    return None


def _indispensable_lost(effect: Effect) -> bool:
    """Whether all copies of a card that is still to be placed are discarded (D17)."""
    gone = Counter(face for _, face in effect.discards)
    return any(
        count == copies(face) and rank_of(face) > effect.fireworks[colour_of(face)]
        for face, count in gone.items()
    )


def _taken_out(
    state: HanabiState, card: Card
) -> tuple[int, tuple[tuple[Card, ...], ...], tuple[tuple[Mark, ...], ...]]:
    """The card's position in the hand of the seat, and all hands and marks without it."""
    seat, hands, marks = state.seat, state.hands, state.marks
    hand, marked = hands[seat], marks[seat]
    slot = hand.index(card)
    return (
        slot,
        with_entry(hands, seat, hand[:slot] + hand[slot + 1 :]),
        with_entry(marks, seat, marked[:slot] + marked[slot + 1 :]),
    )
