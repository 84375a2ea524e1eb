"""The seats shuffle a pile one after another; then all but the last agree on the result.

Source: docs/protocol.md, sections 4 and 6.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..crypto.parts import Workers
from ..crypto.shuffle_proof import Pile, Task, pile_from, shuffle, verify_shuffle
from ..encoding import H, Value
from ..errors import BadProof
from ..game import Seat
from .phases import AgreeingOnPile, Shuffled, Shuffling
from .seat_secrets import Prover
from .state import Stage, ask


def prove(
    stage: Stage, prover: Prover, number: int, pile: Pile, *, together: Workers
) -> tuple[Value, Shuffled]:
    """Return the statement of this seat's shuffle; `number` is the specification's m."""
    task = Task(stage.context(prover.seat), number, stage.table_key, pile)
    result, proof = shuffle(prover.secret, stage.beacon, task, together)
    return ("shuffled", result, proof.value()), Shuffled(result)


def verify(
    stage: Stage,
    seat: Seat,
    phase: Shuffling,
    contents: tuple[Value, Value],
    *,
    together: Workers,
) -> Shuffled:
    """Verify a shuffle, given as (result, proof). Raises `BadProof`."""
    result, proof = contents
    task = Task(stage.context(seat), phase.number, stage.table_key, phase.pile)
    return Shuffled(verify_shuffle(task, result, proof, together))


def unverified(pile: Pile, body: Value) -> Shuffled | None:
    """Return the pile in a statement without verifying anything; None if it is malformed."""
    match body:
        case ("shuffled", result, _):
            with suppress(BadProof):
                return Shuffled(pile_from(result, len(pile)))
    return None


def after(stage: Stage, pile: Pile, done: tuple[Seat, ...]) -> Stage:
    """Pass the pile to the next active seat that has not shuffled it, even one that was gone at its
    turn: otherwise a single seat might be the only one to shuffle. The last shuffler need not
    agree."""
    following = [seat for seat in stage.active if seat not in done]
    if following:
        return replace(stage, phase=Shuffling(following[0], stage.shuffles, pile, done))
    # §4: the last shuffler could have sent two piles. So nobody deals before all others have signed
    # the one that they hold.
    return replace(stage, phase=AgreeingOnPile(pile, done[-1], H("pile", pile), done))


def after_agreement(stage: Stage, pile: Pile) -> Stage:
    """Return the stage after all have agreed on the pile: its cards are numbered."""
    cards, state = stage.cards.with_pile(pile), stage.rules.shuffled(stage.state)
    return ask(replace(stage, cards=cards, state=state, shuffles=stage.shuffles + 1))
