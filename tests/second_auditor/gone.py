"""Tables with escrow whose seats are lost, one after the other, and files made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from nacl import bindings as na

from p2p_hanabi.registry import BOTS, RULES
from protocol.encoding import Value
from protocol.errors import NotNow
from protocol.game import Seat
from tests.fakes import Wire, act, wire_for

from .basics import digest
from .files import Made, Maker
from .made_up import Account, bent, mutated
from .played import Played, played_anew


def lose(wire: Wire, seat: int) -> None:
    """All links of the seat break, and those of all others are whole again."""
    seats = range(len(wire.nodes))
    pairs = [(Seat(one), Seat(other)) for one in seats for other in seats if one != other]
    for one, other in pairs:
        if seat in (one, other) and frozenset((one, other)) not in wire.cut:
            wire.carry(one, wire.nodes[one].table.disconnected(other))
    before, wire.cut = wire.cut, {frozenset(pair) for pair in pairs if seat in pair}
    for link in [link for link in wire.queues if seat in link]:
        del wire.queues[link]
    for one, other in pairs:
        if frozenset((one, other)) in before - wire.cut:
            wire.carry(one, wire.nodes[one].table.connected(other))


def declare(wire: Wire, seat: int) -> None:
    for other, node in enumerate(wire.nodes):
        if other != seat:
            try:
                wire.carry(Seat(other), node.table.declare_gone(Seat(seat)))
            except NotNow:
                continue


def stop(wire: Wire, *seats: int) -> None:
    for seat in seats:
        try:
            wire.carry(Seat(seat), wire.nodes[seat].table.stop())
        except NotNow:
            continue


def played_on(wire: Wire, until: int | None, lost: int | None) -> None:
    """To the end, or until somebody is in that round; who is lost is called gone when it can be."""
    quiet = 0
    while quiet < 12:
        rounds = max(node.table.status().round_number for node in wire.nodes)
        if until is not None and rounds >= until:
            return
        if wire.deliver() or act(wire, BOTS["hanabi"]):
            quiet = 0
            continue
        if lost is not None:
            declare(wire, lost)
        wire.tick()
        quiet += 1


def bereaved(
    seats: int,
    seed: int,
    losses: Sequence[tuple[int, int]],
    *,
    end: str = "close",
    **options: Value,
) -> tuple[Played, list[bytes]]:
    """A table of which seats are lost when somebody comes to a round; and all the seats' files."""
    options["escrow"] = "trusting" if seats == 3 else True
    wire = wire_for(RULES["hanabi"], seats, seed=seed, options=options)
    wire.open()
    lost: int | None = None
    for round_, seat in losses:
        played_on(wire, round_, lost)
        lost = seat
        lose(wire, seat)
    last = max((round_ for round_, _ in losses), default=3) + 20
    if end != "close":
        played_on(wire, last, lost)
        if end == "stop":
            stop(wire, *(seat for seat in range(seats) if seat != lost))
        elif end == "alone" and lost is not None:
            stop(wire, lost)
    played_on(wire, None, lost)
    files = [node.table.transcript() for node in wire.nodes]
    whole = max(files, key=len)
    return played_anew(whole, seed), files


def table(seed: int, *, seats: int = 0, whole: bool = False) -> tuple[Played, list[bytes]]:
    """A table with escrow, by dice: who is lost when, and how it ends."""
    dice = Random(f"escrow {seed}")  # noqa: S311 - a test's dice must fall the same again
    seats = seats or dice.choice([3, 4, 4, 5])
    losses, round_, lost = list[tuple[int, int]](), 2, -1
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        round_ += dice.choice([1, 1, 2, 3, 5, 8, 30 if whole else 4])
        lost = dice.choice([seat for seat in range(seats) if seat != lost])
        losses.append((round_, lost))
    end = "close" if whole else dice.choice(["stop", "alone"])
    options: dict[str, Value] = {"finale": dice.random() < 0.5}
    options["stuck"] = "skip" if dice.random() < 0.3 else "lose"
    return bereaved(seats, seed, losses, end=end, **options)


