"""A second auditor of transcripts, written from docs/protocol.md and docs/rules/hanabi.md alone.

It shares no code with the project. Section numbers in comments are those of docs/protocol.md. Group
elements are 32 bytes, scalars are integers; results of group operations are remembered, so that an
altered copy of a file already seen costs little.
"""

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgpack
from nacl import bindings as na
from nacl.exceptions import CryptoError

L = 2**252 + 27742317777372353535851937790883648493
ZERO = b"\x01" + bytes(31)  # the identity of the group
BASE = na.crypto_scalarmult_ed25519_base_noclamp((1).to_bytes(32, "little"))
FACES, CARDS = range(25), [5 * c + r for c in range(5) for r in (0, 0, 0, 1, 1, 2, 2, 3, 3, 4)]
remember = lru_cache(maxsize=1 << 18)


class Fault(Exception):
    def __init__(self, reason: str, seat: int | None = None, round_: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.seat, self.round = reason, seat, round_


def need(holds: bool, reason: str, seat: int | None = None) -> None:
    if not holds:
        raise Fault(reason, seat)


# 2. Bytes


def enc(value: Any) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True))


def same(a: Any, b: Any) -> bool:
    """Equal also in type: True is not 1."""
    return enc(a) == enc(b)


def plain(value: Any, depth: int = 16) -> None:
    if type(value) is list:
        need(depth > 0, "too deep")
        for entry in value:
            plain(entry, depth - 1)
    else:
        need(value is None or type(value) in (bool, int, bytes, str), "a type that is refused")
        need(type(value) is not int or value >= 0, "a negative integer")


def decode(data: bytes) -> Iterator[Any]:
    """The values that stand one after the other."""
    reader = msgpack.Unpacker(
        raw=False, strict_map_key=False, max_buffer_size=1 << 26, max_array_len=1 << 21
    )
    reader.feed(data)
    start = 0
    while start < len(data):
        try:
            value = reader.unpack()
        except (ValueError, TypeError, msgpack.UnpackException) as error:
            raise Fault("not MessagePack") from error
        end = reader.tell()
        need(end - start <= 1 << 21, "a value is too large")
        plain(value)
        need(enc(value) == data[start:end], "not in the shortest form")
        start = end
        yield value


def decode_one(data: bytes) -> Any:
    values = list(decode(data))
    need(len(values) == 1, "not one value")
    return values[0]


def array(value: Any, length: int) -> bool:
    return type(value) is list and len(value) == length


def raw(value: Any, length: int) -> bool:
    return type(value) is bytes and len(value) == length


def below(value: Any, limit: int) -> bool:
    return type(value) is int and value < limit


def digest(tag: str, *parts: Any) -> bytes:
    return hashlib.sha256(enc(["p2ph/1", tag, *parts])).digest()


def wide(tag: str, *parts: Any) -> bytes:
    return hashlib.sha512(enc(["p2ph/1", tag, *parts])).digest()


def scalar(tag: str, *parts: Any) -> int:
    return int.from_bytes(wide(tag, *parts), "little") % L


def fixed_point(tag: str, *parts: Any) -> bytes:
    return na.crypto_core_ed25519_from_uniform(wide(tag, *parts)[:32])


def out(s: int) -> bytes:
    return (s % L).to_bytes(32, "little")


def number(value: Any) -> int:
    need(raw(value, 32), "not a scalar")
    s = int.from_bytes(value, "little")
    need(0 < s < L, "not a scalar")
    return s


@remember
def valid_point(value: bytes) -> bool:
    return na.crypto_core_ed25519_is_valid_point(value)


def point(value: Any) -> bytes:
    need(raw(value, 32) and valid_point(value), "not a point")
    return bytes(value)


@remember
def lin(*terms: tuple[int, bytes]) -> bytes:
    """The sum of s·P over all (s, P)."""
    total = ZERO
    for s, p in terms:
        if s in (1, -1):
            term = p
        elif s % L == 0 or p == ZERO:
            continue
        elif p == BASE:
            term = na.crypto_scalarmult_ed25519_base_noclamp(out(s))
        else:
            term = na.crypto_scalarmult_ed25519_noclamp(out(s), p)
        step = na.crypto_core_ed25519_sub if s == -1 else na.crypto_core_ed25519_add
        total = step(total, term)
    return total


def proof_point(*terms: tuple[int, bytes]) -> bytes:
    """A point that a verifier computes: the identity is refused."""
    p = lin(*terms)
    need(p != ZERO, "the identity in a proof")
    return p


@remember
def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        na.crypto_sign_open(signature + message, key)
    except CryptoError:
        return False
    return True


@remember
def box_key(public: bytes, private: bytes) -> bytes | None:
    try:
        return na.crypto_box_beforenm(public, private)
    except (CryptoError, RuntimeError):
        return None


Q, CHAIN = fixed_point("blinding base"), fixed_point("chain base")
M = [fixed_point("face", "hanabi", f) for f in FACES]
HS = [fixed_point("shuffle base", i) for i in range(len(CARDS))]


def nonce(secret: bytes, ctx: list[Any], purpose: list[Any], statement: list[Any]) -> int:
    return scalar("nonce", secret, ctx, *purpose, digest("nonce statement", *statement))


# 9. The rules of Hanabi


