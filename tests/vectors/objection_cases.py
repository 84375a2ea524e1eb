"""What is heard in the vectors of objections, in an order that a seat may hear it in.

Two tables: that of game.json, and the beginning of one of three seats with escrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from p2p_hanabi.games.hanabi.moves import HintRank
from protocol.crypto.boxes import BoxKey
from protocol.crypto.group import Scalar, to_bytes
from protocol.crypto.proofs import TableSecret, prove_key
from protocol.encoding import H, Value, dec, enc
from protocol.game import Seat
from protocol.identity.keys import Identity, seat_message
from protocol.identity.seating import Place, Seating
from protocol.ledger.history import History, Statement, payload_of
from protocol.rounds.cards import Private
from protocol.rounds.phases import Moving
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage
from tests.attacks.villain import put
from tests.vectors.vector_game import HANABI, second_signature, short_game
from tests.worked_example import Example, array

NAMES = ("Ada", "Bob", "Cyd")
ROUNDS = 10
"""Of the table of three: up to the agreement on its first move."""


@cache
def three() -> Example:
    """A table of three with escrow, up to its first move."""
    identities = tuple(Identity(bytes([seat + 0x44]) * 32) for seat in range(3))
    places = tuple(
        Place(name, who.public_key, bytes([seat + 0x54]) * 32, bytes([seat + 0x64]) * 16)
        for seat, (name, who) in enumerate(zip(NAMES, identities, strict=True))
    )
    options = HANABI.options({"escrow": "trusting", "first": 0})
    seating = Seating(HANABI.name, options, HANABI.deck, HANABI.faces(dict(options)), places)
    signatures = [w.sign(seat_message(seating.table, i)) for i, w in enumerate(identities)]
    provers = {
        seat: Prover(seat, TableSecret(bytes([seat + 0x74]) * 32, seating.table), Private())
        for seat in seating.seats
    }
    history = History.of(HANABI, seating, signatures)
    game = Example(HANABI, seating, identities, history, provers, [])
    while len(history.rounds) < ROUNDS:
        stage = game.history.stage
        if isinstance(stage.phase, Moving):
            known = game.provers[Seat(0)].known(stage.cards)
            moves = HANABI.moves(stage.state, Seat(0), known)
            game.moves = [next(move for move in moves if isinstance(move, HintRank))]
        game.one_round()
    return game


TABLES: dict[str, Callable[[], Example]] = {"two": lambda: short_game()[0], "three": three}


@dataclass
class Talk:
    """One table: what its seats can sign."""

    name: str

    @property
    def game(self) -> Example:
        return TABLES[self.name]()

    def stage(self, number: int) -> Stage:
        rounds = self.game.history.rounds
        return rounds[number].stage if number < len(rounds) else self.game.history.stage

    def stands(self, number: int, seat: int) -> Statement:
        return self.game.history.rounds[number].statements[Seat(seat)]

    def say(
        self, seat: int, number: int, body: Value, *, head: bytes | None = None, place: int = -1
    ) -> Value:
        """Signed; `place`: the round in the payload, if its stage is another's."""
        stage = self.stage(number)
        table, under = stage.seating.table, stage.head if head is None else head
        content = ("statement", table, number if place < 0 else place, seat, under, body)
        payload = enc(content)
        return payload, self.game.identities[seat].sign(payload)

    def object(
        self, by: int, number: int, blamed: Value, evidence: Value, *, head: bytes | None = None
    ) -> Value:
        return self.say(by, number, ("object", blamed, ("not-due",), evidence), head=head)

    def key(self, seat: int) -> bytes:
        return bytes(self.game.provers[Seat(seat)].secret.box_key)

    def false_deal(self, rows: Callable[[Any], Any], sender: int = 1, to: int = 2) -> Value:
        """The sender's deal with other rows in the box for a seat."""
        number = of_kind(self, "dealt")
        return self._resealed(number, (sender, to), lambda plain: enc(rows(dec(plain))))

    def false_split(self, share: Callable[[bytes], bytes], sender: int = 1, to: int = 2) -> Value:
        return self._resealed(2, (sender, to), share)

    def _resealed(
        self, number: int, between: tuple[int, int], new: Callable[[bytes], bytes]
    ) -> Value:
        sender, to = between
        body = array(self.stands(number, sender).body)
        tag = "escrow nonce" if body[0] == "escrowed" else "box nonce"
        nonce = H(tag, self.stage(number).context(Seat(sender)).value, to)[:24]
        own, other = (BoxKey(self.key(seat)) for seat in between)
        plain = other.open(sealed(body, to), own.public_key, nonce)
        box = own.seal(new(plain), other.public_key, nonce)
        return self.say(sender, number, put(body, (2, to), box))


