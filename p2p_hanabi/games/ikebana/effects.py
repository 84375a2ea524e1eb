"""The effects of shuffles, drawn cards and legal moves in Ikebana.

Each function returns the state after its event. Rules are cited by the numbers of
docs/rules/ikebana.md.
"""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.games.common.tuples import with_entry
from protocol.game import Seat

from .bouquets import score
from .outcome import ended
from .state import (
    PACK,
    PRESTIGE,
    ROUNDS,
    Awaited,
    Bought,
    Deciding,
    Drew,
    Ended,
    Flower,
    IkebanaState,
    Kept,
    Refused,
    Rules,
    Scored,
    Shuffled,
)


def opening(rules: Rules) -> IkebanaState:
    """Return the state before anything is shuffled (IK3)."""
    return IkebanaState(
        rules=rules,
        phase=Awaited.GATHERING,
        turn=0,
        starter=rules.first,
        refusals=0,
        made=0,
        pile=0,
        prestige=(PRESTIGE,) * rules.seats,
        bouquets=((),) * rules.seats,
        heaps=((),) * rules.seats,
        won=(),
        log=(),
    )


def gathered(state: IkebanaState) -> IkebanaState:
    """Put all 55 cards into the pile, and begin the round (IK4, IK28)."""
    nothing: tuple[tuple[Flower, ...], ...] = ((),) * state.rules.seats
    return replace(
        state,
        phase=Awaited.CHOOSING,
        made=state.made + len(PACK),
        pile=len(PACK),
        bouquets=nothing,
        heaps=nothing,
        log=(*state.log, Shuffled(state.turn, PACK)),
    )


def reshuffled(state: IkebanaState) -> IkebanaState:
    """Make the buried discards the new pile; every seat keeps its top discard (IK29, E14)."""
    faces = state.buried
    return replace(
        state,
        phase=Awaited.DRAWING,
        made=state.made + len(faces),
        pile=len(faces),
        heaps=tuple(heap[-1:] for heap in state.heaps),
        log=(*state.log, Shuffled(state.turn, faces)),
    )


def drawing(state: IkebanaState) -> IkebanaState:
    """Ask for a card."""
    return replace(state, phase=Awaited.DRAWING if state.pile else Awaited.RESHUFFLING)


def drawn(state: IkebanaState, flower: Flower) -> IkebanaState:
    """Show the drawn card before it is kept or refused (E11)."""
    return replace(
        state,
        phase=Deciding(flower),
        pile=state.pile - 1,
        log=(*state.log, Drew(state.turn, state.seat, flower.card, flower.face)),
    )


def kept(state: IkebanaState, flower: Flower) -> IkebanaState:
    entry = Kept(state.turn, state.seat, flower.card, flower.face)
    return _added(replace(state, log=(*state.log, entry)), flower)


def refused(state: IkebanaState, flower: Flower) -> IkebanaState:
    """Pay, put the card on the seat's own discards, and draw another (IK9 to IK12, IK17)."""
    seat, price, payee = state.seat, state.refusal_price, state.payee
    entry = Refused(state.turn, seat, flower.card, flower.face, price, payee)
    return drawing(
        replace(
            state,
            refusals=price,
            prestige=_paid(state.prestige, seat, payee, price),
            heaps=with_entry(state.heaps, seat, (*state.heaps[seat], flower)),
            log=(*state.log, entry),
        )
    )


def bought(state: IkebanaState, owner: Seat) -> IkebanaState:
    """Pay the owner of the discards, and reveal the card below (IK18, E13)."""
    seat, heap = state.seat, state.heaps[owner]
    flower = heap[-1]
    entry = Bought(state.turn, seat, flower.card, flower.face, flower.price, owner)
    return _added(
        replace(
            state,
            prestige=_paid(state.prestige, seat, owner, flower.price),
            heaps=with_entry(state.heaps, owner, heap[:-1]),
            log=(*state.log, entry),
        ),
        flower,
    )


def _added(state: IkebanaState, flower: Flower) -> IkebanaState:
    """Add the card to the seat's bouquet, which ends its turn."""
    seat = state.seat
    turn = state.turn + 1
    state = replace(
        state,
        phase=Awaited.CHOOSING,
        turn=turn,
        refusals=0,
        bouquets=with_entry(state.bouquets, seat, (*state.bouquets[seat], flower)),
    )
    return state if turn % state.rules.turns else _scored(state)


def _scored(state: IkebanaState) -> IkebanaState:
    """Score the complete bouquets, paid by the bank; the best one begins next (IK21, IK28)."""
    scores = tuple(score([flower.face for flower in bouquet]) for bouquet in state.bouquets)
    won = tuple(each.total * state.factor for each in scores)
    prestige = tuple(own + more for own, more in zip(state.prestige, won, strict=True))
    entry = Scored(state.round_number, state.bouquets, scores, won)
    last = state.round_number == ROUNDS
    return replace(
        state,
        phase=Ended(ended(prestige)) if last else Awaited.GATHERING,
        starter=state.starter if last else _next_starter(state, won),
        prestige=prestige,
        won=(*state.won, won),
        log=(*state.log, entry),
    )


def _next_starter(state: IkebanaState, won: tuple[int, ...]) -> Seat:
    """Return who won most in this round, with ties broken by the rules (E15)."""
    rules = state.rules
    in_turn = [Seat((state.starter + step) % rules.seats) for step in range(rules.seats)]
    best = [seat for seat in in_turn if won[seat] == max(won)]
    return best[rules.coins[len(state.won)] % len(best)] if rules.coins else best[0]


def _paid(prestige: tuple[int, ...], payer: Seat, payee: Seat, price: int) -> tuple[int, ...]:
    prestige = with_entry(prestige, payer, prestige[payer] - price)
    return with_entry(prestige, payee, prestige[payee] + price)