@dataclass(frozen=True)
class Bereft(Account):
    """Made-up accounts of a table with escrow that stops in one round, perhaps in a void one."""

    def file(self) -> bytes:
        dice = self.dice
        if dice.random() < 0.25:
            return self.voided()
        if dice.random() < 0.35:
            evidence = self.evidence() if dice.random() < 0.1 else None
            received = [
                one for one in map(self.received_from, range(self.game.seats)) if one is not None
            ]
            received = received if dice.random() < 0.3 else []
            return self.game.until(self.stop, ["ended", received, self.stops(), evidence])
        return super().file()

    def gone(self, round_: int) -> int | None:
        """Who is gone in a round."""
        void = [value[1] for value in self.game.values[1 : round_ + 1] if value[0] == "void"]
        return int(void[-1]) if void else None

    def voided(self) -> bytes:
        """The file with one more void round, and perhaps what follows it."""
        dice, game = self.dice, self.game
        speakers = [*game.bodies(self.stop)] or [*range(game.seats)]
        seat = dice.choice([*speakers * 4, *range(game.seats), game.seats])
        entry: list[Any] = ["void", seat]
        if dice.random() < 0.1:
            entry = dice.choice([["void", True], ["void"], ["void", seat, 0], ["void", None]])
        head = digest("void", game.heads[self.stop], seat)
        after, who = self.stop + 1, [i for i in range(game.seats) if i != seat]
        without = [game.say(i, after, ["without", seat], head) for i in who]
        match dice.randrange(6):
            case 0:
                more: list[Any] = []
            case 1:
                received = [one for one in without if dice.random() < 0.5][: len(who) - 1]
                left = [game.say(who[0], after, ["stop", [*who[1:], seat]], head)]
                more = [["ended", received, left if dice.random() < 0.5 else [], None]]
            case 2:
                i = dice.choice(who)
                body = bent(["without", seat], dice)
                more = [
                    [
                        game.say(k, after, body, head) if k == i else o
                        for k, o in zip(who, without, strict=True)
                    ]
                ]
            case 3:
                more = [["void", dice.choice(who)]]
            case _:
                more = [without, ["void", dice.randrange(game.seats)]]
        return game.until(self.stop, entry, *more)

    def stops(self) -> list[Any]:
        dice, game = self.dice, self.game
        round_ = dice.choice([self.stop] * 4 + [self.stop + 1, *range(self.stop + 1)])
        gone = self.gone(min(round_, self.stop))
        who = [i for i in range(game.seats) if dice.random() < 0.5] or [dice.randrange(game.seats)]
        if gone in who and dice.random() < 0.9:
            who = [i for i in who if i != gone] or [(int(gone or 0) + 1) % game.seats]
        stops = []
        for i in who:
            missing = [k for k in range(game.seats) if k not in who and dice.random() < 0.97]
            if dice.random() < 0.4:
                missing = [k for k in missing if k != gone]
            if dice.random() < 0.1:
                missing = sorted({*missing, dice.randrange(game.seats + 1)})
            body: Any = ["stop", missing]
            if dice.random() < 0.03:
                body = [body[0], *bent(body[1:], dice)] if dice.random() < 0.5 else ["stop"]
            stops.append(game.say(i, round_, body, dice.choice([None] * 20 + [bytes(32)])))
        if dice.random() < 0.05:
            stops.append(self.objection(dice.randrange(game.seats)))
        return stops[::-1] if dice.random() < 0.03 else stops

    def received_from(self, seat: int) -> list[bytes] | None:
        if self.game.kinds[self.stop] != "void":
            return super().received_from(seat)
        return self.game.say(seat, self.stop, self.guess(self.stop, seat))

    def guess(self, round_: int, seat: int) -> Any:
        """What a seat may have said in a void round; right, if there is nothing to prove."""
        dice, game = self.dice, self.game
        later = [r for r in range(round_ + 1, len(game.kinds)) if game.kinds[r] != "void"]
        bodies = [game.bodies(r).get(seat) for r in later[:4]]
        card = dice.randrange(5 * game.seats)
        made = [["move", ["play", card], []], ["without", self.gone(round_)]]
        return dice.choice([one for one in bodies if one is not None] + made)

    def statement(self) -> list[bytes]:
        dice, game = self.dice, self.game
        void = [r for r in range(self.stop + 1) if game.kinds[r] == "void"]
        if not void or dice.random() < 0.6:
            return super().statement()
        round_, seat = dice.choice(void), dice.randrange(game.seats)
        head = dice.choice([None] * 8 + [bytes(32)])
        return game.say(seat, round_, self.guess(round_, seat), head)

    def two(self) -> Any:
        if self.dice.random() < 0.6:
            return super().two()
        seat, round_ = self.dice.randrange(self.game.seats), self.dice.randrange(self.stop + 1)
        statements = [self.game.say(seat, round_, self.word()) for _ in range(2)]
        if self.dice.random() < 0.05:
            statements[1] = self.game.say(seat, round_, self.word(), bytes(32))
        return ["two", *statements]

    def word(self) -> Any:
        dice = self.dice
        kind, ballot = dice.choice(["vote", "vote", "decide", "next"]), dice.choice([0, 0, 0, 1])
        seat = dice.choice([None, *range(self.game.seats)])
        body = [kind, ballot, [0, seat] if kind == "next" and seat != 0 else seat]
        if kind == "next" and seat == 0:
            body[2] = None
        if dice.random() < 0.15:
            odd = [
                [kind, 63, seat],
                [kind, 64, seat],
                [kind, 0],
                [kind, 0, 9],
                [kind, 0, [1, 0]],
                [kind, 0, seat, 0],
                [kind, True, seat],
                [kind, 0, [0, 9]],
            ]
            return dice.choice(odd)
        return body

    def box(self) -> Any:
        dice, game = self.dice, self.game
        if dice.random() < 0.4 or self.stop < 2:
            return super().box()
        seat = dice.randrange(game.seats)
        reader = dice.choice([k for k in range(game.seats) if k != seat or dice.random() < 0.1])
        body = game.bodies(2)[seat]
        if dice.random() < 0.6:
            body = [body[0], body[1], [*body[2]]]
            ctx = [game.table, 2, seat, game.heads[2]]
            nonce = digest("escrow nonce", ctx, reader)[:24]
            public = na.crypto_scalarmult_base(game.box_key(reader))
            shared = na.crypto_box_beforenm(public, game.box_key(seat))
            text = dice.choice([bytes(32), b"\x07" + bytes(31), b"\xff" * 32])
            body[2][reader] = dice.choice([na.crypto_box_afternm(text, nonce, shared), bytes(48)])
        shown = game.say(seat, 2, bent(body, dice) if dice.random() < 0.1 else body)
        key = dice.choice([game.box_key(reader)] * 6 + [bytes(32), game.box_key(seat)])
        return ["box", shown, dice.choice([0] * 6 + [1, 5]), key]