class Game:
    def __init__(self, seats: int, options: dict[str, Any], first: int) -> None:
        self.n, self.blue, self.lid = seats, options["blue"], options["blue"]
        self.limit, self.empty, self.seat = options["red"], options["empty hints"], first
        self.turn = self.red = 0
        self.heights, self.discards = [0] * 5, list[list[int]]()
        size = 5 if seats < 4 else 4
        self.hands = [list(range(size * i, size * i + size)) for i in range(seats)]
        self.next = size * seats
        self.draw = list(range(self.next))  # the cards that a deal is to show
        self.left: int | None = None
        self.waiting: list[Any] | None = None  # the move whose card is to be opened
        self.outcome: list[Any] | None = None

    def public(self) -> list[Any]:
        seat = None if self.waiting or self.outcome else self.seat
        pile = len(CARDS) - self.next
        tokens = [self.blue, self.red, self.heights]
        return [self.turn, seat, *tokens, pile, self.hands, self.discards, self.left]

    def claims(self, move: Any) -> list[tuple[int, list[int]]]:
        """What a legal move claims; a Fault if it is not legal."""
        need(type(move) is list and len(move) > 0, "no move")
        if move[0] in ("play", "discard"):
            need(array(move, 2) and type(move[1]) is int, "no move")
            need(move[1] in self.hands[self.seat], "not a card of the own hand")
            need(move[0] == "play" or self.blue < self.lid, "HB22: the lid is full")
            return []
        need(move[0] in ("hint colour", "hint rank") and array(move, 4), "no move")
        kind, seat, value, touched = move
        need(below(seat, self.n) and seat != self.seat, "D2: not another seat")
        need(self.blue > 0, "HB20: no blue token")
        need(below(value, 5) if kind == "hint colour" else below(value, 6) and value > 0, "value")
        hand = self.hands[seat]
        need(len(hand) > 0, "HB16: an empty hand")
        need(type(touched) is list and all(type(c) is int for c in touched), "no move")
        need(touched == sorted(c for c in hand if c in touched), "HB17: not cards of the hand")
        need(len(touched) > 0 or self.empty, "D1: it touches nothing")
        said = [f for f in FACES if (f // 5 if kind == "hint colour" else f % 5 + 1) == value]
        rest = [f for f in FACES if f not in said]
        return [(card, said if card in touched else rest) for card in hand]

    def apply(self, move: list[Any]) -> None:
        if move[0] in ("play", "discard"):
            self.waiting = move
        else:
            self.blue -= 1
            self.settle()

    def opened(self, face: int) -> None:
        assert self.waiting is not None
        (kind, card), self.waiting = self.waiting, None
        colour, rank = divmod(face, 5)
        self.hands[self.seat].remove(card)
        if kind == "discard":
            self.discards.append([card, face])
            self.blue = min(self.lid, self.blue + 1)
        elif self.heights[colour] == rank:
            self.heights[colour] += 1
            self.blue = min(self.lid, self.blue + (rank == 4))
        else:
            self.discards.append([card, face])
            self.red += 1
        self.settle(draws=True)

    def settle(self, draws: bool = False) -> None:
        """What comes after a move has taken effect: the end, or the draw and the next seat."""
        self.turn += 1
        if self.left is not None:
            self.left -= 1
        if self.red == self.limit:
            self.outcome = ["third red token", 0]
        elif sum(self.heights) == 25 or self.left == 0:
            reason = "complete" if sum(self.heights) == 25 else "pile ended"
            self.outcome = [reason, sum(self.heights)]
        else:
            if draws and self.next < len(CARDS):
                self.draw = [self.next]
                self.hands[self.seat].append(self.next)
                self.next += 1
                if self.next == len(CARDS):
                    self.left = self.n
            self.seat = (self.seat + 1) % self.n


# 4. Statements and rounds


class Statement(NamedTuple):
    payload: bytes
    signature: bytes
    round: int
    seat: int
    head: bytes
    body: Any

    def objects(self) -> bool:
        return type(self.body) is list and self.body[:1] == ["object"]

    def differs(self, other: "Statement") -> bool:
        return self[:2] != other[:2]


@dataclass
class Round:
    number: int
    head: bytes
    kind: str
    speakers: list[int]
    cards: list[int] = field(default_factory=list)
    pile: list[Any] = field(default_factory=list)  # what a shuffle starts from
    claims: list[tuple[int, list[int]]] = field(default_factory=list)
    said: dict[int, Statement] = field(default_factory=dict)


# 5. and 6. The proofs


def check_share(tag: str, of: list[Any], d: bytes, ez: Any) -> None:
    """`of` is [ctx, card, A, K]."""
    _, _, a, key = of
    e, z = number(ez[0]), number(ez[1])
    r1, r2 = proof_point((z, BASE), (-e, key)), proof_point((z, a), (-e, d))
    need(e == scalar(tag, *of, d, r1, r2), "the proof of a share does not hold")


def check_blinded(of: list[Any], entry: list[Any]) -> None:
    _, _, a, key = of
    masked, (e, z, u) = point(entry[0]), map(number, entry[1:])
    r1, r2 = proof_point((z, BASE), (-e, key)), proof_point((z, a), (u, Q), (-e, masked))
    right = e == scalar("blinded share", *of, masked, r1, r2)
    need(right, "the proof of a blinded share does not hold")


def check_claim(of: list[Any], proof: Any) -> None:
    """`of` is [ctx, card, C, faces]."""
    _, _, c, faces = of
    need(array(proof, len(faces)) and all(array(p, 2) for p in proof), "not a claim's proof")
    es, zs = [number(p[0]) for p in proof], [number(p[1]) for p in proof]
    rs = []
    for f, e, z in zip(faces, es, zs, strict=True):
        rs.append(proof_point((z, Q), (-e, proof_point((1, M[f]), (-1, c)))))
    right = sum(es) % L == scalar("claim", *of, rs)
    need(right, "the proof of a claim does not hold")


def check_shuffle(of: list[Any], result: Any, proof: Any) -> None:
    """`of` is [ctx, K*, pile]; the only shuffle of the game has number 0."""
    ctx, key, pile = of
    size = len(pile)
    need(array(result, size) and all(array(card, 2) for card in result), "not a pile")
    for card in result:
        point(card[0]), point(card[1])
    need(array(proof, 9), "not a shuffle's proof")
    need(all(array(proof[i], size) for i in (0, 1, 7, 8)), "not a shuffle's proof")
    ps, chain = [point(p) for p in proof[0]], [point(p) for p in proof[1]]
    e, s1, s2, s3, s4 = map(number, proof[2:7])
    s_chain, s_weight = [number(s) for s in proof[7]], [number(s) for s in proof[8]]
    d = digest("shuffle statement", ctx, 0, key, pile, result, ps)
    us = [scalar("shuffle weight", d, i) for i in range(size)]
    product = 1
    for u in us:
        product = product * u % L
    all_p = proof_point(*((1, p) for p in ps), *((-1, h) for h in HS))
    end = proof_point((1, chain[-1]), (-product, CHAIN))
    weighted = list(zip(s_weight, result, strict=True))
    old = list(zip(us, pile, strict=True))
    t1, t2 = proof_point((s1, BASE), (-e, all_p)), proof_point((s2, BASE), (-e, end))
    t3 = proof_point(
        (s3, BASE),
        *zip(s_weight, HS, strict=True),
        *((-e * u, p) for u, p in zip(us, ps, strict=True)),
    )
    t4 = proof_point(
        *((s, c[1]) for s, c in weighted), (-s4, key), *((-e * u, c[1]) for u, c in old)
    )
    t5 = proof_point(
        *((s, c[0]) for s, c in weighted), (-s4, BASE), *((-e * u, c[0]) for u, c in old)
    )
    before = [CHAIN, *chain[:-1]]
    steps = zip(s_chain, s_weight, before, chain, strict=True)
    ts = [proof_point((s, BASE), (t, b), (-e, c)) for s, t, b, c in steps]
    right = e == scalar("shuffle challenge", d, chain, t1, t2, t3, t4, t5, ts)
    need(right, "the proof of the shuffle does not hold")


def order(secret: bytes, beacon: bytes) -> list[int]:
    return sorted(range(len(CARDS)), key=lambda j: wide("order", secret, beacon, 0, j))


def make_shuffle(secret: bytes, beacon: bytes, of: list[Any]) -> list[Any]:
    ctx, key, pile = of
    size = len(pile)
    perm = order(secret, beacon)
    masks = [scalar("mask", secret, ctx, 0, j) for j in range(size)]
    result = []
    for r, i in zip(masks, perm, strict=True):
        result.append([lin((1, pile[i][0]), (r, BASE)), lin((1, pile[i][1]), (r, key))])

    def draw(purpose: str, indices: range) -> list[int]:
        return [nonce(secret, ctx, [purpose, i], [0, key, pile, result]) for i in indices]

    rho, rho_chain, w = draw("p", range(size)), draw("chain", range(size)), draw("w", range(1, 5))
    w_chain, w_weight = draw("chain w", range(size)), draw("weight w", range(size))
    ps = [b""] * size
    for i, j in enumerate(perm):
        ps[j] = lin((rho[j], BASE), (1, HS[i]))
    d = digest("shuffle statement", ctx, 0, key, pile, result, ps)
    us = [scalar("shuffle weight", d, i) for i in range(size)]
    moved = [us[j] for j in perm]
    chain, ts, last = [], [], CHAIN
    for i in range(size):
        ts.append(lin((w_chain[i], BASE), (w_weight[i], last)))
        last = lin((rho_chain[i], BASE), (moved[i], last))
        chain.append(last)
    t3 = lin((w[2], BASE), *zip(w_weight, HS, strict=True))
    t4 = lin(*((s, c[1]) for s, c in zip(w_weight, result, strict=True)), (-w[3], key))
    t5 = lin(*((s, c[0]) for s, c in zip(w_weight, result, strict=True)), (-w[3], BASE))
    commitments = [lin((w[0], BASE)), lin((w[1], BASE)), t3, t4, t5, ts]
    e = scalar("shuffle challenge", d, chain, *commitments)
    sums, v = [sum(rho), 0, 0, 0], 1
    for i in reversed(range(size)):
        sums[1] += rho_chain[i] * v
        v = v * moved[i] % L
    sums[2] = sum(r * u for r, u in zip(rho, us, strict=True))
    sums[3] = sum(r * u for r, u in zip(masks, moved, strict=True))
    s = [out(a + e * b) for a, b in zip(w, sums, strict=True)]
    s_chain = [out(a + e * b) for a, b in zip(w_chain, rho_chain, strict=True)]
    s_weight = [out(a + e * b) for a, b in zip(w_weight, moved, strict=True)]
    return ["shuffled", result, [ps, chain, out(e), *s, s_chain, s_weight]]


def make_share(tag: str, secret: bytes, of: list[Any], x: int) -> list[bytes]:
    ctx, card, a, key = of
    d = lin((x, a))
    w = nonce(secret, ctx, [tag, card], [a, key, d])
    e = scalar(tag, *of, d, lin((w, BASE)), lin((w, a)))
    return [d, out(e), out(w + e * x)]


def make_blinded(secret: bytes, of: list[Any], x: int, y: int) -> list[bytes]:
    ctx, card, a, key = of
    masked = lin((x, a), (y, Q))
    w = nonce(secret, ctx, ["blinded share", card], [a, key, masked])
    v = nonce(secret, ctx, ["blinded share v", card], [a, key, masked])
    r1, r2 = lin((w, BASE)), lin((w, a), (v, Q))
    e = scalar("blinded share", *of, masked, r1, r2)
    return [masked, out(e), out(w + e * x), out(v + e * y)]


def make_claim(secret: bytes, of: list[Any], y: int) -> list[Any]:
    ctx, card, c, faces = of
    true = M.index(lin((1, c), (y, Q)))
    w = nonce(secret, ctx, ["claim", card], [c, faces])
    es, zs, rs = {}, {}, []
    for f in faces:
        if f == true:
            rs.append(lin((w, Q)))
            continue
        es[f] = nonce(secret, ctx, ["claim e", [card, f]], [c, faces])
        zs[f] = nonce(secret, ctx, ["claim z", [card, f]], [c, faces])
        rs.append(lin((zs[f], Q), (-es[f], lin((1, M[f]), (-1, c)))))
    es[true] = (scalar("claim", *of, rs) - sum(es.values())) % L
    zs[true] = w + es[true] * y
    return [[out(es[f]), out(zs[f])] for f in faces]


# 7. The audit


class Audit:
    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.now: Round | None = None  # the open round
        self.started = self.finished = self.ended = False
        self.named: tuple[str, int, int | None] | None = None  # as what, who, in which round
        self.holder: dict[int, int] = {}
        self.c: dict[int, bytes] = {}
        self.opened: dict[int, int] = {}
        self.learnt: dict[tuple[int, int, int], int] = {}  # (reader, sender, card): a blinding
        self.faces: list[int] = []
        self.suspect: int | None = None  # whose deal must have been the one that hides nothing
        self.stuck = False  # after keys or a deal that hide nothing
        self.game: Game | None = None

    def run(self, data: bytes) -> None:
        need(len(data) <= 1 << 26, "the file is too large")
        values = decode(data)
        header = self.read_seating(next(values, None))
        rounds, ended = split(values)
        self.start(header)
        for value in rounds:
            need(not self.finished, "something follows the end")
            self.hear(value, True)
            self.complete()
        if ended is not None:
            need(not self.finished, "something follows the end")
            self.end(ended)
        if self.named is None and self.stuck and self.suspect is not None:
            self.named = ("cheat", self.suspect, len(self.rounds) - 1)
        if not self.rounds and self.named is None:
            self.started = False  # a fault without a round
            raise Fault("no complete round")
        self.recompute()

    # 3. The table

    def read_seating(self, header: Any) -> list[Any]:
        """The header's form, as far as it does not depend on the game."""
        need(array(header, 4) and same(header[:2], ["p2ph transcript", 1]), "not a transcript")
        seating, signatures = header[2:]
        need(array(seating, 7) and same(seating[:2], ["seating", 1]), "not a seating")
        types = [type(entry) for entry in seating[2:]]
        need(types == [str, list, str, int, list], "not a seating")
        self.read_pairs(seating[3])
        seats = seating[6]
        self.n = len(seats)
        for seat in seats:
            need(array(seat, 4), "not a seat")
            name, key, certificate, nonce_ = seat
            need(type(name) is str and 1 <= len(name) <= 24, "a name's length")
            bad = any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in name)
            need(not bad, "a character in a name")
            point(key)
            need(raw(certificate, 32) and raw(nonce_, 16), "not a seat")
        self.identities = [seat[1] for seat in seats]
        need(len(set(self.identities)) == self.n, "two equal identity keys")
        need(len({seat[0] for seat in seats}) == self.n, "two equal names")
        need(array(signatures, self.n), "not all have signed")
        need(all(raw(signature, 64) for signature in signatures), "no signature")
        return list(header)

    def start(self, header: list[Any]) -> None:
        seating, signatures = header[2:]
        need(seating[2] == seating[4] == "hanabi" and seating[5] == 25, "an unknown game")
        need(2 <= self.n <= 5, "HB1: the number of seats")
        self.options = self.read_options(seating[3])
        self.table = digest("table", seating)
        for i, signature in enumerate(signatures):
            need(self.signs_seat(i, signature), "the signature of a seat does not hold")
        self.head = digest("genesis", self.table, signatures)
        self.started = True
        self.expect()

    def read_pairs(self, options: list[Any]) -> None:
        need(all(array(o, 2) and type(o[0]) is str for o in options), "not options")
        need(all(a[0] < b[0] for a, b in pairwise(options)), "options are sorted, each once")

    def read_options(self, options: Any) -> dict[str, Any]:
        got = dict(options)
        blue, red, empty = got.get("blue"), got.get("red"), got.get("empty hints")
        need(type(blue) is int and blue in (8, 10), "the option blue")
        need(type(red) is int and red in (3, 1), "the option red")
        need(type(empty) is bool, "the option empty hints")
        base = {"announce": False, "blue": blue, "empty hints": empty, "finale": False}
        base |= {"multicolour": False, "red": red}
        if "first" in got:
            need(below(got["first"], self.n), "the option first")
            base["first"] = got["first"]
        if got.get("talk") in ("phrases", "free"):
            base["talk"] = got["talk"]
        need(same(options, [[key, base[key]] for key in sorted(base)]), "not this game's options")
        return base

    def signs_seat(self, seat: int, signature: Any) -> bool:
        message = enc(["p2ph/1", "seat", self.table, seat])
        return raw(signature, 64) and signed(self.identities[seat], message, signature)

    # 4. Rounds

    def expect(self) -> None:
        """Fixes who speaks next, and what."""
        number_, everyone, game = len(self.rounds), list(range(self.n)), self.game
        if self.stuck or self.finished:
            self.now = None
            return
        last = self.rounds[-1] if self.rounds else None
        cards: list[int] = []
        if number_ < 2:
            kind, speakers = ("commit", "reveal")[number_], everyone
        elif number_ < 2 + self.n:
            kind, speakers = "shuffled", [number_ - 2]
        elif number_ == 2 + self.n:
            kind, speakers = "agree", everyone[:-1]
        elif game is None or last is None:
            raise AssertionError("the game begins with the reveals")
        elif game.draw:
            kind, speakers, cards = "dealt", everyone, game.draw
            self.holder |= {c: h for h in everyone for c in game.hands[h] if c in cards}
        elif last.kind == "move":
            kind, speakers = "agree", [i for i in everyone if i not in last.speakers]
        elif game.waiting:
            kind, cards = "opened", [game.waiting[1]]
            speakers = [i for i in everyone if i != game.seat]
        else:
            kind, speakers = ("close", everyone) if game.outcome else ("move", [game.seat])
        pile = self.pile if kind == "shuffled" else []
        self.now = Round(number_, self.head, kind, speakers, cards, pile)

    def read(self, value: Any) -> Statement:
        """A statement of this table with a valid signature."""
        form = array(value, 2) and type(value[0]) is bytes and raw(value[1], 64)
        need(form, "not a statement")
        payload, signature = value
        content = decode_one(payload)
        need(array(content, 6) and content[0] == "statement", "not a statement")
        _, table, round_, seat, head, body = content
        need(type(table) is bytes and table == self.table, "of another table")
        form = type(round_) is int and below(seat, self.n) and type(head) is bytes
        need(form, "not a statement")
        statement = Statement(payload, signature, round_, seat, head, body)
        limit = 160 if statement.objects() else 64
        need(len(enc(value)) <= limit << 10, "a statement is too large")
        need(signed(self.identities[seat], payload, signature), "a signature does not hold")
        return statement

    def hear(self, values: Any, whole: bool) -> None:
        """The statements of the open round: all of them, or not all in `ended`."""
        need(type(values) is list, "not a round")
        now = self.now
        if now is None:
            need(not whole and not values, "no round is due")
            return
        need(not whole or len(values) == len(now.speakers), "not as many as speak")
        last = -1
        for place, value in enumerate(values):
            s = self.read(value)
            need(s.round == now.number and s.head == now.head, "another round or head")
            need(not s.objects(), "an objection is no statement of its round")
            need(s.seat in now.speakers, "it was not this seat's to speak", s.seat)
            in_order = s.seat == now.speakers[place] if whole else s.seat > last
            need(in_order, "not in order")
            last = s.seat
            try:
                self.check(now, s)
            except Fault as fault:
                raise Fault(fault.reason, s.seat) from fault
            now.said[s.seat] = s
        need(whole or len(values) < len(now.speakers), "a complete round stands as a round")

    def ctx(self, now: Round, seat: int) -> list[Any]:
        return [self.table, now.number, seat, now.head]

    def of(self, now: Round, seat: int, card: int) -> list[Any]:
        return [self.ctx(now, seat), card, self.pile[card][0], self.keys[seat]]

    def check(self, now: Round, s: Statement) -> None:
        lengths = {"reveal": 7, "shuffled": 3, "dealt": 3, "move": 3, "close": 3}
        form = array(s.body, lengths.get(now.kind, 2)) and s.body[0] == now.kind
        need(form, f"not the body of a {now.kind!r}")
        getattr(self, "check_" + now.kind)(now, s.seat, *s.body[1:])

    def check_commit(self, _now: Round, _seat: int, c: Any) -> None:
        need(raw(c, 32), "not a commitment")

    def check_reveal(self, now: Round, seat: int, *values: Any) -> None:
        key, box, share, e, z, sigma = values
        c = self.rounds[0].said[seat].body[1]
        need(c == digest("commit", self.table, seat, *values), "not what it committed to")
        point(key)
        need(raw(box, 32) and raw(share, 32) and raw(sigma, 32), "not a reveal")
        need(box_key(box, digest("any key")) is not None, "the box key is of small order")
        r = proof_point((number(z), BASE), (-number(e), key))
        need(number(e) == scalar("key proof", self.table, seat, key, r), "it knows not its key")
        for other, s in now.said.items():
            if other < seat:
                need(s.body[1] != key and s.body[2] != box, "the key of another seat")

    def check_shuffled(self, now: Round, seat: int, pile: Any, proof: Any) -> None:
        check_shuffle([self.ctx(now, seat), self.key, now.pile], pile, proof)

    def check_agree(self, now: Round, _seat: int, given: Any) -> None:
        first = now.number == 2 + self.n or self.game is None
        right = digest("pile", self.pile) if first else digest("state", self.playing().public())
        need(type(given) is bytes and given == right, "it agrees to something else")

    def check_dealt(self, now: Round, seat: int, entries: Any, sealed: Any) -> None:
        need(array(entries, len(now.cards)) and array(sealed, self.n), "not a deal")
        for card, entry in zip(now.cards, entries, strict=True):
            of = self.of(now, seat, card)
            if self.holder[card] == seat:
                need(array(entry, 3), "not a share")
                check_share("share", of, point(entry[0]), entry[1:])
            else:
                need(array(entry, 4), "not a blinded share")
                check_blinded(of, entry)
        for k, box in enumerate(sealed):
            rows = self.due(now, seat, k)
            if rows:
                empty = [[card, bytes(32), bytes(32), bytes(32)] for card in rows]
                need(raw(box, 16 + len(enc(empty))), "the length of a box")
            else:
                need(box is None, "a box that is not due")

    def due(self, now: Round, i: int, k: int) -> list[int]:
        """The cards whose blindings seat i tells seat k in a box."""
        return [card for card in now.cards if i != k and self.holder[card] not in (i, k)]

    def check_move(self, now: Round, seat: int, move: Any, proofs: Any) -> None:
        claims = self.playing().claims(move)
        need(array(proofs, len(claims)), "the number of claims")
        for (card, faces), proof in zip(claims, proofs, strict=True):
            check_claim([self.ctx(now, seat), card, self.c[card], faces], proof)

    def check_opened(self, now: Round, _seat: int, entries: Any) -> None:
        need(array(entries, 1), "not an opening")
        need(lin((1, self.c[now.cards[0]]), (number(entries[0]), Q)) in M, "it opens no face")

    def check_close(self, _now: Round, seat: int, given: Any, secret: Any) -> None:
        right = digest("outcome", self.playing().outcome)
        need(type(given) is bytes and given == right, "another outcome")
        sigma = digest("secret", self.table, seat, secret)
        need(raw(secret, 32) and sigma == self.sigmas[seat], "not its secret")

    def playing(self) -> Game:
        assert self.game is not None
        return self.game

    def complete(self) -> None:
        """Draws the consequences of the round that is now complete."""
        now = self.now
        assert now is not None
        said = [now.said[i] for i in now.speakers]
        bodies = [s.body for s in said]
        if now.kind == "reveal":
            self.begin(bodies)
        elif now.kind == "shuffled":
            self.pile = bodies[0][1]
        elif now.kind == "dealt":
            self.dealt(now)
        elif now.kind == "move":
            now.claims = self.playing().claims(bodies[0][1])
            self.playing().apply(bodies[0][1])
        elif now.kind == "opened":
            card = now.cards[0]
            face = M.index(lin((1, self.c[card]), (number(bodies[0][1][0]), Q)))
            self.opened[card] = face
            self.playing().opened(face)
        self.finished = now.kind == "close"
        digests = [digest("statement", s.payload, s.signature) for s in said]
        self.head = digest("round", self.head, digests)
        self.rounds.append(now)
        self.expect()

    def begin(self, reveals: list[Any]) -> None:
        self.keys, self.boxes = [r[1] for r in reveals], [r[2] for r in reveals]
        self.sigmas = [r[6] for r in reveals]
        self.beacon = digest("beacon", self.table, [r[3] for r in reveals])
        self.key = lin(*((1, k) for k in self.keys))
        if self.key == ZERO:
            self.stuck = True
            return
        self.pile = [[BASE, lin((1, M[f]), (1, self.key))] for f in CARDS]
        coin = int.from_bytes(wide("first seat", self.beacon), "little") % self.n
        self.game = Game(self.n, self.options, self.options.get("first", coin))

    def dealt(self, now: Round) -> None:
        self.playing().draw = []
        for place, card in enumerate(now.cards):
            shares = [now.said[i].body[1][place][0] for i in range(self.n)]
            self.c[card] = lin((1, self.pile[card][1]), *((-1, d) for d in shares))
            if not self.stuck and self.c[card] in (ZERO, *M):
                self.stuck = True
                self.suspect = 1 - self.holder[card] if self.n == 2 else None

    # Ends before the close

    def end(self, value: list[Any]) -> None:
        self.ended = True
        self.hear(value[1], False)
        cheats = list[tuple[int, int | None]]()
        withdrawn = list[tuple[str, int, int]]()
        last = -1
        for statement in value[2]:
            s = self.read(statement)
            blamed = self.read_objection(s)
            need(s.seat > last, "the objections are not in order")
            last = s.seat
            try:
                seat, place = self.convicted(s.body[3], blamed)
                need(seat == blamed, "it convicts another")
                cheats.append((seat, place))
            except Fault:
                if self.can_be_judged(s, blamed):
                    withdrawn.append(("withdrew", s.seat, s.round))
        if value[3] is not None:
            cheats.append(self.convicted(value[3], None))
        first = min(cheats, key=lambda c: -1 if c[1] is None else c[1], default=None)
        if first is not None:
            self.named = ("cheat", *first)
        elif withdrawn:
            self.named = withdrawn[0]

    def read_objection(self, s: Statement) -> int:
        """Whom it blames; a Fault if it is malformed."""
        need(s.objects() and array(s.body, 4), "not an objection")
        _, blamed, reason, _ = s.body
        need(below(blamed, self.n), "not an objection")
        need(type(reason) is str and len(reason) <= 200, "not an objection")
        return int(blamed)

    def can_be_judged(self, s: Statement, blamed: int) -> bool:
        """Whether an objection that convicts nobody is its speaker's withdrawal."""
        try:
            kind, round_ = self.readable(s.body[3])
        except Fault:
            return True
        if kind in ("two", "signed twice"):
            return True
        place = self.round_at(s.round)
        head = place.head if place else self.head if s.round == len(self.rounds) else None
        if head != s.head:
            return False
        if round_ != len(self.rounds):
            return True
        said = set(self.now.said) if self.now else set()
        if kind == "box":
            return blamed in said
        others = {i for i in range(self.n) if i != blamed}
        return self.now is None or self.now.kind != "reveal" or others <= said or self.holds(s)

    def holds(self, objection: Statement) -> bool:
        """Whether an objection's evidence convicts anybody."""
        try:
            self.convicted(objection.body[3], None)
        except Fault:
            return False
        return True

    def readable(self, evidence: Any) -> tuple[str, int | None]:
        """The kind and the round of evidence that can be read; a Fault for other."""
        need(type(evidence) is list and len(evidence) > 0, "no evidence")
        kind, *rest = evidence
        if kind == "two" and len(rest) == 2:
            first, _ = self.read(rest[0]), self.read(rest[1])
            return kind, first.round
        if kind == "signed twice" and len(rest) == 3 and below(rest[0], self.n):
            need(type(rest[1]) is bytes and type(rest[2]) is bytes, "no signatures")
            return kind, None
        if kind == "wrong" and len(rest) == 1:
            return kind, self.read(rest[0]).round
        need(kind == "box" and len(rest) == 3 and raw(rest[2], 32), "unreadable evidence")
        need(type(rest[0]) is int and type(rest[1]) is int, "unreadable evidence")
        return kind, int(rest[0])

    def convicted(self, evidence: Any, blamed: int | None) -> tuple[int, int | None]:
        """Whom evidence convicts, and in which round; a Fault if it does not hold."""
        kind, place = self.readable(evidence)
        rest = evidence[1:]
        if kind == "two":
            a, b = self.read(rest[0]), self.read(rest[1])
            pair = a[2:4] == b[2:4] and a.objects() == b.objects()
            need(pair and a.differs(b), "the two are no pair")
            return a.seat, place
        if kind == "signed twice":
            both = self.signs_seat(rest[0], rest[1]) and self.signs_seat(rest[0], rest[2])
            need(both and rest[1] != rest[2], "not signed twice")
            return rest[0], place
        if kind == "wrong":
            s = self.read(rest[0])
            self.wrong(s)
            return s.seat, place
        public = na.crypto_scalarmult_base(rest[2])
        deal = self.round_at(rest[0])
        need(deal is not None and deal.kind == "dealt" and public in self.boxes, "no such box")
        assert deal is not None
        reader = self.boxes.index(public)
        for i in range(self.n) if blamed is None else [blamed]:
            if i in deal.said and rest[1] in self.due(deal, i, reader):
                try:
                    rows = self.open_box(deal, i, reader, rest[2])
                    self.check_row(deal, i, rows[rest[1]])
                except Fault:
                    return i, deal.number
        raise Fault("the box is right")

    def round_at(self, number_: int) -> Round | None:
        if number_ < len(self.rounds):
            return self.rounds[number_]
        return self.now if self.now and self.now.number == number_ else None

    def wrong(self, s: Statement) -> None:
        """A Fault if a statement convicts nobody."""
        need(not s.objects(), "an objection is not wrong")
        place = self.round_at(s.round)
        need(place is not None, "not judged")
        assert place is not None
        if s.seat in place.said:
            need(s.differs(place.said[s.seat]), "it is the one that stands")
            return
        need(s.head == place.head, "under another head")
        if s.seat in place.speakers:
            try:
                self.check(place, s)
            except Fault:
                return
            raise Fault("its check holds")

    def open_box(self, deal: Round, i: int, k: int, private: bytes) -> dict[int, list[Any]]:
        key = box_key(self.boxes[i], private)
        iv = digest("box nonce", self.ctx(deal, i), k)[:24]
        assert key is not None
        try:
            text = na.crypto_box_open_afternm(deal.said[i].body[2][k], iv, key)
        except CryptoError as error:
            raise Fault("a box that cannot be opened") from error
        rows, cards = decode_one(text), self.due(deal, i, k)
        form = array(rows, len(cards)) and all(array(row, 4) for row in rows)
        need(form and same([row[0] for row in rows], cards), "not the rows that are due")
        return dict(zip(cards, rows, strict=True))

    def check_row(self, deal: Round, i: int, row: list[Any]) -> int:
        card, y = row[0], number(row[1])
        masked = deal.said[i].body[1][deal.cards.index(card)][0]
        d = proof_point((1, masked), (-y, Q))
        check_share("sealed share", self.of(deal, i, card), d, row[2:])
        return y

    # What the secrets show

    def recompute(self) -> None:
        last = self.rounds[-1] if self.finished else self.now
        if last is None or last.kind != "close":
            return
        self.secrets: dict[int, bytes] = {i: s.body[2] for i, s in last.said.items()}
        self.deals = {c: r for r in self.rounds if r.kind == "dealt" for c in r.cards}
        for now in self.rounds:
            for seat in now.speakers:
                if seat not in self.secrets:
                    continue
                body = self.make(now, seat, self.secrets[seat])
                payload = enc(["statement", *self.ctx(now, seat), body])
                if payload != now.said[seat].payload:
                    raise Fault("not what its secret gives", seat, now.number)
            if now.kind == "dealt":
                self.open_boxes(now)
        if len(self.secrets) == self.n:
            self.show_faces()

    def open_boxes(self, deal: Round) -> None:
        """What the seats learnt from those whose secret is not shown."""
        for k in self.secrets:
            for i in range(self.n):
                if i in self.secrets or not self.due(deal, i, k):
                    continue
                private = digest("box", self.secrets[k], self.table)
                try:
                    for card, row in self.open_box(deal, i, k, private).items():
                        self.learnt[k, i, card] = self.check_row(deal, i, row)
                except Fault as fault:
                    raise Fault(fault.reason, i, deal.number) from fault

    def blinding(self, i: int, card: int) -> int:
        return scalar("blinding", self.secrets[i], self.ctx(self.deals[card], i), card)

    def known(self, seat: int, card: int) -> int:
        """y of a card, as a seat knows it that does not hold the card."""
        others = [i for i in range(self.n) if i != self.holder[card]]
        shown = (i in self.secrets for i in others)
        return sum(
            self.blinding(i, card) if s else self.learnt[seat, i, card]
            for i, s in zip(others, shown, strict=True)
        )

    def make(self, now: Round, seat: int, secret: bytes) -> Any:
        """The body that a seat's secret, the history and its moves give."""
        ctx, said = self.ctx(now, seat), now.said[seat].body
        if now.kind in ("commit", "reveal"):
            return self.make_reveal(now.kind, seat, secret)
        if now.kind == "shuffled":
            return make_shuffle(secret, self.beacon, [ctx, self.key, now.pile])
        if now.kind == "dealt":
            return self.make_deal(now, seat, secret)
        if now.kind == "opened":
            return ["opened", [out(self.known(seat, now.cards[0]))]]
        if now.kind == "move":
            proofs = []
            for card, faces in now.claims:
                y = self.known(seat, card)
                if lin((1, self.c[card]), (y, Q)) not in [M[f] for f in faces]:
                    raise Fault("a claim is false", seat, now.number)
                proofs.append(make_claim(secret, [ctx, card, self.c[card], faces], y))
            return ["move", said[1], proofs]
        return said  # *agree* and *close* have been compared when they were checked

    def make_reveal(self, kind: str, seat: int, secret: bytes) -> list[Any]:
        x = scalar("key", secret, self.table)
        key, box = lin((x, BASE)), na.crypto_scalarmult_base(digest("box", secret, self.table))
        w = nonce(secret, [self.table, seat], ["key proof", 0], [key])
        e = scalar("key proof", self.table, seat, key, lin((w, BASE)))
        beacon = digest("beacon share", secret, self.table)
        sigma = digest("secret", self.table, seat, secret)
        values = [key, box, beacon, out(e), out(w + e * x), sigma]
        return (
            [kind, *values] if kind == "reveal" else [kind, digest(kind, self.table, seat, *values)]
        )

    def make_deal(self, now: Round, seat: int, secret: bytes) -> list[Any]:
        ctx, x = self.ctx(now, seat), scalar("key", secret, self.table)
        entries, rows = [], {}
        for card in now.cards:
            of, y = self.of(now, seat, card), self.blinding(seat, card)
            if self.holder[card] == seat:
                entries.append(make_share("share", secret, of, x))
            else:
                entries.append(make_blinded(secret, of, x, y))
                proof = make_share("sealed share", secret, of, x)[1:]
                rows[card] = [card, out(y), *proof]
        sealed: list[bytes | None] = []
        for k in range(self.n):
            text = enc([rows[card] for card in self.due(now, seat, k)])
            key = box_key(self.boxes[k], digest("box", secret, self.table))
            iv = digest("box nonce", ctx, k)[:24]
            assert key is not None
            box = na.crypto_box_afternm(text, iv, key) if self.due(now, seat, k) else None
            sealed.append(box)
        return ["dealt", entries, sealed]

    def show_faces(self) -> None:
        self.faces = CARDS
        for i in range(self.n):
            self.faces = [self.faces[j] for j in order(self.secrets[i], self.beacon)]
        x = sum(scalar("key", secret, self.table) for secret in self.secrets.values())
        for (a, b), face in zip(self.pile, self.faces, strict=True):
            need(lin((1, b), (-x, a)) == M[face], "a card has another face")
        need(all(self.faces[c] == f for c, f in self.opened.items()), "an opening is false")
        for now in self.rounds:
            for card, faces in now.claims:
                if self.faces[card] not in faces:
                    raise Fault("a claim is false", now.speakers[0], now.number)


def split(values: Iterator[Any]) -> tuple[list[Any], list[Any] | None]:
    """The rounds, and `ended` if it is there."""
    rounds: list[Any] = []
    ended = None
    try:
        for value in values:
            need(ended is None and type(value) is list, "it follows the end, or is no round")
            lists = array(value, 4) and type(value[1]) is list and type(value[2]) is list
            if lists and value[0] == "ended":
                ended = value
            else:
                rounds.append(value)
    except Fault as fault:
        raise Fault(fault.reason, None, len(rounds)) from fault
    return rounds, ended


def verdict(data: bytes) -> dict[str, Any]:
    """`seat` is who is named, `named` as what: for a "fault", as "cheat", or as one who "withdrew".

    `round` is that of the fault, or where the one who is named did wrong; `rounds` counts complete
    ones.
    """
    audit = Audit()
    reason = named = seat = None
    try:
        audit.run(data)
        place = None
        if audit.named:
            named, seat, place = audit.named
    except Fault as fault:
        reason, seat, place = fault.reason, fault.seat, fault.round
        named = None if seat is None else "fault"
        if place is None and audit.started:
            place = len(audit.rounds)
    return {
        "valid": reason is None,
        "finished": reason is None and audit.finished,
        "round": place,
        "seat": seat,
        "reason": reason,
        "rounds": len(audit.rounds),
        "outcome": audit.game.outcome if audit.game else None,
        "head": audit.head.hex() if audit.started else None,
        "named": named,
    }