def sealed(body: Value, to: int) -> bytes:
    """The box for a seat."""
    box = array(array(body)[2])[to]
    assert isinstance(box, bytes)
    return box


def of_kind(talk: Talk, kind: str) -> int:
    rounds = talk.game.history.rounds
    return next(
        number
        for number, done in enumerate(rounds)
        if array(next(iter(done.statements.values())).body)[0] == kind
    )


@dataclass(frozen=True)
class Case:
    """`known`: the complete rounds, and who has spoken in the open one. A step is an objection that
    is heard, a statement that is taken, or the number of a seat for which the round is void."""

    name: str
    table: str
    known: tuple[int, Sequence[int]]
    steps: Sequence[tuple[str, Any]]


def hears(value: Value) -> tuple[str, Value]:
    return "hears", value


def takes(number: int, seat: int) -> tuple[str, Any]:
    return "takes", [number, seat]


TWO, THREE = Talk("two"), Talk("three")


def once(name: str, at: tuple[Talk, int], by: tuple[int, int], evidence: Value) -> Case:
    """One objection, signed under the open round, by a seat against another; nobody has spoken in
    that round."""
    talk, number = at
    return Case(name, talk.name, (number, ()), [hears(talk.object(by[0], number, by[1], evidence))])


def cases() -> Iterator[Case]:
    yield from pairs()
    yield from seatings()
    yield from wrongs()
    yield from boxes()
    yield from forms()
    yield from waiting()
    yield from several()
    yield from with_escrow()


AT = 5
"""The deal of the table of two, after the agreement on the pile by seat 0."""


def pairs() -> Iterator[Case]:
    def case(name: str, first: Value, second: Value, blamed: int = 0) -> Case:
        return once(f"two: {name}", (TWO, AT), (1 - blamed, blamed), ("two", first, second))

    stands = TWO.stands(4, 0).value
    other = TWO.say(0, 4, ("agree", bytes(32)))
    vote, nil = ("vote", 0, 1), ("vote", 0, None)
    objection = TWO.object(0, 4, 1, None)
    yield case("statements that differ", stands, other)
    yield case("under two heads", stands, TWO.say(0, 4, ("agree", bytes(32)), head=bytes(32)))
    yield case("both of a round to come", TWO.say(0, 9, ("agree", 0)), TWO.say(0, 9, ("agree", 1)))
    yield case("the same twice", stands, stands)
    yield case("of two rounds", stands, TWO.say(0, 2, ("agree", 0)))
    yield case("of two seats", stands, TWO.say(1, 4, ("agree", 0)))
    yield case("blames another seat", stands, other, 1)
    yield case("objections", objection, TWO.object(0, 4, 1, ("none",)))
    yield case("an objection and a statement", stands, objection)
    yield case("stops", TWO.say(0, 4, ("stop", ())), TWO.say(0, 4, ("stop", (1,))))
    yield case("votes", TWO.say(0, 4, vote), TWO.say(0, 4, nil))
    yield case("votes, one malformed", TWO.say(0, 4, vote), TWO.say(0, 4, (*vote, 7)))
    yield case("decisions", TWO.say(0, 4, ("decide", 3, 0)), TWO.say(0, 4, ("decide", 3, 1)))
    yield case("nexts", TWO.say(0, 4, ("next", 3, None)), TWO.say(0, 4, ("next", 3, (0, 1))))
    yield case("votes of two ballots", TWO.say(0, 4, vote), TWO.say(0, 4, ("vote", 1, 1)))
    yield case("votes under two heads", TWO.say(0, 4, vote), TWO.say(0, 4, nil, head=bytes(32)))
    yield case("a vote and a decision", TWO.say(0, 4, vote), TWO.say(0, 4, ("decide", 0, None)))
    yield case("a vote and a statement", TWO.say(0, 4, vote), stands)
    yield case("votes without a ballot", TWO.say(0, 4, ("vote",)), TWO.say(0, 4, ("vote", None)))
    no_ballot = ("vote", None)
    yield case(
        "votes whose ballot is nil",
        TWO.say(0, 4, (*no_ballot, 1)),
        TWO.say(0, 4, (*no_ballot, None)),
    )
    yield case(
        "votes of ballots 1 and true",
        TWO.say(0, 4, ("vote", 1, 1)),
        TWO.say(0, 4, ("vote", True, 1)),
    )


