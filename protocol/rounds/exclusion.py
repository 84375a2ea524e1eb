"""Go on without a seat: the active seats confirm it, and resume what was under way.

Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ..game import AnyState, Passable, Seat
from . import shuffle
from .phases import AgreeingOnMove, AgreeingOnPile, Confirming, Moving, Phase, Shuffling
from .state import Stage, ask


def without(stage: Stage, gone: Seat, head: bytes) -> Stage:
    """Return the next stage, once it is decided to go on without the seat `gone`: the round is
    void, and the active seats confirm that. `head` is that of the next round, 32 bytes."""
    # §14: of several void rounds in a row, the first says what was under way.
    after = stage.phase.after if isinstance(stage.phase, Confirming) else stage.phase
    number = stage.round_number + 1
    return replace(stage, head=head, round_number=number, gone=gone, phase=Confirming(after))


def after(stage: Stage, under_way: Phase) -> Stage:
    """Resume what was under way. A pile is shuffled by all active seats that have not done so yet;
    the turn of a seat that is gone is skipped; everything else is said again by the others. All
    active seats take part in an agreement, so that no seat that is called gone can complete two
    rounds alone."""
    match under_way:
        case Shuffling(_, _, pile, done) | AgreeingOnPile(pile, _, _, done):
            stage = shuffle.after(stage, pile, done)
            match stage.phase:
                case AgreeingOnPile() as agreeing:
                    return replace(stage, phase=replace(agreeing, by=None))
            return stage
        case AgreeingOnMove():
            return replace(stage, phase=replace(under_way, by=None))
        # §14: if the mover is another seat, which is active again, it still has to move (below).
        case Moving(by) if by == stage.gone:
            game = cast("Passable[AnyState]", stage.rules)  # only such a game offers the option
            return ask(replace(stage, state=game.passed(stage.state)))
    return replace(stage, phase=under_way)
