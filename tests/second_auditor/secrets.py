"""The audit, and what the secrets show. Section 7."""

from collections.abc import Iterator
from typing import Any

from .basics import BASE, Q, array, box_key, digest, lin, nonce, out, scalar
from .boxes import NINE, seal, x25519
from .curve import L
from .endings import Endings
from .faults import Fault, need
from .messagepack import decode, enc
from .proofs import make_blinded, make_claim, make_share, make_shuffle, order
from .statements import Round


class Audit(Endings):
    def run(self, data: bytes) -> None:
        need(len(data) <= 1 << 26, "the file is too large")
        values = decode(data)
        header = self.read_seating(next(values, None))
        rounds, ended = split(values)
        self.start(header)
        for value in rounds:
            need(not self.finished, "something follows the end")
            if array(value, 2) and value[0] == "void":
                self.void(value)
                continue
            self.read_round(value, True)
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

    # What the secrets show

    def recompute(self) -> None:
        last = self.rounds[-1] if self.finished else self.now
        if last is None or last.kind != "close":
            return
        shown = {i: s.body[2] for i, s in last.verified.items()}
        self.secrets: dict[int, bytes] = {i: s for i, s in shown.items() if s is not None}
        if not self.secrets:
            return
        complete = [r for r in self.rounds if not r.void]
        self.deals = {c: r for r in complete if r.kind == "dealt" for c in r.cards}
        self.shares: dict[tuple[int, int], int] = {}  # s of (sender, reader)
        for now in complete:
            for seat in now.speakers:
                if seat not in self.secrets:
                    continue
                body = self.make(now, seat, self.secrets[seat])
                payload = enc(["statement", *self.ctx(now, seat), body])
                if payload != now.verified[seat].payload:
                    raise Fault("not what its secret gives", seat, now.number)
            if now.kind == "dealt":
                self.open_boxes(now)
            elif now.kind == "escrowed":
                self.open_shares(now)
        if len(self.secrets) == len(self.active):
            self.show_faces(complete)

    def open_shares(self, escrow: Round) -> None:
        """What the seats whose secret is shown have of the others' keys."""
        for k in self.secrets:
            for i in range(self.n):
                if i in self.secrets and i != k:
                    self.shares[i, k] = self.split(escrow, i)[k]
                elif i != k:
                    try:
                        private = digest("box", self.secrets[k], self.table)
                        self.shares[i, k] = self.open_share(escrow, escrow.verified[i], k, private)
                    except Fault as fault:
                        raise Fault(fault.reason, i, escrow.number) from fault

    def split(self, escrow: Round, j: int) -> dict[int, int]:
        """s_k of a key whose secret is shown."""
        secret, ctx = self.secrets[j], self.ctx(escrow, j)
        *others, last = (k for k in range(self.n) if k != j)
        shares = {k: scalar("escrow share", secret, ctx, k) for k in others}
        shares[last] = (scalar("key", secret, self.table) - sum(shares.values())) % L
        return shares

    def x_of(self, now: Round, seat: int) -> int:
        """x_i, or x_i' while a seat is gone."""
        x = scalar("key", self.secrets[seat], self.table)
        return x if now.gone is None else (x + self.shares[now.gone, seat]) % L

    def open_boxes(self, deal: Round) -> None:
        """What the seats learnt from those whose secret is not shown."""
        for k in self.secrets:
            for i in deal.speakers:
                if i in self.secrets or not self.due(deal, i, k):
                    continue
                private = digest("box", self.secrets[k], self.table)
                try:
                    for card, row in self.open_box(deal, deal.verified[i], k, private).items():
                        self.learnt[k, i, card] = self.check_row(deal, deal.verified[i], row)
                except Fault as fault:
                    raise Fault(fault.reason, i, deal.number) from fault

    def blinding(self, i: int, card: int) -> int:
        return scalar("blinding", self.secrets[i], self.ctx(self.deals[card], i), card)

    def known(self, seat: int, card: int) -> int:
        """y of a card, as a seat knows it that does not hold the card."""
        others = [i for i in self.deals[card].speakers if i != self.audience[card].seat]
        shown = (i in self.secrets for i in others)
        return sum(
            self.blinding(i, card) if s else self.learnt[seat, i, card]
            for i, s in zip(others, shown, strict=True)
        )

    def make(self, now: Round, seat: int, secret: bytes) -> Any:
        """The body that a seat's secret, the history and its moves give."""
        ctx, values = self.ctx(now, seat), now.verified[seat].body
        if now.kind in ("commit", "reveal"):
            return self.make_reveal(now.kind, seat, secret)
        if now.kind == "shuffled":
            return make_shuffle(secret, self.beacon, [ctx, now.shuffle, self.key, now.pile])
        if now.kind == "escrowed":
            return self.make_escrow(now, seat, secret)
        if now.kind == "dealt":
            return self.make_deal(now, seat, secret)
        if now.kind == "opened":
            return ["opened", [self.make_opening(now, seat, card) for card in now.cards]]
        if now.kind == "move":
            proofs = []
            for card, faces in now.claims:
                y = self.known(seat, card)
                if lin((1, self.c[card]), (y, Q)) not in [self.points[f] for f in faces]:
                    raise Fault("a claim is false", seat, now.number)
                of = [ctx, card, self.c[card], faces, self.points]
                proofs.append(make_claim(secret, of, y))
            return ["move", values[1], proofs]
        return values  # *agree* and *close* have been compared when they were checked

    def make_reveal(self, kind: str, seat: int, secret: bytes) -> list[Any]:
        x = scalar("key", secret, self.table)
        key, box = lin((x, BASE)), x25519(digest("box", secret, self.table), NINE)
        w = nonce(secret, [self.table, seat], ["key proof", 0], [key])
        e = scalar("key proof", self.table, seat, key, lin((w, BASE)))
        beacon = digest("beacon share", secret, self.table)
        sigma = digest("secret", self.table, seat, secret)
        values = [key, box, beacon, out(e), out(w + e * x), sigma]
        return (
            [kind, *values] if kind == "reveal" else [kind, digest(kind, self.table, seat, *values)]
        )

    def make_opening(self, now: Round, seat: int, card: int) -> Any:
        if not self.shows(seat, card):
            return None
        if card in self.audience and self.audience[card].kind == "but":
            return out(self.known(seat, card))
        of = self.of(now, seat, card)
        return make_share("share", self.secrets[seat], of, self.x_of(now, seat))

    def make_escrow(self, now: Round, seat: int, secret: bytes) -> list[Any]:
        shares = self.split(now, seat)
        points: list[bytes | None] = [None] * self.n
        boxes: list[bytes | None] = [None] * self.n
        for k, s in shares.items():
            key = box_key(self.boxes[k], digest("box", secret, self.table))
            assert key is not None
            iv = digest("escrow nonce", self.ctx(now, seat), k)[:24]
            points[k] = lin((s, BASE))
            boxes[k] = seal(out(s), iv, key)
        return ["escrowed", points, boxes]

    def make_deal(self, now: Round, seat: int, secret: bytes) -> list[Any]:
        ctx, x = self.ctx(now, seat), self.x_of(now, seat)
        entries: list[list[bytes] | None] = []
        rows = {}
        for card in now.cards:
            of, y = self.of(now, seat, card), self.blinding(seat, card)
            kind = self.contribution(seat, card)
            if kind == "nothing":
                entries.append(None)
            elif kind == "share":
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
            box = seal(text, iv, key) if self.due(now, seat, k) else None
            sealed.append(box)
        return ["dealt", entries, sealed]

    def show_faces(self, complete: list[Round]) -> None:
        x = sum(scalar("key", secret, self.table) for secret in self.secrets.values())
        if self.gone is not None:
            x += sum(self.shares[self.gone, k] for k in self.secrets)
        shown = [lin((1, b), (-x, a)) for a, b in self.masked]
        need(all(p in self.points for p in shown), "a card has no face")
        self.faces = [self.points.index(p) for p in shown]
        if self.gone is None:
            permuted = [self.permuted(m, complete) for m in range(len(self.piles))]
            need(self.faces == [f for pile in permuted for f in pile], "a card has another face")
        need(all(self.faces[c] == f for c, f in self.opened.items()), "an opening is false")
        for now in complete:
            for card, faces in now.claims:
                if self.faces[card] not in faces:
                    raise Fault("a claim is false", now.speakers[0], now.number)

    def permuted(self, m: int, complete: list[Round]) -> list[int]:
        """The faces of a pile, from the permutations of all who shuffled it."""
        faces = self.piles[m]
        for i in [r.speakers[0] for r in complete if r.kind == "shuffled" and r.shuffle == m]:
            faces = [faces[j] for j in order(self.secrets[i], self.beacon, m, len(faces))]
        return faces


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
