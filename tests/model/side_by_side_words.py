"""The model's stops and objections, with the real objects, `Stops` and `Disputes`.

In random walks of the model (`words.py`) each seat may have heard any of the stops that were said,
and any of the villain's. By each set of seats that ends the table in the model the real seat ends
it, and under the same name; by no other, whatever it has heard. It says the stops that the model
says. An objection that cannot be judged yet silences it as little as there, and is judged as early.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache

from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.consent import Consent
from protocol.ledger.evidence import WrongStatement, objection_body
from protocol.ledger.history import History, Statement, payload_of
from protocol.peer.disputes import Disputes
from protocol.peer.own_seat import SigningSeat
from protocol.peer.status import EndingKind
from protocol.reasons import Forbidden, Reason
from tests.attacks.villain import SPLIT
from tests.fakes import seated
from tests.vectors.vector_stops import Case, Ours, Received, stop

from .side_by_side import ground, parser, shown
from .words import State, Words

SEATS = 4
VILLAIN = SEATS - 1
STOPS = Words(SEATS, objections=False, again=True)
OBJECTIONS = Words(SEATS, stops=False)
LENGTH = 25


def walk(words: Words, seed: int) -> Iterator[State]:
    """Yield the states of one walk, in which seats seldom find that the table has ended."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    state = words.start()
    for _ in range(LENGTH):
        yield state
        moves = [*words.moves(state)]
        if not moves:
            return
        likely = [0.05 if " finds " in text or " judges " in text else 1 for text, _ in moves]
        state = chance.choices(moves, likely)[0][1]


# Stops.


def stops_differ(words: Words, seed: int) -> Iterator[str]:
    """Yield how the model and the real objects differ in a walk."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    for state in walk(words, seed):
        i = chance.randrange(VILLAIN)
        if state[i].ended is None:
            yield from _ends(words, state, i, chance)
            yield from _ends_by_others(words, state, i, chance)
            yield from _says(words, state, i)


def _ends(words: Words, state: State, i: int, chance: random.Random) -> Iterator[str]:
    for k in range(state[i].round + 1):
        by = chance.choice([*words.ends(state, k)])
        heard = [one for one in _said(state) if one[0] in by and one[1] == k]
        if VILLAIN in by:
            heard.append(stop(VILLAIN, *sorted({*range(SEATS)} - by), number=k))
        found = _consent(_at(state, i), heard)
        if found is None or (by, words.name(by)) != (frozenset(found.by), _name(found)):
            yield f"{i} has heard {heard}: ends by {found and found.by}"


def _ends_by_others(words: Words, state: State, i: int, chance: random.Random) -> Iterator[str]:
    """Whatever it has heard, one after another."""
    ours = _at(state, i)
    heard = [one for one in _said(state) if chance.random() < 0.8]
    for _ in range(3):
        missing = [x for x in range(VILLAIN) if chance.random() < 0.6]
        heard.append(stop(VILLAIN, *missing, number=chance.randrange(words.rounds + 1)))
    chance.shuffle(heard)
    for one in heard:
        ours.take_in(one)
    found = ours.disputes._consent
    if found is not None:
        ends = [*words.ends(state, found.stops[0].round_number)]
        if frozenset(found.by) not in ends or words.name(frozenset(found.by)) != _name(found):
            yield f"{i} ends by {found.by} after {heard}"


def _says(words: Words, state: State, i: int) -> Iterator[str]:
    steps = {text for text, _ in words.moves(state) if text.startswith(f"{i} says a stop")}
    ours = _at(state, i)
    _consent(ours, _said(state))
    said = set[str]()
    for missing in [[x for x in range(SEATS) if x not in (i, y)] for y in range(SEATS)]:
        reach = {Seat(x) for x in range(SEATS) if x not in missing}
        for stage, _ in ours.stops.unsaid(Seat(i), reach, ours.history):
            said.add(f"{i} says a stop for round {stage.round_number}, missing {missing}")
    if said != steps:
        yield f"{i} says {sorted(said ^ steps)}"


def _at(state: State, i: int) -> Ours:
    return Ours.of(Case("", (), SEATS, number=state[i].round, me=i))


def _said(state: State) -> list[Received]:
    return [stop(i, *sorted(m), number=k) for i, p in enumerate(state) for k, m in sorted(p.stops)]


def _consent(ours: Ours, heard: list[Received]) -> Consent | None:
    """Hear all of these at once."""
    for seat, number, _, body in heard:
        stage = ours.case.stage(number)
        payload = payload_of(stage, Seat(seat), body)
        try:
            ours.stops.receive(
                Statement(payload, bytes(64), number, Seat(seat), stage.head, body), ours.history
            )
        except Dropped:
            assert number > ours.case.number  # it has not come so far
    return ours.stops.consent(ours.history)


@cache
def signing() -> tuple[SigningSeat, ...]:
    return seated(SPLIT, SEATS)[2]


def _name(consent: Consent) -> str:
    """Return how the table has ended, in the words of the model."""
    disputes = Disputes(signing()[0])
    disputes.agree(consent)
    ending = disputes.ending
    assert ending is not None
    if ending.how is EndingKind.AGREED:
        return "consent"
    return "the villain withdrew" if ending.seat == VILLAIN else f"{ending.seat} withdrew"


# Objections.


@cache
def objection(ahead: int) -> Statement:
    """Return what the villain signs, `ahead` rounds after the first, about a statement that is
    rightly made in that."""
    on = ground(SEATS)
    number = on.number + ahead
    stage = on.played.rounds[min(number, len(on.played.rounds) - 1)].stage
    shown = WrongStatement(on.rounds[0].statements[Seat(0)])
    body = objection_body(Seat(0), Reason(Forbidden.NOT_DUE), shown)
    payload = payload_of(stage, Seat(VILLAIN), body)
    return Statement(payload, bytes(64), number, Seat(VILLAIN), stage.head, body)


def objections_differ(words: Words, seed: int) -> Iterator[str]:
    """Yield how the model and the real objects differ in a walk."""
    on = ground(SEATS)
    for state in walk(words, seed):
        for i, seat in enumerate(state):
            if seat.ended is not None:
                continue
            number = on.number + seat.round
            rounds = on.played.rounds
            history = History(rounds[number].stage, on.played.signatures, rounds[:number])
            disputes = Disputes(signing()[i])
            disputes.receive(objection(SEATS + 3 + seat.round), history)
            if seat.warned >= 0:
                disputes.receive(objection(seat.warned), history)
            if disputes.silent != seat.silent:
                yield f"{i} is silent: {disputes.silent}"
            judged = [(one.how, one.seat) for one, _, _ in disputes.verdicts(history)]
            steps = [text for text, _ in words.moves(state) if text.startswith(f"{i} judges")]
            if judged != [(EndingKind.WITHDRAWN, VILLAIN)] * len(steps):
                yield f"{i} judges {judged}, and the model {steps}"


def main() -> int:
    given = parser().parse_args()
    seeds = range(given.first, given.first + given.walks)
    wrong = 0
    for differ, words in ((stops_differ, STOPS), (objections_differ, OBJECTIONS)):
        found = (f"walk {seed}: {text}" for seed in seeds for text in differ(words, seed))
        wrong |= shown(found, given.walks)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
