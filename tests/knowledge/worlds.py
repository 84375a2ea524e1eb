"""A table of Hanabi told to its end or as far as is wanted, and the same table told otherwise.

Seat 0 is the holder whose knowledge is in question. The last seat begins and hints seat 0 a rank;
seat 0 discards its oldest card; the next seat hints seat 0 a colour. Then it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank
from protocol.audit.recompute import all_faces
from protocol.crypto.group import add, sub
from protocol.crypto.proofs import TableSecret, blinded_value
from protocol.crypto.sealed_shares import cards_between
from protocol.crypto.shuffle_proof import Task
from protocol.encoding import Value
from protocol.game import AllBut, Card, Face, Seat
from protocol.identity.seating import Seating
from protocol.ledger.history import History, Round, sign
from protocol.peer.effects import Broadcast
from protocol.peer.table import SigningSeat, Table
from protocol.rounds.cards import Private
from protocol.rounds.deal import learn
from protocol.rounds.phases import Dealing, Dealt, Moving, Shuffling
from protocol.rounds.prove import prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.any_game import RULES, AnyTable, bare
from tests.attacks.villain import put
from tests.fakes import seated
from tests.knowledge.simulator import (
    Coins,
    Oracle,
    blinded_share,
    coins_of_shuffle,
    shuffle,
)

HANABI = RULES["hanabi"]
HOLDER = Seat(0)
SEED = 5

Forge = Callable[[Stage, Seat, Value], Value]
"""What a seat says in place of what it would honestly say."""


def honest(_stage: Stage, _seat: Seat, body: Value) -> Value:
    return body


@dataclass
class World:
    """One telling of the table. `moves` are those that were made, in order."""

    history: History
    mes: tuple[SigningSeat, ...]
    provers: dict[Seat, Prover]
    moves: list[Any]
    oracle: Oracle | None = None

    @property
    def seating(self) -> Seating:
        return self.history.stage.seating

    @property
    def secrets(self) -> dict[Seat, TableSecret]:
        return {seat: prover.secret for seat, prover in self.provers.items()}

    @property
    def faces(self) -> dict[Card, Face]:
        """What the cards are, by all secrets together."""
        return all_faces(self.history.stage, self.secrets)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The holder's."""
        hand: tuple[Card, ...] = bare(self.history.stage.state).hands[HOLDER]
        return hand

    @property
    def undealt(self) -> list[Card]:
        cards = self.history.stage.cards
        return [Card(i) for i in range(len(cards.masked)) if Card(i) not in cards.standing]

    def listening(self) -> AbstractContextManager[None]:
        return self.oracle.listened_to() if self.oracle is not None else nullcontext()

    def play(self, moves: list[Any] | None, forge: Forge) -> None:
        """Every round, each statement verified as every seat verifies it."""
        while len(self.moves) < 3 or not isinstance(self.history.stage.phase, Moving):
            stage = self.history.stage
            for seat in stage.speakers:
                move = None
                if isinstance(stage.phase, Moving):
                    move = moves[len(self.moves)] if moves else self._choose(seat)
                    self.moves.append(move)
                body = forge(stage, seat, prove(stage, self.provers[seat], bare(move))[0])
                statement = sign(stage, seat, body, self.mes[seat].identity)
                self.history.add(statement, verify(stage, seat, statement.body))
            done = self.history.complete_round()
            assert done is not None
            if isinstance(stage.phase, Dealing):
                self.provers = {s: self._taught(prover, done) for s, prover in self.provers.items()}

    def _choose(self, seat: Seat) -> Any:
        stage = self.history.stage
        if seat == HOLDER:
            return Discard(self.hand[0])
        kind = HintColour if self.moves else HintRank
        known = self.provers[seat].known(stage.cards)
        legal = HANABI.moves(stage.state, seat, known)
        return next(m for m in legal if isinstance(m, kind) and m.seat == HOLDER)

    def _taught(self, prover: Prover, done: Round) -> Prover:
        """What the seat's boxes tell it; they are opened in `reach.py`."""
        stage = done.stage
        assert isinstance(stage.phase, Dealing)
        blindings = {}
        for sender, dealt in done.verified.items():
            if sender != prover.seat and isinstance(dealt, Dealt):
                between = cards_between(stage.phase.cards, sender, prover.seat)
                ctx, secret = stage.context(sender), self.secrets[sender]
                blindings[sender] = {card: secret.blinding(ctx, card) for card in between}
        return Prover(
            prover.seat, prover.secret, learn(stage, self.history.stage, prover, blindings)
        )

    def at_the_holder(self) -> AnyTable:
        """The holder's own machine, given what the others say and nothing else."""
        others = [seat for seat in self.seating.seats if seat != HOLDER]
        table = Table(HANABI, self.seating, self.history.signatures, self.mes[HOLDER])
        effects = [*table.start()]
        moves = iter(self.moves)
        with self.listening():
            for done in self.history.rounds:
                if table.ending() is not None:
                    return table
                for seat in others:
                    if seat in done.statements:
                        effects += table.receive(seat, done.statements[seat].data)
                if isinstance(done.stage.phase, Moving):
                    move = next(moves)
                    if done.stage.phase.by == HOLDER:
                        effects += table.play(move)
        received = {e.message for e in effects if isinstance(e, Broadcast)}
        assert {
            d.statements[HOLDER].data for d in self.history.rounds if HOLDER in d.verified
        } <= received
        return table