@dataclass(frozen=True)
class GoneMaker(Maker):
    """Makes files of one table with escrow."""

    def ended(self) -> bytes:
        return self.made_up()

    def signed_again(self) -> bytes:
        spoken = [r for r, kind in enumerate(self.game.kinds) if kind != "void"]
        near = [r for r in spoken if self.game.kinds[r] in ("escrowed", "without", "agree", "move")]
        return mutated(self.game, self.dice.choice([*near, 1, self.dice.choice(spoken)]), self.dice)

    def moved_otherwise(self) -> bytes:
        return self.made_up()

    def made_up(self) -> bytes:
        kinds, dice = self.game.kinds, self.dice
        void = [r for r, kind in enumerate(kinds) if kind == "void"]
        near = [place for r in void for place in (r, r, r + 1, r + 2)] + [self.game.deal, 2, 3]
        stop = dice.choice([*near, dice.randrange(self.size)])
        return Bereft(self.game, min(stop, self.size - 1), dice).file()


def files(seed: int, count: int, **given: Any) -> Iterator[Made]:
    """So many files of one table: the honest ones of all its seats first."""
    dice = Random(f"files of escrow {seed}")  # noqa: S311 - a test's dice must fall the same again
    game, honest = table(seed, **given)
    for data in dict.fromkeys(honest):
        yield Made("escrow", "whole", data)
    maker = GoneMaker(game, dice)
    makers = maker.makers()
    for i in range(count - len(set(honest))):
        kind, make = makers[i % len(makers)]
        yield Made("escrow", kind, make())
