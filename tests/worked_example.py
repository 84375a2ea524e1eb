"""The worked example of docs/protocol.md: three seats, one mistake allowed, a game of three moves.

Everything follows from the seeds, the secrets and the moves given here.
`python -m tests.worked_example` prints the example as the code makes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from p2p_hanabi.games.hanabi.moves import HintRank, Move, Play, pack
from p2p_hanabi.games.hanabi.rules import Hanabi
from protocol.crypto.group import (
    CHAIN_BASE,
    Q,
    face_points,
    hash_to_scalar,
    shuffle_bases,
    to_bytes,
)
from protocol.crypto.proofs import TableSecret
from protocol.crypto.shuffle_proof import permutation
from protocol.encoding import H, Value, W, enc
from protocol.game import Card, Seat
from protocol.identity.keys import Identity, seat_message, table_words
from protocol.identity.seating import Place, Seating
from protocol.ledger.history import History, Round, sign
from protocol.ledger.transcript import digest, write_transcript
from protocol.rounds.cards import Blinded, Private
from protocol.rounds.deal import learn, unseal
from protocol.rounds.phases import Dealing, Dealt, Moving, Shuffling
from protocol.rounds.prove import prove
from protocol.rounds.seat_secrets import Prover
from tests.any_game import bare

WIDTH = 72
MAX_LINE = 92

NAMES = ("Ana", "Ben", "Chi")
MOVES: tuple[Move, ...] = (
    HintRank(Seat(2), 1, (Card(12), Card(14))),
    Play(Card(14)),  # the red 1: a firework begins, and a card is drawn
    Play(Card(0)),  # the yellow 3: the one mistake allowed
)


@dataclass
class Example:
    """A whole table, spoken from its secrets."""

    game: Hanabi
    seating: Seating
    identities: tuple[Identity, ...]
    history: History
    provers: dict[Seat, Prover]
    moves: list[Move] = field(default_factory=lambda: list(MOVES))

    def play(self) -> None:
        while self.history.stage.speakers:
            self.one_round()

    def one_round(self) -> None:
        stage = self.history.stage
        for seat in stage.speakers:
            move = self.moves.pop(0) if isinstance(stage.phase, Moving) else None
            body, verified = prove(stage, self.provers[seat], bare(move))
            self.history.add(sign(stage, seat, body, self.identities[seat]), verified)
        done = self.history.complete_round()
        assert done is not None
        if isinstance(stage.phase, Dealing):
            self.provers = {
                seat: self.taught(prover, done) for seat, prover in self.provers.items()
            }

    def taught(self, prover: Prover, deal: Round) -> Prover:
        verified = {
            sender: unseal(deal.stage, prover, sender, dealt)
            for sender, dealt in deal.verified.items()
            if sender != prover.seat and isinstance(dealt, Dealt)
        }
        private = learn(deal.stage, self.history.stage, prover, verified)
        return Prover(prover.seat, prover.secret, private)


def example() -> Example:
    game = Hanabi()
    identities = tuple(Identity(bytes([seat + 1]) * 32) for seat in range(len(NAMES)))
    places = tuple(
        Place(name, who.public_key, bytes([seat + 0x11]) * 32, bytes([seat + 0x21]) * 16)
        for seat, (name, who) in enumerate(zip(NAMES, identities, strict=True))
    )
    options = game.options({"red": 1})
    seating = Seating(game.name, options, game.deck, game.faces(dict(options)), places)
    table = seating.table
    signatures = [who.sign(seat_message(table, seat)) for seat, who in enumerate(identities)]
    provers = {
        seat: Prover(seat, TableSecret(bytes([seat + 0x31]) * 32, table), Private())
        for seat in seating.seats
    }
    return Example(game, seating, identities, History.of(bare(game), seating, signatures), provers)


# What the document prints of it. Bytes are hexadecimal, all else is JSON.


def facts(table: Example) -> dict[str, str]:
    """Of a table that has been played."""
    found: dict[str, Value] = {
        **fixed_points(),
        **inputs(table),
        **keys_of(table),
        **shuffle_of(table),
        **deal_of(table),
        **claim_of(table),
        **rounds_of(table),
    }
    return {name: written(value) for name, value in found.items()}


def written(value: Value) -> str:
    return (
        value.hex()
        if isinstance(value, bytes)
        else json.dumps(value, default=bytes.hex, separators=(",", ":"))
    )


def inputs(table: Example) -> dict[str, Value]:
    seating, history = table.seating, table.history
    found: dict[str, Value] = {"options": seating.options}
    for seat, place in zip(seating.seats, seating.places, strict=True):
        found |= {
            f"name {seat}": place.name,
            f"identity seed {seat}": table.identities[seat].seed,
            f"identity key {seat}": place.identity,
            f"certificate {seat}": place.certificate,
            f"nonce {seat}": place.nonce,
            f"secret {seat}": table.provers[seat].secret.secret,
        }
    found |= {f"move {i}": pack(move) for i, move in enumerate(MOVES)}
    found |= {"seating": enc(seating.value()), "table": seating.table}
    return found | {f"signature {i}": made for i, made in enumerate(history.signatures)}


def keys_of(table: Example) -> dict[str, Value]:
    """Rounds 0 and 1, as seat 0 speaks, and what all make of them."""
    commit, reveal = (done.statements[Seat(0)] for done in table.history.rounds[:2])
    stage = table.history.stage
    _, k, x, b, e, z, sigma = array(reveal.body)
    return {
        "commit payload": commit.payload,
        "commit signature": commit.signature,
        "commit digest": commit.digest,
        "x": to_bytes(table.provers[Seat(0)].secret.x),
        "K": k,
        "X": x,
        "b": b,
        "e": e,
        "z": z,
        "sigma": sigma,
        "beacon": stage.beacon,
        "K*": stage.table_key,
        "words": table_words(table.seating.table, stage.beacon),
        "first seat": int.from_bytes(W("first seat", stage.beacon), "little") % len(NAMES),
    }


def shuffle_of(table: Example) -> dict[str, Value]:
    """Round 2: seat 0 shuffles the starting pile."""
    done = table.history.rounds[2]
    assert isinstance(done.stage.phase, Shuffling)
    ctx, secret = done.stage.context(Seat(0)).value, table.provers[Seat(0)].secret.secret
    start, beacon = done.stage.phase.pile, table.history.stage.beacon
    _, result, proof = array(done.statements[Seat(0)].body)
    p, chain, e, s1, s2, s3, s4, s_chain, s_weight = array(proof)
    d = H("shuffle statement", ctx, 0, done.stage.table_key, start, result, p)
    return {
        "starting pile": H("pile", start),
        "permutation": permutation(secret, beacon, 0, len(start)),
        "mask 0": to_bytes(hash_to_scalar("mask", secret, ctx, 0, 0)),
        "p 0": array(p)[0],
        "D": d,
        "u 0": to_bytes(hash_to_scalar("shuffle weight", d, 0)),
        "chain 0": array(chain)[0],
        "shuffle e": e,
        "s1": s1,
        "s2": s2,
        "s3": s3,
        "s4": s4,
        "s chain 0": array(s_chain)[0],
        "s weight 0": array(s_weight)[0],
        "pile after seat 0": H("pile", result),
    }


def deal_of(table: Example) -> dict[str, Value]:
    """The first deal: card 0, which all but seat 0 see; and the box from seat 1 to seat 2."""
    number, done = first(table.history, Dealing)
    after = table.history.rounds[number + 1].stage
    bodies = [array(done.statements[seat].body) for seat in table.seating.seats]
    standing = after.cards.standing_of(Card(0))
    assert isinstance(standing, Blinded)
    a, b = done.stage.cards.masked[Card(0)]
    box = array(bodies[1][2])[2]
    assert isinstance(box, bytes)
    return {
        "deal round": number,
        "A": a,
        "B": b,
        "share of seat 0": array(bodies[0][1])[0],
        "blinded share of seat 1": array(bodies[1][1])[0],
        "blinded share of seat 2": array(bodies[2][1])[0],
        "C": standing.commitment,
        "y": to_bytes(table.provers[Seat(1)].private.blindings[Card(0)]),
        "face": table.provers[Seat(1)].private.faces[Card(0)],
        "box nonce": H("box nonce", done.stage.context(Seat(1)).value, 2)[:24],
        "box bytes": len(box),
        "box from 1 to 2": box,
    }


def claim_of(table: Example) -> dict[str, Value]:
    """The hint: its claims, and the proof of the one about card 12."""
    number, done = first(table.history, Moving)
    (statement,) = done.statements.values()
    _, _, proofs = array(statement.body)
    state = bare(table.history.rounds[number + 2].stage.state)
    claims = table.game.claims(bare(done.stage.state), MOVES[0])
    place = next(i for i, claim in enumerate(claims) if claim.card == Card(12))
    return {
        "hint round": number,
        "claims": [(claim.card, claim.faces) for claim in claims],
        "claim about card 12": array(proofs)[place],
        "state after the hint": table.game.public(state),
    }


def rounds_of(table: Example) -> dict[str, Value]:
    """Every round: its head, and the length and digest of each statement; then the file."""
    found: dict[str, Value] = {}
    for number, done in enumerate(table.history.rounds):
        found[f"head {number}"] = done.stage.head
        for seat, statement in sorted(done.statements.items()):
            found[f"statement {number}/{seat}"] = [len(statement.data), statement.digest.hex()]
    file = write_transcript(table.history)
    last = len(table.history.rounds)
    return found | {
        f"head {last}": table.history.stage.head,
        "transcript bytes": len(file),
        "transcript": digest(file),
    }


def fixed_points() -> dict[str, Value]:
    return {
        "Q": Q,
        "h": CHAIN_BASE,
        "H_0": shuffle_bases(1)[0],
        "M_0": face_points("hanabi", 1)[0],
        'H("x")': H("x"),
    }


def array(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, tuple)
    return value


def first(history: History, phase: type) -> tuple[int, Round]:
    """The first round of this kind, with its number."""
    return next(
        (number, done)
        for number, done in enumerate(history.rounds)
        if isinstance(done.stage.phase, phase)
    )


# The block in the document: `name = value`; a long value goes on in lines that begin with spaces.


def lines_of(found: dict[str, str]) -> Iterator[str]:
    for name, value in found.items():
        line = f"{name} = {value}"
        if len(line) <= MAX_LINE:
            yield line
            continue
        yield f"{name} ="
        yield from (f"  {row}" for row in rows_of(value))


def rows_of(value: str) -> Iterator[str]:
    """Rows of at most WIDTH characters, broken after commas or, where there are none, anywhere."""
    row = ""
    for part in re.findall(rf"[^,]{{0,{WIDTH - 1}}},|[^,]{{1,{WIDTH}}}", value):
        if len(row) + len(part) > WIDTH:
            yield row
            row = ""
        row += part
    yield row


def read_block(lines: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in lines.splitlines():
        if line.startswith("  "):
            found[name] += line[2:]
        else:
            name, _, value = line.partition(" =")
            found[name] = value.removeprefix(" ")
    return found


def main() -> None:
    table = example()
    table.play()
    print("\n".join(lines_of(facts(table))))  # noqa: T201 - it is what this is for


if __name__ == "__main__":
    main()
