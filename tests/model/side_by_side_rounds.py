"""The model's rounds, void rounds and what is taken back, with the real objects: a real `History`.

To each head of the model (`rounds.py`) belongs the history of a game of Hanabi with escrow, in
which every statement is proven and signed. What a round is for, who speaks in it, whose statement
accuses whom, and which void round a seat takes over from others, is compared.

    python -m tests.model.side_by_side_rounds --walks 100000
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from p2p_hanabi.games.hanabi.moves import HintColour, HintRank, Play
from protocol.crypto.proofs import TableSecret
from protocol.errors import Dropped
from protocol.game import Seat as SeatNumber
from protocol.identity.keys import Identity, seat_message
from protocol.identity.seating import Place, Seating
from protocol.ledger.evidence import WrongStatement, named_by
from protocol.ledger.history import History, Statement, sign
from protocol.ledger.votes import Decide
from protocol.peer.absences import Absences
from protocol.rounds.cards import Private
from protocol.rounds.phases import (
    AgreeingOnMove,
    AgreeingOnPile,
    Confirming,
    Dealing,
    Moving,
    Opening,
    Phase,
    Shuffling,
    Verified,
)
from protocol.rounds.prove import prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage as RealStage
from tests.any_game import RULES, bare
from tests.simulation.standin import fast_group
from tests.worked_example import Example

from .rounds import Head, Rounds, Signed, Stage, State
from .side_by_side import parser, shown

SEATS = 4
MOVE, SHUFFLE = Stage("move", 0), Stage("shuffle", 0)
BEGINNINGS: dict[Stage, type[Phase]] = {MOVE: Moving, SHUFFLE: Shuffling}
VILLAIN = 3
LENGTH = 60
HANABI = RULES["hanabi"]
NAMES = ("Ada", "Bob", "Cyd", "Dan")


def rules_of(begin: Stage, *, villain: bool) -> Rounds:
    """With a villain, which says one thing under each head, seats are let go on alone."""
    return Rounds(SEATS, begin, 10, (VILLAIN,) if villain else (), forger=False)


def walk(rules: Rounds, seed: int) -> Iterator[State]:
    """Yield the states of one walk, in which few rounds become void."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    state = rules.start()
    seldom = chance.choice((0.02, 0.1, 0.4))
    for _ in range(LENGTH):
        yield state
        moves = [*rules.moves(state)]
        if not moves:
            return
        likely = [seldom if " is decided " in text else 1 for text, _ in moves]
        state = chance.choices(moves, likely)[0][1]


@dataclass(eq=False)
class Real:
    """The histories of one table: each is found from the one before it, once."""

    begin: Stage

    @cache  # noqa: B019 - as long as the table
    def at(self, head: Head) -> Example:
        """Return the table as it is for a seat at this head. Its history is not to be changed."""
        if not head:
            return self._first()
        before = self.at(head[:-1])
        game = Example(HANABI, before.seating, before.identities, _copy(before.history), {})
        game.provers = before.provers
        entry = head[-1]
        if isinstance(entry, int):
            game.history.void(SeatNumber(entry), {})
            return game
        for seat, version in zip(game.history.stage.speakers, entry, strict=True):
            statement, verified = self.says(head[:-1], seat, version)
            game.history.add(statement, verified)
        dealt = isinstance(game.history.stage.phase, Dealing)
        done = game.history.complete_round()
        assert done is not None
        if dealt:
            provers = {seat: game.taught(prover, done) for seat, prover in game.provers.items()}
            game.provers = provers
        return game

    def _first(self) -> Example:
        game = table()
        while not isinstance(game.history.stage.phase, BEGINNINGS[self.begin]):
            game.one_round()
        return game

    @cache  # noqa: B019 - as long as the table
    def says(self, head: Head, seat: int, version: int) -> tuple[Statement, Verified]:
        game = self.at(head)
        stage, prover = game.history.stage, game.provers[SeatNumber(seat)]
        move = None
        if isinstance(stage.phase, Moving):
            moves = HANABI.moves(stage.state, stage.phase.by, prover.known(stage.cards))
            kind = Play if version else HintRank | HintColour
            move = next(one for one in moves if isinstance(one, kind))
        body, verified = prove(stage, prover, bare(move))
        return sign(stage, prover.seat, body, game.identities[prover.seat]), verified

    def speaks_out_of_turn(self, head: Head, seat: int) -> Statement:
        game = self.at(head)
        return sign(
            game.history.stage, SeatNumber(seat), ("agree", bytes(32)), game.identities[seat]
        )


def table() -> Example:
    """A table of four with escrow, before anybody has spoken."""
    who = tuple(Identity(bytes([seat + 1]) * 32) for seat in range(SEATS))
    places = tuple(
        Place(NAMES[seat], one.public_key, bytes([seat + 9]) * 32, bytes([seat]) * 16)
        for seat, one in enumerate(who)
    )
    options = HANABI.options({"escrow": True, "first": 0})
    seating = Seating(HANABI.name, options, HANABI.deck, HANABI.faces(dict(options)), places)
    signatures = [one.sign(seat_message(seating.table, seat)) for seat, one in enumerate(who)]
    provers = {
        seat: Prover(seat, TableSecret(bytes([seat + 33]) * 32, seating.table), Private())
        for seat in seating.seats
    }
    return Example(HANABI, seating, who, History.of(HANABI, seating, signatures), provers, [])


