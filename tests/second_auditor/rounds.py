"""The table and its rounds, one after the other. Sections 3 to 6."""

import unicodedata
from itertools import pairwise
from typing import Any

from .basics import (
    BASE,
    CARDS,
    ZERO,
    Fault,
    M,
    Q,
    array,
    below,
    box_key,
    decode_one,
    digest,
    enc,
    lin,
    need,
    number,
    point,
    proof_point,
    raw,
    same,
    scalar,
    signed,
    wide,
)
from .proofs import check_blinded, check_claim, check_share, check_shuffle
from .rules import Game
from .statements import Round, Statement

EMOJI = ((0x2190, 0x21FF), (0x2600, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))
INVISIBLE = (
    (0x34F, 0x34F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2065, 0x2065),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
)  # fmt: skip


def within(sign: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(sign) <= high for low, high in ranges)


def good_name(name: str) -> bool:
    """No sign that is forbidden, and not only blanks."""
    for i, sign in enumerate(name):
        joins = 0 < i < len(name) - 1 and sign == chr(0x200D) and within(name[i + 1], EMOJI)
        if joins and (name[i - 1] == chr(0xFE0F) or within(name[i - 1], EMOJI)):
            continue
        if unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp"):
            return False
    blank = [unicodedata.category(s) in ("Zs", "Cf") or within(s, INVISIBLE) for s in name]
    return not all(blank)


class Rounds:
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
            need(good_name(name), "a character in a name")
            point(key)
            need(raw(certificate, 32) and raw(nonce_, 16), "not a seat")
        self.identities = [seat[1] for seat in seats]
        need(len(set(self.identities)) == self.n, "two equal identity keys")
        need(len({seat[0] for seat in seats}) == self.n, "two equal names")
        need(len({seat[2] for seat in seats}) == self.n, "two equal certificates")
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
            need(not s.aside(), "it is no statement of its round")
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