def seatings() -> Iterator[Case]:
    game = TWO.game
    message = seat_message(game.seating.table, 1)
    first, second = game.history.signatures[1], second_signature(game.identities[1], message)

    def case(name: str, *rest: Value, blamed: int = 1) -> Case:
        evidence = ("signed twice", *rest)
        return once(f"signed twice: {name}", (TWO, AT), (1 - blamed, blamed), evidence)

    yield case("two valid ones", 1, first, second)
    yield case("none of them known here", 1, second, first)
    yield case("the same", 1, first, first)
    yield case("one that is not valid", 1, first, bytes(64))
    yield case("for another seat", 0, first, second, blamed=0)
    yield case("for no seat", 2, first, second)
    yield case("no bytes", 1, first, None)


def wrongs() -> Iterator[Case]:
    def case(
        name: str, shown: Value, blamed: int = 0, *, at: int = AT, spoken: Sequence[int] = ()
    ) -> Case:
        objection = TWO.object(1 - blamed, at, blamed, ("wrong", shown))
        return Case(f"wrong: {name}", "two", (at, spoken), [hears(objection)])

    stands, body = TWO.stands(4, 0), ("agree", bytes(32))
    right = TWO.stands(AT, 0)
    false = TWO.say(0, AT, put(right.body, (2,), ()))
    yield case("not the one that stands", TWO.say(0, 4, body))
    yield case("not the one that stands, under another head", TWO.say(0, 4, body, head=bytes(32)))
    yield case("the one that stands", stands.value)
    yield case("in a complete round, where it does not speak", TWO.say(1, 4, body), 1)
    yield case("the same under another head", TWO.say(1, 4, body, head=bytes(32)), 1)
    yield case("its check fails", false)
    elsewhere = TWO.say(0, AT, put(right.body, (2,), ()), head=bytes(32))
    yield case("its check fails, under another head", elsewhere)
    yield case("its check holds", right.value)
    yield case("not the one that stands in the open round", false, spoken=(0,))
    yield case("the one that stands in the open round", right.value, spoken=(0,))
    yield case("does not speak in the open round", TWO.say(1, 4, body), 1, at=4)
    yield case("an objection", TWO.object(0, 4, 1, None))
    yield case("a stop", TWO.say(0, 4, ("stop", ())))
    yield case("a word of a ballot", TWO.say(0, 4, ("vote", 0, 1)))
    yield case("of a round after that of the objection", TWO.say(0, 6, body))
    earlier = TWO.object(1, 3, 0, ("wrong", TWO.say(0, 4, body)))
    yield Case("wrong: of a round after that of the objection, though it is complete here", "two",
               (AT, ()), [hears(earlier)])  # fmt: skip
    yield case("without a valid signature", (stands.payload, bytes(64)))
    yield case("of another table", (payload_of(THREE.stage(0), Seat(0), body), bytes(64)))
    yield once("wrong: blames another seat", (TWO, AT), (0, 1), ("wrong", false))
    last = len(TWO.game.history.rounds)
    close = TWO.say(0, last - 1, ("close", bytes(32), None))
    yield case("of the closing round, while that is open", close, at=last - 1)
    yield case("after the last close", close, at=last)