def _copy(history: History) -> History:
    return History(history.stage, history.signatures, [*history.rounds])


def stage_of(rules: Rounds, head: Head, real: RealStage) -> str | None:
    """Return how the two differ in what the open round is for; None if they do not."""
    stage = rules.stage(head)
    match real.phase:
        case Shuffling(by):
            kind, by_seat = "shuffle", int(by)
        case Moving(by):
            kind, by_seat = "move", int(by)
        case AgreeingOnPile():
            kind, by_seat = "agree on a pile", stage.by
        case AgreeingOnMove():
            kind, by_seat = stage.kind if stage.kind.startswith("agree") else "agree", stage.by
        case Dealing():
            kind, by_seat = "deal", stage.by
        case Opening():
            kind, by_seat = "open", stage.by
        case Confirming():
            kind, by_seat = "confirm", stage.by
        case _:
            kind, by_seat = repr(real.phase), stage.by
    here = (stage.kind, stage.by, stage.gone, rules.speakers(head))
    there = (kind, by_seat, real.gone, tuple(real.speakers))
    return None if here == there else f"{rules.name(head)}: {here} and {there}"


def differences(rules: Rounds, real: Real, seed: int) -> Iterator[str]:
    """Yield how the model and the real objects differ in a walk."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    for state in walk(rules, seed):
        i = chance.choice(rules.honest)
        head = state.seats[i].head
        if len(head) >= rules.rounds:
            continue
        found = stage_of(rules, head, real.at(head).history.stage)
        if found is not None:
            yield found
            return
        yield from _accusations(rules, real, state, chance)
        yield from _void(rules, real, state, i)


def _accusations(rules: Rounds, real: Real, state: State, chance: random.Random) -> Iterator[str]:
    """A statement of any seat, shown to any other; and one of a seat that is not to speak."""
    k = chance.choice(rules.honest)
    file = state.seats[k].head
    history = real.at(file).history
    under = chance.choice([file[:at] for at in range(len(file) + 1)])
    signed: list[tuple[Signed, int]] = [
        (one, i) for i in rules.honest for one in state.seats[i].signed
    ]
    shown = [((under, 0), i) for i in range(SEATS) if i not in rules.speakers(under)]
    for (head, version), i in [*chance.sample(signed, min(2, len(signed))), *shown[:1]]:
        if i in rules.speakers(head):
            statement, _ = real.says(head, i, version)
        else:
            statement = real.speaks_out_of_turn(head, i)
        is_wrong = named_by(WrongStatement(statement), history) is not None
        if is_wrong != rules.is_wrong((head, version), i, file):
            yield f"{i} {(head, version)} in the file {file}: wrong is {is_wrong}"


def _void(rules: Rounds, real: Real, state: State, i: int) -> Iterator[str]:
    """Seat i hears all decisions of the rounds that it has come to."""
    head, signed = state.seats[i]
    steps = {after.seats[i].head for _, after in rules.hears_of_a_void_round(state, i)}
    for under, x in sorted(state.void, key=lambda one: (len(one[0]), one[1])):
        if under != head[: len(under)]:
            continue
        game = real.at(head)
        history = _copy(game.history)
        for one, version in signed:
            if one == head:
                said, verified = real.says(head, i, version)
                history.statements[SeatNumber(i)] = said
                history.verified[SeatNumber(i)] = verified
        absences = Absences(SeatNumber(i), game.seating)
        word = Decide(0, SeatNumber(x)).body()
        for seat in {*game.seating.seats} - {x}:
            said = sign(real.at(under).history.stage, seat, word, game.identities[seat])
            with suppress(Dropped):  # of a round long over
                absences.receive(said, history)
        void = absences.found(history)
        after = None if void is None else _after(history, void.round_number, void.gone)
        heard = [one for one in steps if one == (*under, x)]
        expected = [real.at(one).history.stage.head for one in heard]
        if expected != ([] if after is None else [after]):
            yield f"{i} at {head} hears that {under} is void for {x}: {void}"


def _after(history: History, number: int, gone: SeatNumber) -> bytes:
    """Return the head once the round is taken over as void, as `Table` does."""
    if number < history.stage.round_number:
        history.back_to(number)
    history.void(gone, {})
    return history.stage.head


def main() -> int:
    given = parser().parse_args()
    wrong = 0
    with fast_group():
        for begin in BEGINNINGS:
            for villain in (False, True):
                rules, real = rules_of(begin, villain=villain), Real(begin)
                seeds = range(given.first, given.first + given.walks)
                found = (
                    f"{begin.kind}, walk {seed}: {text}"
                    for seed in seeds
                    for text in differences(rules, real, seed)
                )
                wrong |= shown(found, given.walks)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
