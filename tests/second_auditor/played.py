"""Games that were played, what their seats can sign, and both auditors' verdicts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from p2p_hanabi.registry import RULES
from protocol.audit.verdict import audit
from tests.fakes import seeded
from tests.second_auditor import (
    BASE,
    L,
    decode,
    decode_one,
    digest,
    enc,
    lin,
    verdict,
)

VECTORS = Path(__file__).parents[1] / "independent_vectors"
GAME_FILES = {g["file"]: g for g in json.loads((VECTORS / "games.json").read_text())["games"]}
BROKEN = json.loads((VECTORS / "broken" / "broken.json").read_text())["files"]
GAME_2 = (VECTORS / "game-2.p2ph").read_bytes()
FLIPS = [(i * 4243 + 17) % len(GAME_2) for i in range(60)]


@dataclass(frozen=True)
class Played:
    """A game that was played, and everything that its seats can sign."""

    facts: dict[str, Any]
    values: list[Any]
    heads: list[bytes]

    @property
    def table(self) -> bytes:
        return bytes.fromhex(self.facts["table"])

    @property
    def seats(self) -> int:
        return len(self.facts["secrets"])

    @cached_property
    def kinds(self) -> list[str]:
        """What is said in each round."""
        return [
            "void" if entries[0] == "void" else str(decode_one(entries[0][0])[5][0])
            for entries in self.values[1:]
        ]

    @property
    def deal(self) -> int:
        """The round of the first deal."""
        return self.kinds.index("dealt")

    @property
    def has_boxes(self) -> bool:
        return self.seats > 2 and self.values[0][2][2] == "hanabi"

    def secret(self, seat: int) -> bytes:
        return bytes.fromhex(self.facts["secrets"][seat])

    def box_key(self, seat: int) -> bytes:
        return digest("box", self.secret(seat), self.table)

    def key(self, seat: int) -> SigningKey:
        return SigningKey(bytes.fromhex(self.facts["identity seeds"][seat]))

    def sign(self, seat: int, payload: bytes) -> list[bytes]:
        return [payload, self.key(seat).sign(payload).signature]

    def say(self, seat: int, round_: int, body: Any, head: bytes | None = None) -> list[bytes]:
        known = self.heads[round_] if round_ < len(self.heads) else bytes(32)
        under = known if head is None else head
        return self.sign(seat, enc(["statement", self.table, round_, seat, under, body]))

    def bodies(self, round_: int) -> dict[int, Any]:
        """What each speaker says in a round."""
        entries = self.values[round_ + 1]
        if entries[0] == "void":
            return {}
        contents = [decode_one(one[0]) for one in entries]
        return {content[3]: content[5] for content in contents}

    def until(self, rounds: int, *more: Any) -> bytes:
        """A file of so many rounds, and what follows them."""
        return b"".join(enc(value) for value in [*self.values[: rounds + 1], *more])

    def entries(self, round_: int, seat: int, body: Any) -> list[Any]:
        """A round with one statement exchanged."""
        return [
            self.say(seat, round_, body) if decode_one(entry[0])[3] == seat else entry
            for entry in self.values[round_ + 1]
        ]

    def changed(self, round_: int, seat: int, body: Any) -> Played:
        """The same game with one statement exchanged, and nothing but a round's form after it."""
        entries = self.entries(round_, seat, body)
        digests = [digest("statement", *entry) for entry in entries]
        head = digest("round", self.heads[round_], digests)
        values = [*self.values[: round_ + 1], entries, self.values[round_ + 2]]
        return Played(self.facts, values, [*self.heads[: round_ + 1], head])


@cache
def played(name: str) -> Played:
    facts = GAME_FILES[name]
    values = list(decode((VECTORS / name).read_bytes()))
    return Played(facts, values, [bytes.fromhex(head) for head in facts["heads"]])


def played_anew(data: bytes, seed: int) -> Played:
    """The rounds of a game of `tests.fakes`, from its file."""
    values = [value for value in decode(data) if value[0] != "ended"]
    _, _, seating, signatures = values[0]
    table = digest("table", seating)
    heads = [digest("genesis", table, signatures)]
    for entries in values[1:]:
        if entries[0] == "void":
            heads.append(digest("void", heads[-1], entries[1]))
            continue
        digests = [digest("statement", *entry) for entry in entries]
        heads.append(digest("round", heads[-1], digests))
    everyone = range(len(signatures))
    facts = {
        "table": table.hex(),
        "secrets": [seeded(seed, "secret", seat).hex() for seat in everyone],
        "identity seeds": [seeded(seed, "identity", seat).hex() for seat in everyone],
    }
    return Played(facts, values, heads)


def second_signature(game: Played, seat: int) -> bytes:
    """Another valid signature of the seating: with a nonce that is not the one of RFC 8032."""
    key = game.key(seat)
    digits = hashlib.sha512(bytes(key)).digest()[:32]
    a = int.from_bytes(digits, "little") & (2**254 - 8) | 2**254
    message = enc(["p2ph/1", "seat", game.table, seat])
    r = lin((7, BASE))
    e = hashlib.sha512(r + bytes(key.verify_key) + message).digest()
    return r + ((7 + int.from_bytes(e, "little") * a) % L).to_bytes(32, "little")


def as_list(result: dict[str, Any]) -> list[Any]:
    return [result[key] for key in ("valid", "finished", "named", "seat", "round")]


def ours(data: bytes, *, in_full: bool = False) -> list[Any]:
    """The same of the project's own auditor."""
    report = audit(data, RULES, in_full=in_full)
    if (fault := report.fault) is not None:
        named = None if fault.seat is None else "fault"
        return [False, False, named, fault.seat, fault.round_number]
    how = "withdrew" if report.withdrawn else "cheat"
    named = None if report.named is None else how
    return [True, report.finished, named, report.named, report.named_round]


def agreed(data: bytes) -> list[Any]:
    """What both auditors say."""
    both = as_list(verdict(data))
    assert ours(data) == both
    return both


GAME_3 = played("game-3.p2ph")
