"""What one seat may see in Koi-Koi: the only input of screens and bots.

A view is built from the public state and the faces that its seat knows. Of the opponent's hand, it
has the cards, which reveal nothing about their faces, and the faces that were shown to all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Card, Face, Known, Seat

from .effects import points_for
from .hanafuda import month_of
from .moves import Move
from .outcome import EndReason
from .state import (
    Ended,
    Entry,
    KoikoiState,
    Opening,
    Played,
    RoundOver,
    Rules,
    Seen,
    Taking,
    Task,
)
from .yaku import Made, Progress, progress_of


@dataclass(frozen=True)
class KoikoiView:
    """The table as seen from one seat. Pairs are in seat order.

    `round` is 0 and `dealer` None until the draw is decided. `actor` and `task` are None while the
    protocol is at work, and after the end. `hand` is this seat's own; of the opponent's cards,
    `other_shown` are those that everybody has seen. `held` are all cards of this seat, some of
    which may lack a face in a replay. `waiting` is a played card that is not yet opened; `placing`
    one that matches two cards of the table, between which `actor` chooses. `piles` are the captured
    faces, as sets, and `worth` is what each seat would score by ending the round now, which it can
    only if they count more than `base`, what they counted at its last koi. `mover` is the seat
    whose turn it is, also while the protocol is at work. Between two rounds, the cards of the last
    one remain. `outcome` is None until the end. `moves` are the legal moves, if this seat is to
    act. `table`, `captured` and `log` are in order.
    """

    seat: Seat
    players: int
    rules: Rules
    turn: int
    round: int
    dealer: Seat | None
    actor: Seat | None
    mover: Seat
    task: Task | None
    hand: tuple[Seen, ...]
    held: tuple[Card, ...]
    other_hand: tuple[Card, ...]
    other_shown: tuple[Seen, ...]
    table: tuple[Seen, ...]
    captured: tuple[tuple[Seen, ...], tuple[Seen, ...]]
    piles: tuple[int, int]
    waiting: Card | None
    placing: Seen | None
    pile: int
    koi: tuple[int, int]
    base: tuple[int, int]
    yaku: tuple[tuple[Made, ...], tuple[Made, ...]]
    worth: tuple[int, int]
    scores: tuple[int, int]
    outcome: Outcome[EndReason] | None
    moves: tuple[Move, ...]
    log: tuple[Entry, ...]

    @property
    def other(self) -> Seat:
        return Seat(1 - self.seat)

    @property
    def rounds(self) -> int:
        return self.rules.rounds

    @property
    def totals(self) -> tuple[int, int]:
        """What each seat's yaku count before any doubling."""
        mine, theirs = [sum(made.points for made in yaku) for yaku in self.yaku]
        return mine, theirs

    def can_end(self, seat: Seat) -> bool:
        """Return whether the seat's yaku have grown since its last koi, if it said any (F21)."""
        return not self.koi[seat] or self.totals[seat] > self.base[seat]

    @cached_property
    def progress(self) -> tuple[tuple[Progress, ...], tuple[Progress, ...]]:
        """How far each seat is from each yaku, and the cards that would bring it closer."""
        (first, second), rules = self.piles, self.rules.yaku
        return progress_of(first, second, rules), progress_of(second, first, rules)

    @property
    def is_round_over(self) -> bool:
        """Whether a round has ended and the next is not dealt."""
        return bool(self.log) and isinstance(self.log[-1], RoundOver)

    @property
    def was_turned(self) -> bool:
        """Whether the card being placed came from the pile, not from the hand."""
        return self.placing is not None and isinstance(next(reversed(self.log), None), Played)

    def matches(self, face: Face) -> tuple[Seen, ...]:
        """Return the cards of the same month on the table, in the order in which screens list
        them."""
        of_month = [seen for seen in self.table if month_of(seen.face) == month_of(face)]
        return tuple(sorted(of_month, key=lambda seen: seen.face))


def view_of(state: KoikoiState, seat: Seat, known: Known, moves: tuple[Move, ...]) -> KoikoiView:
    phase = state.phase
    mine, other = state.sides[seat], state.sides[1 - seat]
    first, second = state.sides
    return KoikoiView(
        seat=seat,
        players=2,
        rules=state.rules,
        turn=state.turn,
        round=state.round,
        dealer=state.dealer if state.round else None,
        actor=state.actor,
        mover=state.seat,
        task=state.task,
        hand=tuple(Seen(card, known[card]) for card in mine.hand if card in known),
        held=mine.hand,
        other_hand=other.hand,
        other_shown=other.shown,
        table=state.table,
        captured=(first.captured, second.captured),
        piles=(first.pile, second.pile),
        waiting=phase.card if isinstance(phase, Opening) else None,
        placing=phase.card if isinstance(phase, Taking) else None,
        pile=state.pile,
        koi=(first.koi, second.koi),
        base=(first.base, second.base),
        yaku=(state.yaku(Seat(0)), state.yaku(Seat(1))),
        worth=(points_for(state, Seat(0)), points_for(state, Seat(1))),
        scores=state.scores,
        outcome=phase.outcome if isinstance(phase, Ended) else None,
        moves=moves,
        log=state.log,
    )
