# ruff: noqa: ARG002 - the seam names what other games need
"""High card: a card each, shown one after another; the highest wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2p_hanabi.games.common.options import TALK, settle
from p2p_hanabi.games.common.outcomes import reason_and_score
from protocol import game
from protocol.encoding import Value
from protocol.errors import BadEncoding, IllegalMove
from protocol.game import Card, Claim, Face, Known, Options, Pending, Seat
from protocol.reasons import Forbidden, Malformed, RuleCode

FACES, OPTIONS = 12, (TALK,)


@dataclass(frozen=True, slots=True)
class Show:
    """The card that its player holds is opened."""


@dataclass(frozen=True, slots=True)
class HighCardState:
    """`log` has who showed what, in order; `stage` counts what is done before the first one."""

    seats: int
    stage: int = 0
    is_opening: bool = False
    log: tuple[tuple[Seat, Face], ...] = ()

    @property
    def outcome(self) -> tuple[str, int, Seat] | None:
        if len(self.log) < self.seats:
            return None
        seat, face = max(self.log, key=lambda shown: shown[1])
        return "all shown", int(face), seat


@dataclass(frozen=True, slots=True)
class HighCardView:
    seat: Seat
    turn: int
    actor: Seat | None
    outcome: tuple[str, int, Seat] | None
    moves: tuple[Show, ...]
    log: tuple[tuple[Seat, Face], ...]
    own: Face | None


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
            return game.Deal(
                tuple((Card(seat), game.Only(Seat(seat))) for seat in range(state.seats))
            )
        if state.outcome is not None:
            return game.Over(state.outcome)
        seat = len(state.log)
        return game.Open((Card(seat),)) if state.is_opening else game.Act(Seat(seat))

    def shuffled(self, state: HighCardState) -> HighCardState:
        return replace(state, stage=1)

    def dealt(self, state: HighCardState) -> HighCardState:
        return replace(state, stage=2)

    def opened(self, state: HighCardState, faces: Known) -> HighCardState:
        shown = tuple((Seat(int(card)), face) for card, face in faces.items())
        return replace(state, is_opening=False, log=(*state.log, *shown))

    def claims(self, state: HighCardState, move: Show) -> Sequence[Claim]:
        return ()

    def apply(self, state: HighCardState, move: Show) -> HighCardState:
        if not isinstance(self.pending(state), game.Act):
            raise IllegalMove(Forbidden.OUT_OF_TURN)
        return replace(state, is_opening=True)

    def moves(self, state: HighCardState, seat: Seat, known: Known) -> Sequence[Show]:
        return (Show(),) if self.pending(state) == game.Act(seat) else ()

    def public(self, state: HighCardState) -> Value:
        return (state.stage, state.is_opening, state.log)

    def pack(self, move: Show) -> Value:
        return ("show",)

    def unpack(self, value: Value) -> Show:
        if value != ("show",):
            raise BadEncoding(Malformed.FORM)
        return Show()

    def view(self, state: HighCardState, seat: Seat, known: Known) -> HighCardView:
        pending = self.pending(state)
        actor = pending.seat if isinstance(pending, game.Act) else None
        moves = tuple(self.moves(state, seat, known))
        own = known.get(Card(seat))
        return HighCardView(seat, len(state.log), actor, state.outcome, moves, state.log, own)


GAME = HighCard()
facts = reason_and_score
