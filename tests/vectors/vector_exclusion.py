"""The vectors of void rounds: what was under way, which rounds are void, and what comes next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from protocol.game import Act, Card, Seat
from protocol.ledger.history import void_head
from protocol.peer.status import Activity
from protocol.rounds.advance import advance
from protocol.rounds.exclusion import without
from protocol.rounds.phases import (
    AgreeingOnMove,
    AgreeingOnPile,
    Closing,
    Confirming,
    Dealing,
    Moved,
    Moving,
    Opening,
    Phase,
    Shuffled,
    Shuffling,
)
from protocol.rounds.state import Stage
from tests.attacks.toy import SPLIT_STEPS
from tests.attacks.villain import SPLIT, film
from tests.second_auditor.exclusion import Exclusion
from tests.second_auditor.faults import Fault
from tests.vectors.vector_proofs import b, fields

KINDS: dict[type[Any], str] = {
    Shuffling: "shuffled",
    AgreeingOnPile: "agree to a pile",
    Dealing: "dealt",
    Opening: "opened",
    Moving: "move",
    AgreeingOnMove: "agree to a state",
    Confirming: "without",
    Closing: "close",
}
Event: TypeAlias = int | None
"""A seat for which the round is void; None: it is complete."""
BEFORE = ("seats", "round", "head", "kind", "shuffled", "owe", "acts", "but")


def stages(seats: int) -> list[Stage]:
    """The stages of a whole game that can become void."""
    rounds = film(seats, SPLIT)[Activity.ENDED].history(0).rounds
    return [done.stage for done in rounds if done.stage.escrow]


def before(stage: Stage) -> dict[str, Any]:
    """What was under way, as far as it decides what comes next."""
    phase = stage.phase
    shuffled: tuple[Seat, ...] = ()
    owe, acts, but = list[Seat](), list[Seat](), None
    match phase:
        case Shuffling(done=done):
            shuffled = done
        case AgreeingOnPile(by=by, done=done):
            shuffled, but = done, by
        case AgreeingOnMove(by=by):
            but = by
        case Opening(cards):
            owe = [s for s in stage.seating.seats if any(stage.shows(s, card) for card in cards)]
        case Moving():
            state: Any = stage.state
            rest = SPLIT_STEPS[state.step :]
            acts = [step.seat for step in rest if isinstance(step, Act)]
    return {
        "seats": len(stage.seating.places),
        "round": stage.round_number,
        "head": stage.head,
        "kind": KINDS[type(phase)],
        "shuffled": shuffled,
        "owe": owe,
        "acts": acts,
        "but": but,
    }


def after(stage: Stage, event: Event, head: bytes) -> Stage:
    if event is not None:
        return without(stage, Seat(event), void_head(stage.head, Seat(event)))
    verified: dict[Seat, Any] = {}
    match stage.phase:
        case Shuffling(by, _, pile):
            verified = {by: Shuffled(pile)}
        case Moving(by):
            verified = {by: Moved(SPLIT.moves(stage.state, by, {})[:1], stage.state)}  # type: ignore[arg-type] # any state
    return advance(stage, verified, head)


def case_of(name: str, stage: Stage, events: Sequence[Event]) -> dict[str, Any]:
    facts = {"name": name, **before(stage)}
    rounds = list[dict[str, Any]]()
    for event in events:
        head = bytes([0xC0 + len(rounds)]) * 32
        stage = after(stage, event, head)
        rounds.append(
            {
                "event": ["complete", head] if event is None else ["void", event],
                "head": stage.head,
                "gone": stage.gone,
                "kind": KINDS[type(stage.phase)],
                "speakers": stage.speakers,
            }
        )
    return {**facts, "rounds": rounds}


def walk(seats: int, seed: int) -> dict[str, Any]:
    """What comes next after some rounds that are void, and some that are not."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    # the game asks for something else once the turns of those who are gone are passed over
    known = [stage for stage in stages(seats) if len(before(stage)["acts"]) in (0, 4)]
    first = stage = chance.choice(known)
    events = list[Event]()
    for _ in range(chance.randrange(2, 9)):
        is_over = not isinstance(stage.phase, Shuffling | Moving | Confirming)
        if chance.random() < 0.4 or is_over:
            events.append(chance.choice(stage.speakers))
        else:
            events.append(None)
        stage = after(stage, events[-1], bytes([0xC0 + len(events) - 1]) * 32)
    return case_of(f"walk {seed}", first, events)