def boxes() -> Iterator[Case]:
    deal = of_kind(THREE, "dealt")
    stands, mine = THREE.stands(deal, 1), THREE.key(2)
    card = 0

    def case(
        name: str, shown: Value, number: Value = card, *, key: Value = mine, at: int = deal
    ) -> Case:
        return once(f"box: {name}", (THREE, at), (2, 1), ("box", shown, number, key))

    def changed(place: tuple[int, ...], new: Any) -> Value:
        return THREE.false_deal(lambda rows: put(rows, place, new))

    seven = to_bytes(Scalar(7))
    garbled = put(stands.body, (2, 2), bytes(len(sealed(stands.body, 2))))
    yield case("a right one", stands.value)
    yield case("cannot be opened", THREE.say(1, deal, garbled))
    yield case("another blinding", changed((0, 1), seven))
    yield case("another blinding, of another card", changed((0, 1), seven), 1)
    yield case("a proof that does not hold", changed((0, 3), seven))
    yield case("a proof that does not hold, after the deal", changed((0, 3), seven), at=deal + 1)
    yield case("a blinding of zero", changed((0, 1), bytes(32)))
    yield case("no rows", THREE.false_deal(lambda rows: bytes(len(enc(rows)) - 3)))
    yield case("rows in another order", THREE.false_deal(lambda rows: rows[::-1]))
    yield case("true for the number of a card", changed((1, 0), True))
    yield case("another card's number", changed((1, 0), 5), 1)
    yield case("a card of which no row is due", changed((0, 1), seven), 5)
    yield case("a card that there is not", changed((0, 1), seven), 50)
    yield case("nobody's key", changed((0, 1), seven), key=bytes([9]) * 32)
    yield case("the sender's own key", changed((0, 1), seven), key=THREE.key(1))
    yield case("the key of a seat whose box is right", changed((0, 1), seven), 10, key=THREE.key(0))
    yield case("a key of 31 bytes", changed((0, 1), seven), key=mine[:31])
    yield case("no number", changed((0, 1), seven), None)
    yield case("under another head", THREE.say(1, deal, garbled, head=bytes(32)))
    yield case("its check fails", THREE.say(1, deal, put(stands.body, (1, 0), None)))
    yield case("of a round that is no deal", THREE.stands(deal - 1, 1).value)
    yield case("a stop", THREE.say(1, deal, ("stop", ())))
    yield case("not the one that stands", THREE.say(1, deal, garbled), at=deal + 1)
    earlier = THREE.object(2, 3, 1, ("box", changed((0, 1), seven), card, mine))
    yield Case("box: of a round after that of the objection, though it is open here", "three",
               (deal, ()), [hears(earlier)])  # fmt: skip
    split = THREE.stands(2, 1)

    def share(name: str, shown: Value, number: int = 0, *, key: bytes = mine, at: int = 2) -> Case:
        return once(f"box of a key: {name}", (THREE, at), (2, 1), ("box", shown, number, key))

    yield share("a right one", split.value)
    yield share("another share", THREE.false_split(lambda _: seven))
    yield share("no scalar", THREE.false_split(lambda _: bytes(32)))
    yield share("cannot be opened", THREE.say(1, 2, put(split.body, (2, 2), bytes(48))))
    yield share("with another number", THREE.false_split(lambda _: seven), 1)
    yield share("the sender's own key", THREE.false_split(lambda _: seven), key=THREE.key(1))
    yield share(
        "a key of a seat whose box is right", THREE.false_split(lambda _: seven), key=THREE.key(0)
    )
    yield share(
        "its check fails, with another number",
        THREE.say(1, 2, put(split.body, (1, 1), bytes(32))),
        1,
    )
    yield share("not the one that stands, later", THREE.false_split(lambda _: seven), 3, at=4)


def forms() -> Iterator[Case]:
    def case(name: str, *rest: Value) -> Case:
        return Case(name, "two", (AT, ()), [hears(TWO.say(1, AT, ("object", *rest)))])

    yield case("nil evidence", 0, ("left",), None)
    yield case("evidence that is none", 0, ("left",), ("because", 0))
    yield case("blames itself", 1, ("left",), None)
    yield case("blames no seat", 2, ("left",), None)
    yield case("blames true", True, ("left",), None)
    yield case("no array for a reason", 0, "left", None)
    yield case("a reason that nobody knows", 0, ("nobody-knows", (1, None)), None)
    yield case("a reason without a code", 0, (), None)
    yield case("a reason of 200 bytes", 0, ("x" * 197,), None)
    yield case("a reason of 201 bytes", 0, ("x" * 198,), None)
    yield case("an entry too few", 0, ("left",))
    yield case("an entry too many", 0, ("left",), None, None)
    payload, _ = array(TWO.object(1, AT, 0, None))
    yield Case("without a valid signature", "two", (AT, ()), [hears((payload, bytes(64)))])
    yield Case("nil evidence, under another head", "two", (AT, ()), [
        hears(TWO.object(1, AT, 0, None, head=bytes(32))),
    ])  # fmt: skip
    far = TWO.say(1, AT, ("object", 0, ("left",), None), head=bytes(32), place=99)
    yield Case("nil evidence, of a round far ahead", "two", (AT, ()), [hears(far)])


