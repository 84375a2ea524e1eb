"""Files of all three games, honest and not, and what both auditors say of them.

    python -m tests.second_auditor --files 2000

Tables of bots, at all numbers of seats and with options at random, now and then with a seat whose
proofs hold a message. Of each the whole file, and others that are made of it: cut, ended, flipped,
rearranged, signed again, made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from p2p_hanabi.registry import BOTS, RULES
from protocol.crypto.proofs import TableSecret
from protocol.encoding import Value
from protocol.rounds.seat_secrets import Prover
from tests.fakes import Wire, act, wire_for

from .alongside import chosen
from .made_up import WORDS, Account, bent, mutated
from .messagepack import decode_one, enc
from .played import Played, played_anew


class Whisperer(TableSecret):
    """A secret whose seat draws some of its nonces otherwise than it should."""

    def __init__(self, honest: TableSecret, purpose: str, since: int) -> None:
        super().__init__(honest.secret, honest.table)
        vars(self).update(purpose=purpose, since=since)

    def nonce(self, ctx: Sequence[Value], purpose: str, index: Value, digest: bytes) -> Any:
        changed = purpose == vars(self)["purpose"] and len(ctx) == 4
        late = changed and int(str(ctx[1])) >= vars(self)["since"]
        return super().nonce(ctx, purpose, index, digest + b"!" if late else digest)


@dataclass(frozen=True)
class Made:
    """A file, of which game, and how it was made."""

    game: str
    kind: str
    data: bytes


def hasty(view: Any) -> Any:
    """Plays Hanabi well for some turns and then the oldest card: soon the table has lost."""
    return BOTS["hanabi"](view) if view.turn < 8 else view.moves[0]


def table(
    name: str,
    seed: int,
    *,
    seats: int = 0,
    rounds: int | None = None,
    choose: Callable[[Any], Any] | None = None,
) -> Played:
    """A table of bots to its end, or for so many rounds."""
    dice = Random(f"table {name} {seed}")  # noqa: S311 - a test's dice must fall the same again
    some, options = chosen(name, seed)
    wire = wire_for(RULES[name], seats or some, seed=seed, options=dict(options))
    if dice.random() < 0.3:
        whisper(wire, dice)
    wire.open()
    choose = choose or BOTS[name]
    while rounds is None or wire.nodes[0].table.status().round_number < rounds:
        if not wire.deliver() and not act(wire, choose):
            break
    return played_anew(wire.nodes[0].table.transcript(), seed)


def whisper(wire: Wire, dice: Random) -> None:
    seat = dice.randrange(len(wire.nodes))
    one = wire.nodes[seat].table
    purpose = dice.choice(["share", "sealed share", "blinded share", "claim", "claim z", "p", "w"])
    secret = Whisperer(one._boxes.prover.secret, purpose, dice.choice([0, 20, 60, 100]))
    one._boxes.prover = Prover(one._boxes.prover.seat, secret, one._boxes.prover.private)


@dataclass(frozen=True)
class Maker:
    """Makes files of one table."""

    game: Played
    dice: Random

    @property
    def size(self) -> int:
        return len(self.game.values) - 1

    def whole(self) -> bytes:
        return self.game.until(self.size)

    def cut(self) -> bytes:
        """After a round, or anywhere."""
        data = self.game.until(self.dice.randrange(self.size))
        return data if self.dice.random() < 0.6 else data[: self.dice.randrange(1, len(data))]

    def ended(self) -> bytes:
        """An honest account of a table that stops, perhaps by somebody who leaves."""
        dice, round_ = self.dice, self.dice.randrange(self.size)
        entries = self.game.values[round_ + 1]
        received = [entry for entry in entries if dice.random() < 0.6][: len(entries) - 1]
        left = []
        if dice.random() < 0.6:
            seat = dice.randrange(self.game.seats)
            blamed = dice.randrange(self.game.seats)
            left = [self.game.say(seat, round_, ["object", blamed, ["I leave"], None])]
        return self.game.until(round_, ["ended", received, left, None])

    def flipped(self) -> bytes:
        data = self.whole()
        place = self.dice.randrange(len(data))
        bit = 1 << self.dice.randrange(8)
        return data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]

    def rearranged(self) -> bytes:
        """Rounds dropped, doubled, exchanged, or statements of one round by those of another."""
        dice, values = self.dice, [*self.game.values]
        one, other = sorted(dice.choices(range(1, len(values)), k=2))
        match dice.randrange(4):
            case 0:
                del values[one]
            case 1:
                values.insert(one, values[other])
            case 2:
                values[one], values[other] = values[other], values[one]
            case _:
                entries = [*values[one]]
                entries[dice.randrange(len(entries))] = dice.choice(values[other])
                values[one] = entries
        return b"".join(enc(value) for value in values[: other + 3])

    def signed_again(self) -> bytes:
        return mutated(self.game, self.dice.choice([1, self.dice.randrange(self.size)]), self.dice)

    def moved_otherwise(self) -> bytes:
        """Another move, legal or not, and what was said after it."""
        moves = [r for r, kind in enumerate(self.game.kinds) if kind == "move"]
        round_ = self.dice.choice(moves or [0])
        seat, body = next(iter(self.game.bodies(round_).items()))
        move = body[1] if moves and self.dice.random() < 0.5 else self.words()
        values = ["move", bent(move, self.dice) if move is body[1] else move, []]
        if round_ + 1 == self.size:
            return self.game.until(round_, self.game.entries(round_, seat, values))
        changed = self.game.changed(round_, seat, values)
        bodies = changed.bodies(round_ + 1)
        after = [changed.say(who, round_ + 1, one) for who, one in bodies.items()]
        return changed.until(round_ + 1, *([after] if self.dice.random() < 0.5 else []))

    def words(self) -> list[Any]:
        dice, count = self.dice, self.dice.choice([0, 0, 1, 1, 2, 3])
        return [
            dice.choice(WORDS),
            *(dice.randrange(dice.choice([3, 6, 60])) for _ in range(count)),
        ]

    def closed(self) -> bytes:
        """The closing round, with some of it missing or changed."""
        dice, last = self.dice, self.size - 1
        if self.game.kinds[last] != "close" or dice.random() < 0.3:
            return self.whole()
        entries = [*self.game.values[-1]]
        if dice.random() < 0.5:
            place = dice.randrange(len(entries))
            seat, body = decode_one(entries[place][0])[3:6:2]
            entries[place] = self.game.say(seat, last, bent(body, dice))
        if dice.random() < 0.3:
            return self.game.until(last, entries)
        missing = dice.randrange(len(entries))
        received = [one for i, one in enumerate(entries) if i != missing]
        return self.game.until(last, ["ended", received, [], None])

    def made_up(self) -> bytes:
        near = [0, 1, 2, self.game.deal - 1, self.game.deal, self.game.deal + 1]
        stop = self.dice.choice([*near, self.dice.randrange(self.size)])
        return Account(self.game, min(stop, self.size - 1), self.dice).file()

    def makers(self) -> list[tuple[str, Callable[[], bytes]]]:
        many: list[Callable[[], bytes]] = [self.flipped, self.rearranged, self.signed_again]
        many += [self.moved_otherwise, self.cut, self.ended, self.closed, self.made_up]
        many += [self.made_up]
        return [(maker.__name__, maker) for maker in many]


def files(name: str, seed: int, count: int, **given: Any) -> Iterator[Made]:
    """So many files of one table, the honest one first."""
    dice = Random(f"files {name} {seed}")  # noqa: S311 - a test's dice must fall the same again
    maker = Maker(table(name, seed, **given), dice)
    yield Made(name, "whole", maker.whole())
    makers = maker.makers()
    for i in range(count - 1):
        kind, make = makers[i % len(makers)]
        yield Made(name, kind, make())
