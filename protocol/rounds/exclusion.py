"""A round goes on without a seat: those who are active confirm it, and take up what was under way.

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
    """Return the next stage, once it is decided to go on without the seat: what was said is
    void."""
    after = stage.phase.after if isinstance(stage.phase, Confirming) else stage.phase
    number = stage.round_number + 1
    return replace(stage, head=head, round_number=number, gone=gone, phase=Confirming(after))


def after(stage: Stage, under_way: Phase) -> Stage:
    """Take up what was under way. A pile is shuffled by all active seats that have not yet; the
    turn of the seat that is gone is passed over; all else is said anew by the others. What is
    agreed on, all agree on: so that none that is called gone here can go on alone for two rounds.
    """
    match under_way:
        case Shuffling(_, _, pile, done) | AgreeingOnPile(pile, _, _, done):
            stage = shuffle.after(stage, pile, done)
            match stage.phase:
                case AgreeingOnPile() as agreeing:
                    return replace(stage, phase=replace(agreeing, by=None))
            return stage
        case AgreeingOnMove():
            return replace(stage, phase=replace(under_way, by=None))
        # §14: if the seat that was to move is another, which is back, it still is to move: below.
        case Moving(by) if by == stage.gone:
            game = cast("Passable[AnyState]", stage.game)  # only such a game offers the option
            return ask(replace(stage, state=game.passed(stage.state)))
    return replace(stage, phase=under_way)