def copied() -> tuple[list[Value], bytes, Value]:
    """Commitments of three seats of which seat 2 copies the key of seat 0, the head that follows,
    and what it reveals."""
    provers, table = THREE.game.provers, THREE.game.seating.table
    old = array(THREE.stands(1, 2).body)
    e, z = prove_key(provers[Seat(0)].secret, Seat(2))
    parts = (
        old[0],
        provers[Seat(0)].secret.public_key,
        old[2],
        old[3],
        to_bytes(e),
        to_bytes(z),
        old[6],
    )
    commitment = ("commit", H("commit", table, 2, *parts[1:]))
    commits = [*(THREE.stands(0, seat).value for seat in (0, 1)), THREE.say(2, 0, commitment)]
    head = H("round", THREE.stage(0).head, [H("statement", *array(one)) for one in commits])
    return commits, head, parts


def waiting() -> Iterator[Case]:
    false = TWO.say(0, AT, put(TWO.stands(AT, 0).body, (2,), ()))
    next_one = TWO.object(1, AT, 0, ("wrong", false))
    early = (4, ())
    yield Case("waits for its round", "two", early, [hears(next_one), takes(4, 0)])
    yield Case("waits, and then convicts nobody", "two", early, [
        hears(TWO.object(1, AT, 0, ("wrong", TWO.stands(AT, 0).value))), takes(4, 0),
    ])  # fmt: skip
    other = TWO.object(1, AT, 0, ("wrong", TWO.say(0, 4, ("agree", bytes(32)))), head=bytes(32))
    yield Case("waits for a head that never comes", "two", early, [hears(other), takes(4, 0)])
    yield Case("waits for a head that never comes, and leaves room for another", "two", early, [
        hears(other), takes(4, 0), hears(next_one),
    ])  # fmt: skip
    yield Case("waits, and then convicts though another has withdrawn", "two", early, [
        hears(next_one), hears(TWO.object(0, 4, 1, None)), takes(4, 0),
    ])  # fmt: skip
    yield Case("under another head than the known one", "two", (AT, ()), [hears(other)])
    for ahead in (4, 5):
        claim = ("object", 0, ("not-due",), ("wrong", TWO.say(0, 0, ("commit", 0), head=bytes(32))))
        far = TWO.say(1, 4, claim, head=bytes(32), place=4 + ahead)
        yield Case(f"{ahead} rounds ahead of two seats", "two", early, [hears(far)])
    commits, head, parts = copied()
    reveal = THREE.say(2, 1, parts, head=head)
    shown = ("wrong", reveal)
    by_one = THREE.object(1, 1, 2, shown, head=head)

    def at_reveals(seat: int) -> tuple[str, Value]:
        return "takes", THREE.say(seat, 1, THREE.stands(1, seat).body, head=head)

    begun = [("takes", one) for one in commits]
    yield Case("a copied key, once the other is known", "three", (0, ()), [
        *begun, hears(by_one), at_reveals(1), at_reveals(0),
    ])  # fmt: skip
    yield Case("a copied key, which all know", "three", (0, ()), [
        *begun, at_reveals(0), hears(by_one),
    ])  # fmt: skip
    right = THREE.object(1, 1, 2, ("wrong", THREE.stands(1, 2).value))
    yield Case("a reveal that is right, once all others are in", "three", (1, ()), [
        hears(right), takes(1, 0), takes(1, 1),
    ])  # fmt: skip
    yield Case("a reveal that is wrong at once", "three", (1, ()), [
        hears(THREE.object(1, 1, 2, ("wrong", THREE.say(2, 1, ("reveal", 0))))),
    ])  # fmt: skip


