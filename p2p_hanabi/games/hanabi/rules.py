"""Hanabi: the rules of the printed game and of its variants.

Rules are cited by the numbers of docs/rules/hanabi.md: HB for the base game, HD for its settings,
HA, HF and HC for the variants, D for what the rulebooks leave open. A played or discarded card has
no effect until it is opened: `apply` records the pending move, and `opened` applies its effect.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import RANKS, all_faces
from p2p_hanabi.seam.options import check_seats, settle
from protocol.encoding import Value, W
from protocol.errors import IllegalMove, NotNow
from protocol.game import (
    Act,
    AllBut,
    Audience,
    Card,
    Claim,
    Deal,
    Known,
    Open,
    Options,
    Over,
    Pending,
    Seat,
    Shuffle,
)
from protocol.reasons import NotPossible

from .effects import discarded, drawn, hands_dealt, hinted, passed, played
from .moves import (
    Discard,
    HanabiRefusal,
    Hint,
    HintColour,
    HintRank,
    Move,
    Play,
    hints_to,
    own_moves,
    pack,
    unpack,
)
from .options import OPTIONS, PRESETS, multicolour_of, rules_of
from .outcome import EndReason, signed
from .state import Awaited, Ended, HanabiState, Opening, Rules, laid_out
from .view import HanabiView, view_of

__all__ = ["GAME", "OPTIONS", "PRESETS", "Hanabi"]

_OVER = {
    EndReason.THIRD_RED_TOKEN: HanabiRefusal.OVER_BY_MISTAKES,
    EndReason.INDISPENSABLE_CARD_LOST: HanabiRefusal.OVER_BY_LOSS,
    EndReason.COMPLETE: HanabiRefusal.OVER_COMPLETE,
    EndReason.PILE_ENDED: HanabiRefusal.OVER_WITH_PILE,
    EndReason.STUCK: HanabiRefusal.OVER_STUCK,
}


class Hanabi:
    """The rules, as an implementation of `protocol.game.Game`."""

    name = "hanabi"
    deck = "hanabi"
    seats = range(2, 6)
    reveals_secrets = True
    refusals = HanabiRefusal

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return settle(OPTIONS, chosen)

    def faces(self, options: Options) -> int:
        return 5 * multicolour_of(dict(self.options(options))).colours

    def start(self, options: Options, seats: int, beacon: bytes) -> HanabiState:
        """Return the first state; the option or the joint coin decides who begins (HB11, D12).
        Raise `BadOptions`."""
        check_seats("Hanabi", self.seats, seats)
        coin = int.from_bytes(W("first seat", beacon), "little")
        return laid_out(rules_of(dict(self.options(options)), seats, coin), Awaited.SHUFFLING)

    def pending(self, state: HanabiState) -> Pending:
        phase = state.phase
        match phase:
            case Awaited.ACTING:  # the most frequent first
                return Act(state.seat)
            case Opening():
                return Open((phase.move.card,))
            case Awaited.DRAWING:
                return Deal(((state.next_card, AllBut(state.seat)),))
            case Awaited.SHUFFLING:
                return Shuffle(state.rules.pile)
            case Awaited.FIRST_DEAL:
                return Deal(_first_deal(state.rules))
        return Over(signed(phase.outcome))

    def shuffled(self, state: HanabiState) -> HanabiState:
        """Return the state after the shuffle. Raise `NotNow`."""
        if state.phase is not Awaited.SHUFFLING:
            raise NotNow(NotPossible.NOT_ASKED)
        return state._replace(phase=Awaited.FIRST_DEAL)

    def dealt(self, state: HanabiState) -> HanabiState:
        """Return the state after the deal. Raise `NotNow`."""
        match state.phase:
            case Awaited.FIRST_DEAL:
                return hands_dealt(state)
            case Awaited.DRAWING:
                return drawn(state)
        raise NotNow(NotPossible.NOT_ASKED)

    def opened(self, state: HanabiState, faces: Known) -> HanabiState:
        """Return the state after cards were opened. Raise `NotNow`."""
        match state.phase:
            case Opening(Play() as move):
                return played(state, move, faces[move.card])
            case Opening(Discard() as move):
                return discarded(state, move, faces[move.card])
        raise NotNow(NotPossible.NOT_ASKED)

    def claims(self, state: HanabiState, move: Move) -> Sequence[Claim]:
        """Return what a legal move claims about hidden cards: a hint claims something about every
        card (HB19)."""
        match move:
            case HintColour() | HintRank():
                meant = state.rules.meant_by(move)
                touched, others = listed(meant), listed(all_faces(state.rules.colours) & ~meant)
                return tuple(
                    Claim(card, touched if card in move.touched else others)
                    for card in state.hands[move.seat]
                )
        return ()

    def apply(self, state: HanabiState, move: Move) -> HanabiState:
        """Apply a move. Raise `IllegalMove`."""
        _check_turn(state)
        match move:
            case Play():
                _check_held(state, move.card, HanabiRefusal.PLAYED_NOT_HELD)
                _check_announced(state, move.announced)
                return state._replace(phase=Opening(move))
            case Discard():
                _check_held(state, move.card, HanabiRefusal.DISCARDED_NOT_HELD)
                if state.blue == state.rules.blue:
                    raise IllegalMove(HanabiRefusal.ALL_BLUE)
                return state._replace(phase=Opening(move))
        _check_hint(state, move)
        return hinted(state, move)

    def passed(self, state: HanabiState) -> HanabiState:
        """Skip the turn of the departed seat. Raise `NotNow`."""
        if state.phase is not Awaited.ACTING:
            raise NotNow(NotPossible.NOT_ASKED)
        return passed(state)

    def moves(self, state: HanabiState, seat: Seat, known: Known) -> Sequence[Move]:
        """Return plays, announced plays, discards and hints; no hints about a hand not seen."""
        if state.actor != seat:
            return ()
        rules, hands = state.rules, state.hands
        moves: list[Move] = [
            *own_moves(hands[seat], rules.announced, discards=state.blue < rules.blue)
        ]
        if state.blue:
            for other, hand in enumerate(hands):
                if other == seat or not hand:
                    continue
                try:  # faster than comparing the cards first
                    seen = hand, tuple([known[card] for card in hand])
                except KeyError:
                    continue  # a hand not seen
                moves += hints_to(Seat(other), seen, rules.hintable, empty=rules.empty_hints)
        return moves

    def public(self, state: HanabiState) -> Value:
        return (
            state.turn,
            state.actor,
            state.blue,
            state.red,
            state.fireworks,
            state.pile,
            state.hands,
            state.discards,
            state.turns_left,
        )

    pack = staticmethod(pack)
    unpack = staticmethod(unpack)

    def view(self, state: HanabiState, seat: Seat, known: Known) -> HanabiView:
        return view_of(state, seat, known, tuple(self.moves(state, seat, known)))


def _first_deal(rules: Rules) -> tuple[tuple[Card, Audience], ...]:
    """Return the deal by ascending card number: the whole hand of seat 0, then that of seat 1, and
    so on (HB9, HB10, D23)."""
    return tuple(
        (Card(seat * rules.hand_size + k), AllBut(Seat(seat)))
        for seat in range(rules.seats)
        for k in range(rules.hand_size)
    )


def _check_turn(state: HanabiState) -> None:
    match state.phase:
        case Awaited.ACTING:
            return
        case Ended(outcome):
            raise IllegalMove(_OVER[outcome.reason])
    raise IllegalMove(HanabiRefusal.NOT_NOW)


def _check_held(state: HanabiState, card: Card, refusal: HanabiRefusal) -> None:
    if card not in state.hands[state.seat]:
        raise IllegalMove(refusal)


def _check_announced(state: HanabiState, colour: int | None) -> None:
    """Raise `IllegalMove` if the colour cannot be announced; none has to be (HC2)."""
    if colour is None:
        return
    if not state.rules.announced:
        raise IllegalMove(HanabiRefusal.ANNOUNCED)
    if colour not in state.rules.announced:
        raise IllegalMove(HanabiRefusal.ANNOUNCED_COLOUR)


def _check_hint(state: HanabiState, hint: Hint) -> None:
    rules = state.rules
    if not state.blue:
        raise IllegalMove(HanabiRefusal.NO_BLUE)
    if not 0 <= hint.seat < rules.seats:
        raise IllegalMove(HanabiRefusal.NO_SEAT)
    if hint.seat == state.seat:
        raise IllegalMove(HanabiRefusal.OWN_HINT)
    match hint:
        case HintColour() if hint.colour not in range(rules.colours):
            raise IllegalMove(HanabiRefusal.NO_COLOUR)
        case HintColour() if hint.colour not in rules.hintable:
            raise IllegalMove(HanabiRefusal.MULTICOLOUR)
        case HintRank() if hint.rank not in RANKS:
            raise IllegalMove(HanabiRefusal.NO_RANK)
    hand = state.hands[hint.seat]
    if not hand:
        raise IllegalMove(HanabiRefusal.EMPTY_HAND)
    if not set(hand).issuperset(hint.touched):
        raise IllegalMove(HanabiRefusal.HINTED_NOT_HELD)
    if list(hint.touched) != sorted(set(hint.touched)):
        raise IllegalMove(HanabiRefusal.NOT_ASCENDING)
    if not hint.touched and not rules.empty_hints:
        raise IllegalMove(HanabiRefusal.EMPTY_HINT)


GAME = Hanabi()
