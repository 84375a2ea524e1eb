"""What one seat may see in Ikebana: the only input of screens and bots.

All cards outside the pile are face up, so a view hides nothing of the state; only buried discards
are left to the players' memory, and to the log (E12).
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Seat

from .bouquets import FLOWERS, Score, multiplier, score
from .moves import Move
from .outcome import EndReason
from .state import Awaited, Ended, Entry, Flower, IkebanaState, Rules


@dataclass(frozen=True, slots=True)
class Bouquet:
    """A seat's bouquet, in the order in which it grew.

    `score` is its current score; `reach` the highest multiplier that its colours still allow.
    """

    flowers: tuple[Flower, ...]
    score: Score
    reach: int

    @property
    def missing(self) -> int:
        return FLOWERS - len(self.flowers)


@dataclass(frozen=True, slots=True)
class Offer:
    """The top of another seat's discards. `affordable`: this seat can pay for it."""

    owner: Seat
    flower: Flower
    affordable: bool

    @property
    def price(self) -> int:
        return self.flower.price


@dataclass(frozen=True, slots=True)
class Refusal:
    """The cost of refusing the drawn card, for the seat to act. `affordable`: it can pay."""

    price: int
    payee: Seat
    affordable: bool


@dataclass(frozen=True)
class IkebanaView:
    """The table as seen from one seat.

    `turn` counts the turns of the game from 0, `round_number` and `bouquet_card`, the card of the
    bouquets that is being chosen, from 1. `actor` is None while the protocol is at work and after
    the end; `drawn` and `refusal` unless the seat to act has a card to decide on; a seat's entry in
    `tops` if it has no discards; `outcome` until the end. `heights` are the numbers of discards,
    `buried` those below the tops, the lowest first: empty unless the table chose to show them.
    `made` counts the cards of all piles; the last `pile` of them are still to be drawn. `won` has
    what the bouquets of each finished round scored. `moves` are the legal moves, if this seat is to
    act.
    """

    seat: Seat
    players: int
    rules: Rules
    turn: int
    round_number: int
    bouquet_card: int
    starter: Seat
    actor: Seat | None
    drawing: bool
    shuffling: bool
    factor: int
    prestige: tuple[int, ...]
    pile: int
    made: int
    bouquets: tuple[Bouquet, ...]
    tops: tuple[Flower | None, ...]
    heights: tuple[int, ...]
    buried: tuple[tuple[Flower, ...], ...]
    offers: tuple[Offer, ...]
    drawn: Flower | None
    refusals: int
    refusal: Refusal | None
    won: tuple[tuple[int, ...], ...]
    outcome: Outcome[EndReason] | None
    moves: tuple[Move, ...]
    log: tuple[Entry, ...]

    @property
    def bouquet(self) -> Bouquet:
        """This seat's own bouquet."""
        return self.bouquets[self.seat]

    def can_buy(self, seat: Seat) -> bool:
        """Return whether a seat can pay for any other's top discard."""
        others = (top for owner, top in enumerate(self.tops) if owner != seat)
        return any(top is not None and top.price <= self.prestige[seat] for top in others)


def view_of(state: IkebanaState, seat: Seat, moves: tuple[Move, ...]) -> IkebanaView:
    rules, phase = state.rules, state.phase
    return IkebanaView(
        seat=seat,
        players=rules.seats,
        rules=rules,
        turn=state.turn,
        round_number=state.round_number,
        bouquet_card=_bouquet_card(state),
        starter=state.starter,
        actor=state.actor,
        drawing=phase is Awaited.DRAWING,
        shuffling=phase in (Awaited.GATHERING, Awaited.RESHUFFLING),
        factor=state.factor,
        prestige=state.prestige,
        pile=state.pile,
        made=state.made,
        bouquets=tuple(_bouquet(flowers) for flowers in state.bouquets),
        tops=tuple(state.top(Seat(owner)) for owner in range(rules.seats)),
        heights=tuple(len(heap) for heap in state.heaps),
        buried=tuple(heap[:-1] if rules.show_buried else () for heap in state.heaps),
        offers=_offers(state, seat),
        drawn=state.drawn,
        refusals=state.refusals,
        refusal=_refusal(state),
        won=state.won,
        outcome=phase.outcome if isinstance(phase, Ended) else None,
        moves=moves,
        log=state.log,
    )


def _bouquet_card(state: IkebanaState) -> int:
    """Return which card of their bouquets the seats are choosing, from 1 to 5 (IK7)."""
    if isinstance(state.phase, Ended):
        return FLOWERS
    return state.turn % state.rules.turns // state.rules.seats + 1


def _bouquet(flowers: tuple[Flower, ...]) -> Bouquet:
    scored = score([flower.face for flower in flowers])
    return Bouquet(flowers, scored, multiplier(scored.colours))


def _offers(state: IkebanaState, seat: Seat) -> tuple[Offer, ...]:
    """Return the offers in table order, from the left neighbour on."""
    seats = state.rules.seats
    others = [Seat((seat + step) % seats) for step in range(1, seats)]
    tops = [(owner, state.top(owner)) for owner in others]
    purse = state.prestige[seat]
    return tuple(Offer(owner, top, top.price <= purse) for owner, top in tops if top)


def _refusal(state: IkebanaState) -> Refusal | None:
    if state.drawn is None:
        return None
    return Refusal(state.refusal_price, state.payee, state.can_refuse)