def _stage(seats: int, phase: type[Phase], place: int = 0) -> Stage:
    return [stage for stage in stages(seats) if isinstance(stage.phase, phase)][place]


def exclusion_facts() -> dict[str, Any]:
    """Return cases: a round that was open, and what was open after each event."""
    move, shuffle = _stage(4, Moving), _stage(4, Shuffling, 1)
    mover = move.speakers[0]
    other = next(seat for seat in move.seating.seats if seat != mover)
    # one card that its holder does not see: the others owe its blinding
    alone = replace(_stage(3, Opening), phase=Opening((Card(2),)))
    cases = [
        case_of("a shuffle, in its turn again", shuffle, (1, None, None, None)),
        case_of("the last shuffle", _stage(4, Shuffling, 3), (3, None)),
        case_of("a shuffle by who was gone at its turn", shuffle, (1, 0, None, None, None)),
        case_of("a pile that all have shuffled", _stage(4, AgreeingOnPile), (0, None)),
        case_of("a pile that one has not", shuffle, (1, None, None, None, 0, None, None)),
        case_of("a deal", _stage(4, Dealing), (2, None)),
        case_of("a deal of three", _stage(3, Dealing), (2, None)),
        case_of("the mover is gone", move, (mover, None, None)),
        case_of("the mover was gone, and is there again", move, (mover, other, None, None)),
        case_of("another mover is gone too", move, (mover, None, move_after(move), None)),
        case_of("an agreement on a move", _stage(4, AgreeingOnMove), (other, None)),
        case_of("an opening", _stage(4, Opening), (0, None)),
        case_of("an opening by one alone", _stage(3, Opening), (0, None)),
        case_of("a close", _stage(5, Closing), (4, None)),
        case_of("three void rounds in a row", _stage(5, Dealing), (0, 1, 0, None)),
        case_of(
            "an opening that one alone owes: all active seats speak", alone, (0, None, 1, None)
        ),
    ]
    return {"cases": cases, "refused": _refused()}


def move_after(stage: Stage) -> int:
    """Who acts after the mover."""
    acts: list[int] = before(stage)["acts"]
    return acts[1]


def _refused() -> list[dict[str, Any]]:
    """Seats that do not speak in the round."""
    shuffle, move = _stage(4, Shuffling, 1), _stage(4, Moving)
    agree = _stage(4, AgreeingOnMove)
    assert isinstance(agree.phase, AgreeingOnMove)
    return [
        {"name": "a shuffle for another seat", **before(shuffle), "void": 0},
        {"name": "a move for another seat", **before(move), "void": 3},
        {"name": "an agreement for the mover", **before(agree), "void": agree.phase.by},
        {"name": "a seat that there is not", **before(move), "void": 4},
    ]


def second_of(facts: dict[str, Any]) -> Exclusion:
    seats, number, head, kind, shuffled, owe, acts, but = (facts[name] for name in BEFORE)
    return Exclusion(seats, number, b(head), kind, shuffled, owe, acts, but)


def check_exclusion(facts: dict[str, Any]) -> None:
    cases, refused = fields(facts, "cases", "refused")
    for case in cases:
        check_case(case)
    for case in refused:
        *_, x = fields(case, "name", *BEFORE, "void")
        with pytest.raises(Fault):
            second_of(case).void(x)


def check_case(case: dict[str, Any]) -> None:
    """Compare a case, as it stands in the file, with what the second auditor makes of it."""
    name, *_, rounds = fields(case, "name", *BEFORE, "rounds")
    second = second_of(case)
    for one in rounds:
        (what, value), *out = fields(one, "event", "head", "gone", "kind", "speakers")
        if what == "void":
            second.void(value)
        else:
            second.complete(b(value))
        found = [second.head.hex(), second.gone, second.kind, second.speakers]
        assert found == out, (name, one)
