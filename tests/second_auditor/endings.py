"""Ends before the close: objections and evidence. Sections 4 and 7."""

from typing import Any

from .basics import BASE, Q, array, below, box_key, digest, lin, number, proof_point, raw, same
from .boxes import NINE, unseal, x25519
from .faults import Fault, need
from .messagepack import decode_one, enc
from .proofs import check_share
from .rounds import Rounds
from .statements import Round, Statement


def is_reason(value: Any) -> bool:
    """Of its form; what it says is judged nowhere."""
    return bool(type(value) is list and value and type(value[0]) is str and len(enc(value)) <= 200)


class Endings(Rounds):
    def end(self, value: list[Any]) -> None:
        self.ended = True
        self.read_round(value[1], False)
        cheats = list[tuple[int, int | None]]()
        withdrawn = list[tuple[str, int, int]]()
        last = -1
        out_of_band = [self.read(statement) for statement in value[2]]
        stops = out_of_band if out_of_band and out_of_band[0].kind() == "stop" else []
        if stops:
            self.stopped(stops)
            withdrawn += [("withdrew", s.seat, s.round) for s in stops if len(stops) == 1]
        for s in out_of_band if not stops else []:
            blamed = self.read_objection(s)
            need(s.seat > last, "the objections are not in order")
            last = s.seat
            try:
                self.readable_in(s)
                seat, place = self.convicted(s.body[3])
                need(seat == blamed, "it convicts another")
                cheats.append((seat, place))
            except Fault:
                if self.can_be_judged(s, blamed):
                    withdrawn.append(("withdrew", s.seat, s.round))
        if value[3] is not None:
            cheats.append(self.convicted(value[3]))
        first = min(cheats, key=lambda c: -1 if c[1] is None else c[1], default=None)
        if first is not None:
            self.named = ("cheat", *first)
        elif withdrawn:
            self.named = withdrawn[0]

    def stopped(self, stops: list[Statement]) -> None:
        """A Fault if these do not end the table, each of them needed."""
        seats = [s.seat for s in stops]
        need(seats == sorted(set(seats)), "the stops are not in order")
        place = self.round_at(stops[0].round)
        gone = place.gone if place else self.gone  # then, not now
        need(gone not in seats, "a stop of one who is gone")
        outside = {i for i in range(self.n) if i != gone and i not in seats}
        for s in stops:
            missing = self.missing(s)
            need(s.round == stops[0].round and s.head == stops[0].head, "of several rounds")
            need(self.head_of(s.round) == s.head, "of no round of the file")
            need(outside <= set(missing), "not all have agreed")

    def missing(self, s: Statement) -> list[int]:
        """Whom a stop calls missing; a Fault if it is malformed."""
        need(s.kind() == "stop" and array(s.body, 2) and type(s.body[1]) is list, "not a stop")
        missing = s.body[1]
        need(all(below(i, self.n) and i != s.seat for i in missing), "not a stop")
        need(missing == sorted(set(missing)), "not a stop")
        return list(missing)

    def head_of(self, number_: int) -> bytes | None:
        if number_ < len(self.rounds):
            return self.rounds[number_].head
        return self.head if number_ == len(self.rounds) else None

    def read_objection(self, s: Statement) -> int:
        """Whom it blames; a Fault if it is malformed."""
        need(s.objects() and array(s.body, 4), "not an objection")
        _, blamed, reason, _ = s.body
        need(below(blamed, self.n), "not an objection")
        need(is_reason(reason), "not an objection")
        return int(blamed)

    def can_be_judged(self, s: Statement, blamed: int) -> bool:
        """Whether an objection that convicts nobody is its speaker's withdrawal."""
        try:
            kind, round_ = self.readable_in(s)
        except Fault:
            return True
        if kind in ("two", "signed twice"):
            return True
        if self.head_of(s.round) != s.head:
            return False
        if round_ != len(self.rounds) or kind == "box":
            return True
        spoken = set(self.now.verified) if self.now else set()
        others = {i for i in range(self.n) if i != blamed}
        return self.now is None or self.now.kind != "reveal" or others <= spoken or self.holds(s)

    def holds(self, objection: Statement) -> bool:
        """Whether an objection's evidence convicts anybody."""
        try:
            self.convicted(objection.body[3])
        except Fault:
            return False
        return True

    def readable_in(self, s: Statement) -> tuple[str, int | None]:
        """The same, of an objection: what it tells of a round after its own is unreadable."""
        kind, round_ = self.readable(s.body[3])
        need(kind == "two" or round_ is None or round_ <= s.round, "of a round to come")
        return kind, round_

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
        need(type(rest[1]) is int, "unreadable evidence")
        return kind, self.read(rest[0]).round

    def convicted(self, evidence: Any) -> tuple[int, int | None]:
        """Whom evidence convicts, and in which round; a Fault if it does not hold."""
        kind, place = self.readable(evidence)
        rest = evidence[1:]
        if kind == "two":
            a, b = self.read(rest[0]), self.read(rest[1])
            kinds = a.kind(), b.kind()
            pair = kinds in (("", ""), ("object", "object"))
            if a.word():
                pair = same(a.word(), b.word()) and a.head == b.head
            need(pair and a[2:4] == b[2:4] and a.differs(b), "the two are no pair")
            return a.seat, place
        if kind == "signed twice":
            both = self.signs_seat(rest[0], rest[1]) and self.signs_seat(rest[0], rest[2])
            need(both and rest[1] != rest[2], "not signed twice")
            return rest[0], place
        s = self.read(rest[0])
        if kind == "wrong":
            self.wrong(s)
        else:
            self.false_box(s, rest[1], rest[2])
        return s.seat, place

    def false_box(self, s: Statement, card: int, private: bytes) -> None:
        """A Fault if a statement's box convicts nobody."""
        deal = self.round_at(s.round)
        need(deal is not None and deal.kind in ("dealt", "escrowed"), "no deal")
        assert deal is not None
        if self.is_wrong(s):
            return
        need(s.head == deal.head and s.seat in deal.speakers, "not of this deal")
        self.check(deal, s)
        public = x25519(private, NINE)
        need(public in self.boxes, "nobody's key")
        reader = self.boxes.index(public)
        if deal.kind == "escrowed":
            need(card == 0 and reader != s.seat, "nothing is due")
            try:
                self.open_share(deal, s, reader, private)
            except Fault:
                return
            raise Fault("the box is right")
        need(card in self.due(deal, s.seat, reader), "nothing is due")
        try:
            rows = self.open_box(deal, s, reader, private)
            self.check_row(deal, s, rows[card])
        except Fault:
            return
        raise Fault("the box is right")

    def is_wrong(self, s: Statement) -> bool:
        try:
            self.wrong(s)
        except Fault:
            return False
        return True

    def round_at(self, number_: int) -> Round | None:
        """A round of the file; of a void one nothing stands."""
        if number_ < len(self.rounds):
            return self.rounds[number_]
        return self.now if self.now and self.now.number == number_ else None

    def wrong(self, s: Statement) -> None:
        """A Fault if a statement convicts nobody."""
        need(not s.kind(), "what is none of a round is not wrong")
        place = self.round_at(s.round)
        need(place is not None, "not judged")
        assert place is not None
        if s.seat in place.verified:
            need(s.differs(place.verified[s.seat]), "it is the one that stands")
            return
        need(s.head == place.head, "under another head")
        if s.seat in place.speakers:
            try:
                self.check(place, s)
            except Fault:
                return
            raise Fault("its check holds")

    def opened_box(self, now: Round, s: Statement, k: int, private: bytes) -> bytes:
        tag = "escrow nonce" if now.kind == "escrowed" else "box nonce"
        key = box_key(self.boxes[s.seat], private)
        iv = digest(tag, self.ctx(now, s.seat), k)[:24]
        assert key is not None
        text = unseal(s.body[2][k], iv, key)
        need(text is not None, "a box that cannot be opened")
        return bytes(text or b"")

    def open_share(self, now: Round, s: Statement, k: int, private: bytes) -> int:
        """s of a key that is split."""
        share = number(self.opened_box(now, s, k, private))
        need(lin((share, BASE)) == s.body[1][k], "another share of the key")
        return share

    def open_box(self, deal: Round, s: Statement, k: int, private: bytes) -> dict[int, list[Any]]:
        text = self.opened_box(deal, s, k, private)
        rows, cards = decode_one(text), self.due(deal, s.seat, k)
        form = array(rows, len(cards)) and all(array(row, 4) for row in rows)
        need(form and same([row[0] for row in rows], cards), "not the rows that are due")
        return dict(zip(cards, rows, strict=True))

    def check_row(self, deal: Round, s: Statement, row: list[Any]) -> int:
        card, y = row[0], number(row[1])
        masked = s.body[1][deal.cards.index(card)][0]
        d = proof_point((1, masked), (-y, Q))
        check_share("sealed share", self.of(deal, s.seat, card), d, row[2:])
        return y
