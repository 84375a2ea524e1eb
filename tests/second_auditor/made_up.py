"""Files that a villain with every seat's keys makes up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from nacl import bindings as na

from .basics import digest
from .messagepack import decode_one, enc
from .played import Played, second_signature

WORDS = ["play", "discard", "hint colour", "hint rank", "draw", "keep", "refuse", "buy", "show"]
WORDS += ["take", "koi", "shobu"]


def bent(body: Any, dice: Random) -> Any:
    """The same body with one entry, somewhere in it, exchanged."""
    if type(body) is list and body and dice.random() < 0.9:
        place = dice.randrange(len(body))
        return [*body[:place], bent(body[place], dice), *body[place + 1 :]]
    if type(body) is list:
        return dice.choice([body[1:], body[::-1], [*body, None], None])
    if type(body) is bytes and body:
        place = dice.randrange(len(body))
        turned = body[:place] + bytes([body[place] ^ 1 << dice.randrange(8)]) + body[place + 1 :]
        return dice.choice([turned, turned, body[1:], bytes(len(body)), dice.randbytes(len(body))])
    if type(body) is int:
        return dice.choice([body + 1, max(body - 1, 0), 2**63, True, str(body)])
    return dice.choice([0, 1, b"", "", [], None, False, [body]])


def with_false_box(game: Played, seat: int, dice: Random) -> Any:
    """A deal with a box that cannot be opened, or with rows that are not those that are due."""
    kind, entries, sealed = game.bodies(game.deal)[seat]
    reader = dice.choice([k for k in range(game.seats) if sealed[k] is not None])
    ctx = [game.table, game.deal, seat, game.heads[game.deal]]
    nonce = digest("box nonce", ctx, reader)[:24]
    public = na.crypto_scalarmult_base(game.box_key(reader))
    shared = na.crypto_box_beforenm(public, game.box_key(seat))
    rows = decode_one(na.crypto_box_open_afternm(sealed[reader], nonce, shared))
    text = enc(rows[::-1] if dice.random() < 0.3 else bent(rows, dice))
    box = na.crypto_box_afternm(text, nonce, shared)
    if len(box) != len(sealed[reader]):
        box = bytes(len(sealed[reader]))
    return [kind, entries, [*sealed[:reader], box, *sealed[reader + 1 :]]]


@dataclass(frozen=True)
class Account:
    """Made-up accounts of a table that stops in one round: some are honest, most are not."""

    game: Played
    stop: int
    dice: Random

    def file(self) -> bytes:
        dice = self.dice
        speaking = [seat for seat in range(self.game.seats) if dice.random() < 0.5]
        objecting = [seat for seat in range(self.game.seats) if dice.random() < 0.5]
        statements = [self.received_from(seat) for seat in speaking]
        stops = objecting and dice.random() < 0.2
        objections = [self.stop_of(seat) if stops else self.objection(seat) for seat in objecting]
        evidence = self.spoilt(self.evidence()) if dice.random() < 0.3 else None
        ended = ["ended", [one for one in statements if one is not None], objections, evidence]
        return self.game.until(self.stop, ended)

    def received_from(self, seat: int) -> list[bytes] | None:
        dice, bodies = self.dice, self.game.bodies(self.stop)
        if seat not in bodies and dice.random() < 0.95:
            return None
        body = bodies.get(seat, ["agree", bytes(32)])
        if dice.random() < 0.05:
            body = bent(body, dice)
        elif (
            seat in bodies
            and self.stop == self.game.deal
            and self.game.has_boxes
            and dice.random() < 0.5
        ):
            body = with_false_box(self.game, seat, dice)
        return self.game.say(seat, self.stop, body)

    def stop_of(self, seat: int) -> list[bytes]:
        """By whoever else stops, mostly; or of another round, or malformed."""
        dice = self.dice
        others = [i for i in range(self.game.seats) if i != seat]
        missing: Any = [i for i in others if dice.random() < 0.7]
        if dice.random() < 0.05:
            missing = bent(missing, dice)
        round_ = self.stop - (self.stop > 0 and dice.random() < 0.1)
        return self.game.say(seat, round_, ["stop", missing], dice.choice([None] * 9 + [bytes(32)]))

    def objection(self, seat: int) -> list[bytes]:
        dice = self.dice
        evidence = self.evidence()
        blamed = self.blamed(evidence) if dice.random() < 0.7 else dice.randrange(self.game.seats)
        reason = dice.choice([["r"], ["not-due"], ["pile-size", 3], ["r", [b""], "r" * 191]])
        body: list[Any] = ["object", blamed, reason, self.spoilt(evidence)]
        if dice.random() < 0.03:
            bad = dice.choice(["r", ["r" * 198], [], [5], None])
            body = dice.choice([body[:3], ["object", 9, ["r"], None], ["object", 0, bad, None]])
        round_ = dice.choice([self.stop] * 6 + [self.stop + 1, max(self.stop - 1, 0)])
        return self.game.say(seat, round_, body, dice.choice([None] * 5 + [bytes(32)]))

    def blamed(self, evidence: Any) -> int:
        """Whom the evidence speaks of, where it says so."""
        match evidence:
            case ["two" | "wrong" | "box", [bytes(payload), bytes()], *_]:
                return int(decode_one(payload)[3])
            case ["signed twice", int(seat), *_] if seat < self.game.seats:
                return seat
        return self.dice.randrange(self.game.seats)

    def evidence(self) -> Any:
        makers: list[Callable[[], Any]] = [self.two, self.wrong, self.box, self.signed_twice]
        return self.dice.choice(makers)() if self.dice.random() < 0.8 else None

    def spoilt(self, evidence: Any) -> Any:
        """Now and then evidence that cannot be read, or says something else."""
        if evidence is None or self.dice.random() < 0.9:
            return evidence
        changed = bent(evidence[1:], self.dice)
        return [evidence[0], *changed] if type(changed) is list else changed

    def statement(self) -> list[bytes]:
        """One that stands, or would; by whoever speaks there, or by another."""
        dice, game = self.dice, self.game
        round_ = dice.choice([self.stop] * 6 + [self.stop + 1, *range(max(self.stop, 1))])
        bodies = game.bodies(min(round_, len(game.values) - 2))
        seat = dice.choice([*bodies] * 3 + [*range(game.seats)])
        body = bodies.get(seat, ["agree", bytes(32)])
        body = bent(body, dice) if dice.random() < 0.5 else body
        if dice.random() < 0.1:
            body = ["object", 0, ["r"], None]
        return game.say(seat, round_, body, dice.choice([None] * 8 + [bytes(32), b""]))

    def two(self) -> Any:
        first = self.statement()
        _, _, round_, seat, head, body = decode_one(first[0])
        other = bent(body, self.dice) if self.dice.random() < 0.8 else body
        if self.dice.random() < 0.1:
            other = ["object", 0, ["r"], None]
        round_ += self.dice.random() < 0.1
        second = self.game.say(seat, round_, other, head if self.dice.random() < 0.8 else None)
        return ["two", first, second if self.dice.random() < 0.9 else self.statement()]

    def wrong(self) -> Any:
        return ["wrong", self.statement()]

    def box(self) -> Any:
        dice, deal = self.dice, self.game.deal
        keys = [self.game.box_key(seat) for seat in range(self.game.seats)]
        seat = dice.choice([*self.game.bodies(deal)])
        dealt = self.game.say(seat, deal, self.game.bodies(deal)[seat])
        if self.game.has_boxes and dice.random() < 0.5:
            dealt = self.game.say(seat, deal, with_false_box(self.game, seat, dice))
        shown = dice.choice([dealt] * 4 + [self.statement()])
        return ["box", shown, dice.randrange(24), dice.choice([*keys, *keys, bytes(32)])]

    def signed_twice(self) -> Any:
        seat = self.dice.randrange(self.game.seats)
        first = self.game.values[0][3][seat]
        pairs = [[first, second_signature(self.game, seat)]] * 3
        pairs += [[first, first], [first, bytes(64)], [first, first[:63]]]
        return ["signed twice", seat, *self.dice.choice(pairs)]


def mutated(game: Played, round_: int, dice: Random) -> bytes:
    """A file that ends with a round in which somebody has signed something else, or in disorder."""
    entries = [*game.values[round_ + 1]]
    place = dice.randrange(len(entries))
    content = decode_one(entries[place][0])
    if dice.random() < 0.2:
        entries[place] = game.sign(content[3], enc(bent(content, dice)))
    else:
        entries[place] = game.say(content[3], round_, bent(content[5], dice))
    disorder = [entries[::-1], entries[1:], [*entries, entries[0]], [entries[0]] * len(entries)]
    if dice.random() < 0.1:
        entries = dice.choice(disorder)
    return game.until(round_, entries)
