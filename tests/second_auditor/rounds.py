"""The table and its rounds, one after the other. Sections 3 to 6."""

import unicodedata
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any

from .basics import (
    BASE,
    Q,
    array,
    below,
    box_key,
    digest,
    faces_of,
    lin,
    number,
    point,
    proof_point,
    raw,
    same,
    scalar,
    signed,
)
from .curve import ZERO
from .faults import Fault, need
from .hanabi import Hanabi
from .ikebana import Ikebana
from .koikoi import Koikoi
from .messagepack import decode_one, enc
from .proofs import check_blinded, check_claim, check_share, check_shuffle
from .rules import Audience, Game
from .statements import Round, Statement

GAMES: dict[str, type[Game]] = {"hanabi": Hanabi, "ikebana": Ikebana, "koikoi": Koikoi}

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
        self.todo: list[Round] = []  # the rounds that are fixed already
        self.audience: dict[int, Audience] = {}  # of the cards that have been dealt
        self.masked: list[list[bytes]] = []  # (A, B) of every card
        self.piles: list[list[int]] = []  # the faces that each pile starts with
        self.shuffled: list[int] = []  # who has shuffled the last of them, in order
        self.c: dict[int, bytes] = {}  # B less the shares that all know, of a dealt card
        self.opened: dict[int, int] = {}
        self.learnt: dict[tuple[int, int, int], int] = {}  # (reader, sender, card): a blinding
        self.faces: list[int] = []
        self.suspect: int | None = None  # whose deal must have been the one that hides nothing
        self.stuck = False  # after keys or a deal that hide nothing
        self.game: Game | None = None
        self.gone: int | None = None
        self.again: Round | None = None  # what was void, until the confirming round is complete

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
        self.read_machines(dict(map(tuple, seating[3])))
        need(array(signatures, self.n), "not all have signed")
        need(all(raw(signature, 64) for signature in signatures), "no signature")
        return list(header)

    def start(self, header: list[Any]) -> None:
        seating, signatures = header[2:]
        need(seating[2] in GAMES, "an unknown game")
        self.kind = GAMES[seating[2]]
        own = [pair for pair in seating[3] if pair[0] != "machines"]
        self.options = self.kind.read_options(own, self.n)
        deck = [self.kind.deck, self.kind.faces(self.options)]
        need(same(seating[4:6], deck), "not this game's deck")
        self.points = faces_of(*deck)
        self.table = digest("table", seating)
        for i, signature in enumerate(signatures):
            need(self.signs_seat(i, signature), "the signature of a seat does not hold")
        self.head = digest("genesis", self.table, signatures)
        self.started = True
        self.expect()

    def read_pairs(self, options: list[Any]) -> None:
        need(all(array(o, 2) and type(o[0]) is str for o in options), "not options")
        need(all(a[0] < b[0] for a, b in pairwise(options)), "options are sorted, each once")

    def read_machines(self, options: dict[str, Any]) -> None:
        """The table's own option: on whose machine each seat runs."""
        if "machines" in options:
            on = options["machines"]
            need(array(on, self.n) and all(below(seat, self.n) for seat in on), "the machines")
            need(all(on[seat] == seat for seat in on), "an owner who is on another machine")
            need(on != list(range(self.n)), "machines that say nothing")

    def signs_seat(self, seat: int, signature: Any) -> bool:
        message = enc(["p2ph/1", "seat", self.table, seat])
        return raw(signature, 64) and signed(self.identities[seat], message, signature)

    # 4. Rounds

    @property
    def active(self) -> list[int]:
        """The seats that are not gone."""
        return [i for i in range(self.n) if i != self.gone]

    def expect(self) -> None:
        """Fixes who speaks next, and what."""
        if self.stuck or self.finished:
            self.now = None
            return
        if not self.todo:
            self.todo = self.ask()
        now = self.todo.pop(0)
        pile = self.pile if now.kind == "shuffled" or now.about == "pile" else []
        now = replace(now, number=len(self.rounds), head=self.head)
        self.now = replace(now, pile=pile, gone=self.gone)

    def ask(self) -> list[Round]:
        """The rounds that what the game waits for fixes."""
        active = self.active
        if not self.rounds:
            return [Round("commit", active), Round("reveal", active)]
        what, *about = self.playing().wants()
        if what == "shuffle":
            self.pile = [[BASE, lin((1, self.points[f]), (1, self.key))] for f in about[0]]
            self.piles.append(about[0])
            self.shuffled = []
            return self.shuffles()
        if what == "deal":
            cards = dict(about[0])
            self.audience |= cards
            return [Round("dealt", active, list(cards))]
        if what == "open":
            return [self.opening(about[0])]
        if what == "act":
            return [Round("move", [about[0]]), self.agreement("state", about[0])]
        return [Round("close", active)]

    def shuffles(self) -> list[Round]:
        """The rounds of a pile that some have shuffled."""
        seats, m = [i for i in self.active if i not in self.shuffled], len(self.piles) - 1
        shuffles = [Round("shuffled", [i], shuffle=m) for i in seats]
        return [*shuffles, self.agreement("pile", [*self.shuffled, *seats][-1])]

    def opening(self, cards: list[int]) -> Round:
        speakers = [i for i in self.active if any(self.shows(i, card) for card in cards)]
        is_alone = "escrow" in self.options and len(speakers) == 1
        return Round("opened", self.active if is_alone else speakers, cards)

    def agreement(self, about: str, but: int) -> Round:
        """Of all active seats but the mover or the last shuffler; -1: of all."""
        return Round("agree", [i for i in self.active if i != but], about=about)

    # 14. A seat that is gone for good

    def void(self, value: list[Any]) -> None:
        """The open round is void, as an entry of the file says."""
        now, seat = self.now, value[1]
        need(self.can_be_void(), "nothing to be void")
        assert now is not None
        need(below(seat, self.n) and seat in now.speakers, "void for a seat that does not speak")
        self.rounds.append(replace(now, void=True, game=deepcopy(self.game)))
        self.head = digest("void", self.head, seat)
        self.gone = seat
        if now.kind != "without":
            self.again = now
        self.todo = [Round("without", self.active)]
        self.expect()

    def can_be_void(self) -> bool:
        return self.now is not None and self.now.number > 2 and "escrow" in self.options

    def once_more(self) -> list[Round]:
        """What comes after the confirming round."""
        what, self.again = self.again, None
        assert what is not None
        if what.kind == "shuffled" or what.about == "pile":
            has_all = all(i in self.shuffled for i in self.active)
            return [self.agreement("pile", -1)] if has_all else self.shuffles()
        if what.kind == "move":
            if what.speakers[0] == self.gone:
                self.playing().pass_over()
            return []
        if what.kind == "opened":
            return [self.opening(what.cards)]
        if what.kind == "agree":
            return [self.agreement(what.about, -1)]
        return [Round(what.kind, self.active, what.cards)]

    def key_of(self, now: Round, seat: int) -> bytes:
        """K_i, or K_i' while a seat is gone."""
        if now.gone is None:
            return bytes(self.keys[seat])
        return lin((1, self.keys[seat]), (1, self.escrow[now.gone][seat]))

    def check_escrowed(self, _now: Round, seat: int, shares: Any, boxes: Any) -> None:
        need(array(shares, self.n) and array(boxes, self.n), "not a key that is split")
        need(shares[seat] is None and boxes[seat] is None, "a share for oneself")
        others = [i for i in range(self.n) if i != seat]
        total = lin(*((1, point(shares[k])) for k in others))
        need(total == self.keys[seat], "the shares of a key are not that key")
        need(all(raw(boxes[k], 48) for k in others), "the length of a box")

    def check_without(self, now: Round, _seat: int, gone: Any) -> None:
        need(type(gone) is int and gone == now.gone, "another is gone")

    def shows(self, seat: int, card: int) -> bool:
        """Whether the seat has something to show when the card is opened."""
        kind, who = self.audience.get(card, ("none", -1))
        return kind == "none" or (seat == who) == (kind == "only")

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

    def read_round(self, values: Any, whole: bool) -> None:
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
            need(not s.kind(), "it is no statement of its round")
            need(s.seat in now.speakers, "it was not this seat's to speak", s.seat)
            in_order = s.seat == now.speakers[place] if whole else s.seat > last
            need(in_order, "not in order")
            last = s.seat
            try:
                self.check(now, s)
            except Fault as fault:
                raise Fault(fault.reason, s.seat) from fault
            now.verified[s.seat] = s
        need(whole or len(values) < len(now.speakers), "a complete round stands as a round")

    def ctx(self, now: Round, seat: int) -> list[Any]:
        return [self.table, now.number, seat, now.head]

    def of(self, now: Round, seat: int, card: int) -> list[Any]:
        return [self.ctx(now, seat), card, self.masked[card][0], self.key_of(now, seat)]

    def check(self, now: Round, s: Statement) -> None:
        lengths = {"reveal": 7, "shuffled": 3, "dealt": 3, "move": 3, "close": 3}
        lengths["escrowed"] = 3
        form = array(s.body, lengths.get(now.kind, 2)) and s.body[0] == now.kind
        need(form, f"not the body of a {now.kind!r}")
        getattr(self, "check_" + now.kind)(now, s.seat, *s.body[1:])

    def check_commit(self, _now: Round, _seat: int, c: Any) -> None:
        need(raw(c, 32), "not a commitment")

    def check_reveal(self, now: Round, seat: int, *values: Any) -> None:
        key, box, share, e, z, sigma = values
        c = self.rounds[0].verified[seat].body[1]
        need(c == digest("commit", self.table, seat, *values), "not what it committed to")
        point(key)
        need(raw(box, 32) and raw(share, 32) and raw(sigma, 32), "not a reveal")
        need(box_key(box, digest("any key")) is not None, "the box key is of small order")
        r = proof_point((number(z), BASE), (-number(e), key))
        need(number(e) == scalar("key proof", self.table, seat, key, r), "it knows not its key")
        for other, s in now.verified.items():
            if other < seat:
                need(s.body[1] != key and s.body[2] != box, "the key of another seat")

    def check_shuffled(self, now: Round, seat: int, pile: Any, proof: Any) -> None:
        check_shuffle([self.ctx(now, seat), now.shuffle, self.key, now.pile], pile, proof)

    def check_agree(self, now: Round, _seat: int, given: Any) -> None:
        of_pile = now.about == "pile"
        right = digest(now.about, now.pile if of_pile else self.playing(now).public())
        need(type(given) is bytes and given == right, "it agrees to something else")

    def check_dealt(self, now: Round, seat: int, entries: Any, sealed: Any) -> None:
        need(array(entries, len(now.cards)) and array(sealed, self.n), "not a deal")
        for card, entry in zip(now.cards, entries, strict=True):
            kind = self.contribution(seat, card)
            if kind == "nothing":
                need(entry is None, "a share that nobody may see")
            elif kind == "share":
                need(array(entry, 3), "not a share")
                check_share("share", self.of(now, seat, card), point(entry[0]), entry[1:])
            else:
                need(array(entry, 4), "not a blinded share")
                check_blinded(self.of(now, seat, card), entry)
        for k, box in enumerate(sealed):
            rows = self.due(now, seat, k)
            if rows:
                empty = [[card, bytes(32), bytes(32), bytes(32)] for card in rows]
                need(raw(box, 16 + len(enc(empty))), "the length of a box")
            else:
                need(box is None, "a box that is not due")

    def due(self, now: Round, i: int, k: int) -> list[int]:
        """The cards whose blindings seat i tells seat k in a box."""
        hidden = [card for card in now.cards if self.audience[card].kind == "but"]
        return [card for card in hidden if i != k and self.audience[card].seat not in (i, k)]

    def contribution(self, seat: int, card: int) -> str:
        """What a seat puts for a card into *dealt*."""
        kind, who = self.audience[card]
        if kind == "only":
            return "nothing" if seat == who else "share"
        return "share" if kind == "all" or seat == who else "blinded share"

    def check_move(self, now: Round, seat: int, move: Any, proofs: Any) -> None:
        claims = self.playing(now).claims(move)
        need(array(proofs, len(claims)), "the number of claims")
        for (card, faces), proof in zip(claims, proofs, strict=True):
            hidden = self.audience[card].kind == "but" and self.audience[card].seat != seat
            need(hidden and card in self.c, "a claim about another card")
            of = [self.ctx(now, seat), card, self.c[card], faces, self.points]
            check_claim(of, proof)

    def check_opened(self, now: Round, seat: int, entries: Any) -> None:
        need(array(entries, len(now.cards)), "not an opening")
        for card, entry in zip(now.cards, entries, strict=True):
            if not self.shows(seat, card):
                need(entry is None, "it has nothing to show")
            elif card in self.audience and self.audience[card].kind == "but":
                face = lin((1, self.c[card]), (number(entry), Q))
                need(face in self.points, "it opens no face")
            else:
                need(array(entry, 3), "not a share")
                check_share("share", self.of(now, seat, card), point(entry[0]), entry[1:])

    def check_close(self, now: Round, seat: int, given: Any, secret: Any) -> None:
        right = digest("outcome", self.playing(now).outcome)
        need(type(given) is bytes and given == right, "another outcome")
        if self.kind.shows_secrets:
            sigma = digest("secret", self.table, seat, secret)
            need(raw(secret, 32) and sigma == self.sigmas[seat], "not its secret")
        else:
            need(secret is None, "a secret that stays secret")

    def playing(self, at: Round | None = None) -> Game:
        """The game, as it stood at a void round or as it stands."""
        game = at.game if at is not None and at.void else self.game
        assert isinstance(game, Game)
        return game

    def complete(self) -> None:
        """Draws the consequences of the round that is now complete."""
        now = self.now
        assert now is not None
        values = [now.verified[i] for i in now.speakers]
        bodies = [s.body for s in values]
        if now.kind == "reveal":
            self.begin(bodies)
        elif now.kind == "escrowed":
            self.escrow = [body[1] for body in bodies]
        elif now.kind == "without":
            self.todo = self.once_more()
        elif now.kind == "shuffled":
            self.pile = bodies[0][1]
            self.shuffled.append(now.speakers[0])
        elif now.kind == "dealt":
            self.dealt(now)
        elif now.kind == "move":
            now.claims = self.playing().claims(bodies[0][1])
            self.playing().apply(bodies[0][1])
        elif now.about == "pile":
            self.masked += self.pile
            self.playing().shuffled()
        elif now.kind == "opened":
            faces = [self.face_shown(now, card) for card in now.cards]
            self.opened |= dict(zip(now.cards, faces, strict=True))
            self.playing().opened(faces)
        self.finished = now.kind == "close"
        digests = [digest("statement", s.payload, s.signature) for s in values]
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
        self.game = self.kind(self.n, self.options, self.beacon)
        if "escrow" in self.options:
            self.todo = [Round("escrowed", self.active)]

    def face_shown(self, now: Round, card: int) -> int:
        """The face of a card that is opened in a round."""
        place = now.cards.index(card)
        entries = [s.body[1][place] for s in now.verified.values() if s.body[1][place] is not None]
        if card in self.audience and self.audience[card].kind == "but":
            return self.points.index(lin((1, self.c[card]), (number(entries[0]), Q)))
        rest = self.c.get(card, self.masked[card][1])
        return self.points.index(lin((1, rest), *((-1, entry[0]) for entry in entries)))

    def dealt(self, now: Round) -> None:
        shown = {}
        for place, card in enumerate(now.cards):
            entries = [s.body[1][place] for s in now.verified.values()]
            shares = [entry[0] for entry in entries if entry is not None]
            self.c[card] = lin((1, self.masked[card][1]), *((-1, d) for d in shares))
            kind, holder = self.audience[card]
            if kind == "all":
                shown[card] = self.opened[card] = self.points.index(self.c[card])
            elif kind == "but" and not self.stuck and self.c[card] in (ZERO, *self.points):
                self.stuck = True
                blinding = [i for i in now.speakers if i != holder]
                self.suspect = blinding[0] if len(blinding) == 1 else None
        self.playing().dealt(shown)
