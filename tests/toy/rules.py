"""High card: a hand each, of which everybody shows one card in turn; the highest wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2p_hanabi.seam.options import TALK, settle
from p2p_hanabi.seam.outcomes import Outcome
from protocol import game
from protocol.encoding import Value
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import Card, Claim, Face, Known, Options, Pending, Seat
from protocol.reasons import Forbidden, Malformed, RuleCode

from .outcome import EndReason, signed

FACES, OPTIONS = 24, (TALK,)


@dataclass(frozen=True, slots=True)
class Show:
    """A card of its player's hand is opened."""

    card: Card


@dataclass(frozen=True, slots=True)
class HighCardState:
    """`log` has who showed what, in order; `stage` counts what is done before the first one."""

    seats: int
    stage: int = 0
    shown: Card | None = None
    log: tuple[tuple[Seat, Face], ...] = ()

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        size = FACES // self.seats
        return tuple(map(Card, range(seat * size, (seat + 1) * size)))

    @property
    def outcome(self) -> Outcome[EndReason] | None:
        if len(self.log) < self.seats:
            return None
        seat, face = max(self.log, key=lambda shown: shown[1])
        return Outcome(EndReason.ALL_SHOWN, face, (seat,))


@dataclass(frozen=True, slots=True)
class HighCardView:
    seat: Seat
    turn: int
    actor: Seat | None
    outcome: Outcome[EndReason] | None
    moves: tuple[Show, ...]
    log: tuple[tuple[Seat, Face], ...]
    own: tuple[Face, ...]


class HighCard:
    """See `protocol.game.Game`."""

    name, deck, seats = "highcard", "highcard", range(2, 6)
    reveals_secrets, refusals = True, RuleCode

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return settle(OPTIONS, chosen)

    def faces(self, options: Options) -> int:
        return FACES

    def start(self, options: Options, seats: int, beacon: bytes) -> HighCardState:
        return HighCardState(seats)

    def pending(self, state: HighCardState) -> Pending:
        if state.stage == 0:
            return game.Shuffle(tuple(map(Face, range(FACES))))
        if state.stage == 1:
            seats = map(Seat, range(state.seats))
            return game.Deal(tuple((card, game.Only(s)) for s in seats for card in state.hand(s)))
        if state.outcome is not None:
            return game.Over(signed(state.outcome))
        return game.Act(Seat(len(state.log))) if state.shown is None else game.Open((state.shown,))

    def shuffled(self, state: HighCardState) -> HighCardState:
        return replace(state, stage=1)

    def dealt(self, state: HighCardState) -> HighCardState:
        return replace(state, stage=2)

    def opened(self, state: HighCardState, faces: Known) -> HighCardState:
        shown = tuple((Seat(len(state.log)), face) for face in faces.values())
        return replace(state, shown=None, log=(*state.log, *shown))

    def claims(self, state: HighCardState, move: Show) -> Sequence[Claim]:
        return ()

    def apply(self, state: HighCardState, move: Show) -> HighCardState:
        match self.pending(state):
            case game.Act(seat) if move.card in state.hand(seat):
                return replace(state, shown=move.card)
        raise IllegalMove(Forbidden.OUT_OF_TURN)

    def moves(self, state: HighCardState, seat: Seat, known: Known) -> Sequence[Show]:
        is_turn = self.pending(state) == game.Act(seat)
        return tuple(map(Show, state.hand(seat))) if is_turn else ()

    def public(self, state: HighCardState) -> Value:
        return (state.stage, () if state.shown is None else (state.shown,), state.log)

    def pack(self, move: Show) -> Value:
        return ("show", move.card)

    def unpack(self, value: Value) -> Show:
        match value:
            case ("show", int(card)) if card in range(FACES):
                return Show(Card(card))
        raise BadEncoding(Malformed.FORM)

    def view(self, state: HighCardState, seat: Seat, known: Known) -> HighCardView:
        pending = self.pending(state)
        actor = pending.seat if isinstance(pending, game.Act) else None
        moves = tuple(self.moves(state, seat, known))
        own = tuple(known[card] for card in state.hand(seat) if card in known)
        return HighCardView(seat, len(state.log), actor, state.outcome, moves, state.log, own)


GAME = HighCard()