def several() -> Iterator[Case]:
    at = (4, ())
    none = TWO.object(1, 4, 0, None)
    pair = ("two", TWO.stands(4, 0).value, TWO.say(0, 4, ("agree", bytes(32))))
    lower = ("two", *(TWO.say(0, 2, ("shuffled", n)) for n in (0, 1)))
    message = seat_message(TWO.game.seating.table, 0)
    twice = ("signed twice", 0, TWO.game.history.signatures[0],
             second_signature(TWO.game.identities[0], message))  # fmt: skip
    other = TWO.object(1, 4, 0, pair)
    later = TWO.object(1, AT, 0, ("wrong", TWO.say(0, AT, ("dealt", (), ()))))
    yield Case("the same again", "two", at, [hears(none), hears(none)])
    yield Case("two for one round", "two", at, [hears(none), hears(other)])
    yield Case("two for one round, the first of which waits", "two", at, [
        hears(later), hears(TWO.object(1, AT, 0, None)),
    ])  # fmt: skip
    yield Case("a second one, once the first is judged", "two", at, [
        hears(none), hears(TWO.object(1, 3, 0, pair)),
    ])  # fmt: skip
    yield Case("one that can be judged, for one that waits", "two", at, [
        hears(later), hears(other), takes(4, 0),
    ])  # fmt: skip
    yield Case("one that waits, for one that waits", "two", at, [
        hears(later), hears(TWO.object(1, 6, 0, ("wrong", TWO.stands(4, 0).value))), takes(4, 0),
    ])  # fmt: skip
    yield Case("a conviction after a withdrawal", "two", at, [
        hears(TWO.object(0, 4, 1, None)), hears(other),
    ])  # fmt: skip
    yield Case("a withdrawal after a conviction", "two", at, [
        hears(other), hears(TWO.object(0, 4, 1, None)),
    ])  # fmt: skip
    yield Case("a withdrawal after another", "two", at, [
        hears(none), hears(TWO.object(0, 4, 1, None)),
    ])  # fmt: skip
    three_pair = ("two", *(THREE.say(2, 3, ("agree", n)) for n in (0, 1)))
    three_lower = ("two", *(THREE.say(2, 1, ("agree", n)) for n in (0, 1)))
    yield Case("of two convictions that of the lower round", "three", (4, ()), [
        hears(THREE.object(0, 4, 2, three_pair)), hears(THREE.object(1, 4, 2, three_lower)),
    ])  # fmt: skip
    yield Case("and not that of the higher", "three", (4, ()), [
        hears(THREE.object(0, 4, 2, three_lower)), hears(THREE.object(1, 4, 2, three_pair)),
    ])  # fmt: skip
    same = ("two", *(THREE.say(1, 3, ("agree", n)) for n in (0, 1)))
    yield Case("of two of one round the first", "three", (4, ()), [
        hears(THREE.object(0, 4, 2, three_pair)), hears(THREE.object(2, 4, 1, same)),
    ])  # fmt: skip
    yield Case("before both a seating signed twice", "two", at, [
        hears(TWO.object(1, 4, 0, lower)), hears(TWO.object(0, 4, 0, twice)),
    ])  # fmt: skip


def with_escrow() -> Iterator[Case]:
    def case(name: str, at: int, *steps: tuple[str, Any]) -> Case:
        return Case(f"with escrow: {name}", "three", (at, ()), steps)

    deal = of_kind(THREE, "dealt")
    yield case("before keys are split", 2, hears(THREE.object(2, 2, 0, None)))
    yield case(
        "signed before they are split, heard after it", 3, hears(THREE.object(2, 2, 0, None))
    )
    yield case(
        "signed after they are split, heard before it",
        2,
        hears(THREE.object(2, 3, 0, None, head=bytes(32))),
    )
    yield case(
        "one leaves, and then another",
        deal,
        hears(THREE.object(2, deal, 0, None)),
        hears(THREE.object(1, deal, 0, ("two",))),
    )
    pair = ("two", *(THREE.say(1, deal, ("agree", n)) for n in (0, 1)))
    yield case(
        "one leaves, another is convicted",
        deal,
        hears(THREE.object(2, deal, 0, None)),
        hears(THREE.object(0, deal, 1, pair)),
    )
    right, false = (
        THREE.stands(deal, 1),
        THREE.say(1, deal, put(THREE.stands(deal, 1).body, (2,), ())),
    )
    void = THREE.stage(deal)
    head = H("void", void.head, 2)

    def later(evidence: Value) -> Value:
        body = ("object", 1, ("not-due",), evidence)
        return THREE.say(0, deal, body, head=head, place=deal + 1)

    yield case(
        "a statement of a void round, rightly made",
        deal,
        takes(deal, 1),
        ("void", 2),
        hears(later(("wrong", right.value))),
    )
    yield case(
        "a statement of a void round, wrongly made",
        deal,
        ("void", 2),
        hears(later(("wrong", false))),
    )
    yield case(
        "another statement of a void round, rightly made",
        deal,
        takes(deal, 1),
        ("void", 2),
        hears(later(("wrong", THREE.false_deal(lambda rows: rows[::-1])))),
    )
    yield case(
        "a false box of a void round",
        deal,
        takes(deal, 1),
        ("void", 2),
        hears(later(("box", THREE.false_deal(lambda rows: rows[::-1]), 0, THREE.key(2)))),
    )
    yield case(
        "signed for the round after, under its head",
        deal,
        hears(later(("wrong", false))),
        ("void", 2),
    )
    yield case(
        "signed for the round after, under the head of another",
        deal,
        hears(later(("wrong", false))),
        ("void", 0),
    )