def _begun(seats: int, oracle: Oracle | None = None) -> World:
    seating, signatures, mes = seated(HANABI, seats, seed=SEED, options={"first": seats - 1})
    provers = {
        me.seat: Prover(me.seat, TableSecret(me.secret, seating.table), Private()) for me in mes
    }
    return World(History.of(HANABI, seating, signatures), mes, provers, [], oracle)


@cache
def world_of(seats: int) -> World:
    world = _begun(seats)
    world.play(None, honest)
    return world


def world_with(seats: int, card: Card, other: Card) -> World:
    """The same table, but the holder's card and one of the pile have each other's faces.

    The last shuffler adds M_f' - M_f to one card and takes it from the other, and proves nothing:
    its proof is simulated. In the deal it adds the same to its blinded share of the holder's card,
    again with a simulated proof, so that C commits to the holder's card as before.
    """
    honest_world = world_of(seats)
    deck, faces = honest_world.history.stage.deck, honest_world.faces
    shift = sub(deck.face_points[faces[other]], deck.face_points[faces[card]])
    oracle, liar = Oracle(), Seat(seats - 1)

    def forge(stage: Stage, seat: Seat, body: Any) -> Value:
        match stage.phase:
            case Shuffling(by, number, pile) if by == seat == liar:
                result = put(body[1], (card, 1), lambda b: add(b, shift))
                result = put(result, (other, 1), lambda b: sub(b, shift))
                task = Task(stage.context(seat), number, stage.table_key, pile)
                coins = coins_of_shuffle(len(pile), Coins(card, other))
                return ("shuffled", result, shuffle(oracle, task, result, coins).value())  # type: ignore[arg-type] # put keeps the pile a pile
            case Dealing(cards) if seat == liar and (card, AllBut(HOLDER)) in cards:
                place = cards.index((card, AllBut(HOLDER)))
                blinded, coins_of = add(body[1][place][0], shift), Coins(card, "deal")
                e, z, u = coins_of.scalars(3)
                about = stage.share_proof(seat, card)
                entry = blinded_value(blinded_share(oracle, about, blinded, (e, z, u)))
                return put(body, (1, place), entry)
        return body  # type: ignore[no-any-return] # a Value is any shape

    world = _begun(seats, oracle)
    with oracle.listened_to():
        world.play(honest_world.moves, forge)
    return world
