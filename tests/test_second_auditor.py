"""The second auditor, made from the written specification alone, against files and fresh games.

Then both auditors, which share no code, on the same files: honest ones, and such as a villain
could sign.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nacl import bindings as na
from nacl.signing import SigningKey

from p2p_hanabi.bots import BOTS
from p2p_hanabi.games import GAMES
from protocol.audit import audit
from protocol.shuffle import verify_shuffle
from tests.fakes import play_out, wire_for
from tests.second_auditor import (
    BASE,
    Audit,
    L,
    decode,
    decode_one,
    digest,
    enc,
    lin,
    make_blinded,
    out,
    scalar,
    verdict,
)

VECTORS = Path(__file__).parent / "vectors"
GAME_FILES = {g["file"]: g for g in json.loads((VECTORS / "games.json").read_text())["games"]}
BROKEN = json.loads((VECTORS / "broken" / "broken.json").read_text())["files"]
GAME_2 = (VECTORS / "game-2.p2ph").read_bytes()
FLIPS = [(i * 4243 + 17) % len(GAME_2) for i in range(60)]
verify_once = cache(verify_shuffle)


@pytest.fixture(autouse=True)
def _shuffles_are_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the files here begin alike."""
    monkeypatch.setattr("protocol.accept.verify_shuffle", verify_once)


@dataclass(frozen=True)
class Played:
    """A game of the vectors, and everything that its seats can sign."""

    facts: dict[str, Any]
    values: list[Any]
    heads: list[bytes]

    @property
    def table(self) -> bytes:
        return bytes.fromhex(self.facts["table"])

    @property
    def seats(self) -> int:
        return len(self.facts["secrets"])

    @property
    def deal(self) -> int:
        """The round of the first deal."""
        return 3 + self.seats

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
        contents = [decode_one(said[0]) for said in self.values[round_ + 1]]
        return {content[3]: content[5] for content in contents}

    def until(self, rounds: int, *more: Any) -> bytes:
        """A file of so many rounds, and what follows them."""
        return b"".join(enc(value) for value in [*self.values[: rounds + 1], *more])

    def changed(self, round_: int, seat: int, body: Any) -> Played:
        """The same game with one statement exchanged, and nothing but a round's form after it."""
        entries = [
            self.say(seat, round_, body) if decode_one(entry[0])[3] == seat else entry
            for entry in self.values[round_ + 1]
        ]
        digests = [digest("statement", *entry) for entry in entries]
        head = digest("round", self.heads[round_], digests)
        values = [*self.values[: round_ + 1], entries, self.values[round_ + 2]]
        return Played(self.facts, values, [*self.heads[: round_ + 1], head])


@cache
def played(name: str) -> Played:
    facts = GAME_FILES[name]
    values = list(decode((VECTORS / name).read_bytes()))
    return Played(facts, values, [bytes.fromhex(head) for head in facts["heads"]])


def second_signature(game: Played, seat: int) -> bytes:
    """Another valid signature of the seating: with a nonce that is not the one of RFC 8032."""
    key = game.key(seat)
    digits = hashlib.sha512(bytes(key)).digest()[:32]
    a = int.from_bytes(digits, "little") & (2**254 - 8) | 2**254
    message = enc(["p2ph/1", "seat", game.table, seat])
    r = lin((7, BASE))
    e = hashlib.sha512(r + bytes(key.verify_key) + message).digest()
    return r + ((7 + int.from_bytes(e, "little") * a) % L).to_bytes(32, "little")


def told(result: dict[str, Any]) -> list[Any]:
    return [result[key] for key in ("valid", "finished", "named", "seat", "round")]


def ours(data: bytes) -> list[Any]:
    """The same of the project's own auditor."""
    report = audit(data, GAMES)
    if (fault := report.fault) is not None:
        named = None if fault.seat is None else "fault"
        return [False, False, named, fault.seat, fault.round_number]
    how = "withdrew" if report.withdrawn else "cheat"
    named = None if report.named is None else how
    return [True, report.finished, named, report.named, report.named_round]


def agreed(data: bytes) -> list[Any]:
    """What both auditors say."""
    both = told(verdict(data))
    assert ours(data) == both
    return both


# Whole games, broken ones, fresh ones.


@pytest.mark.parametrize("name", GAME_FILES)
def test_whole_games_are_accepted(name: str) -> None:
    game, data = GAME_FILES[name], (VECTORS / name).read_bytes()
    audit = Audit()
    audit.run(data)
    assert audit.faces == game["faces"]
    assert audit.table.hex() == game["table"]
    assert audit.beacon.hex() == game["beacon"]
    assert digest("outcome", audit.playing().outcome).hex() == game["outcome digest"]
    assert digest("transcript", data).hex() == game["transcript"]
    assert sum(len(r.said) for r in audit.rounds) == game["statements"]
    assert [r.head.hex() for r in audit.rounds] == game["heads"]
    result = verdict(data)
    assert [result[key] for key in ("rounds", "outcome", "head", "reason")] == [
        *[game[key] for key in ("rounds", "outcome", "head")],
        None,
    ]
    assert agreed(data) == [True, True, None, None, None]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["file"]))
def test_broken_files_get_their_verdict(case: dict[str, Any]) -> None:
    valid, _, _, seat, round_ = agreed((VECTORS / case["file"]).read_bytes())
    assert [valid, round_, seat] == [case[key] for key in ("valid", "round", "seat")]


@pytest.mark.parametrize("position", FLIPS)
def test_a_flipped_byte_is_refused_and_names_nobody(position: int) -> None:
    flipped = bytes([GAME_2[position] ^ 1 << position % 8])
    data = GAME_2[:position] + flipped + GAME_2[position + 1 :]
    valid, _, _, seat, _ = told(verdict(data))
    assert not valid
    assert seat is None


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_fresh_games_are_accepted(seats: int) -> None:
    wire = wire_for(GAMES["hanabi"], seats, seed=1)
    wire.open()
    play_out(wire, BOTS["hanabi"])
    result = verdict(wire.nodes[0].table.transcript())
    assert result["valid"], result
    assert result["finished"]


# Files of game-3 that end before the close. Its deal is round 6, its first move round 7, by seat 0.

GAME_3 = played("game-3.p2ph")


def ending(rounds: int, *ended: Any) -> list[Any]:
    return agreed(GAME_3.until(rounds, ["ended", *ended]))


def objection(seat: int, round_: int, blamed: int, evidence: Any) -> list[bytes]:
    return GAME_3.say(seat, round_, ["object", blamed, "a reason", evidence])


def false_deal() -> list[bytes]:
    """Seat 2's deal with a box that seat 1 cannot open."""
    body = GAME_3.bodies(6)[2]
    box = body[2][1]
    return GAME_3.say(2, 6, ["dealt", body[1], [body[2][0], bytes([box[0] ^ 1]) + box[1:], None]])


UNFINISHED = [True, False, None, None, None]


def test_a_file_may_stop_without_a_name() -> None:
    assert agreed(GAME_3.until(7)) == UNFINISHED
    assert ending(7, [], [], None) == UNFINISHED
    assert agreed(GAME_3.until(0)) == [False, False, None, None, None]
    assert ending(0, [], [], None) == [False, False, None, None, None]
    assert ending(0, [], [objection(1, 0, 0, None)], None) == [True, False, "withdrew", 1, 0]


def test_secrets_of_an_incomplete_closing_round_are_used() -> None:
    rounds = len(GAME_3.values) - 2
    close = GAME_3.values[-1]
    assert ending(rounds, close[:2], [], None) == UNFINISHED
    assert ending(rounds, close, [], None) == [False, False, None, None, rounds]
    wrong = ["close", GAME_3.bodies(rounds)[0][1], bytes(32)]
    assert ending(rounds, [GAME_3.say(0, rounds, wrong)], [], None) == [
        *[False, False, "fault"],
        *[0, rounds],
    ]


def test_objections_convict_or_withdraw() -> None:
    wrong = ["wrong", GAME_3.say(0, 7, ["move", ["discard", 0], []])]  # the lid is full
    right = ["wrong", GAME_3.values[8][0]]
    two = ["two", GAME_3.values[7][2], false_deal()]
    cheat = [True, False, "cheat", 0, 7]
    assert ending(7, [], [objection(1, 7, 0, wrong)], None) == cheat
    assert ending(7, [], [objection(1, 7, 2, wrong)], None) == [*cheat[:2], "withdrew", 1, 7]
    assert ending(7, [], [objection(1, 7, 0, right)], None) == [*cheat[:2], "withdrew", 1, 7]
    assert ending(7, [], [objection(2, 7, 0, None)], None) == [*cheat[:2], "withdrew", 2, 7]
    assert ending(7, [], [], wrong) == cheat
    assert not ending(7, [], [], right)[0]
    assert not ending(7, [], [], ["unreadable"])[0]
    several = [objection(0, 7, 2, two), objection(1, 7, 0, wrong), objection(2, 7, 0, None)]
    assert ending(7, [], several, None) == [*cheat[:2], "cheat", 2, 6]
    assert ending(7, [], several[1:], two) == [*cheat[:2], "cheat", 2, 6]


def test_an_objection_that_cannot_be_judged_names_nobody() -> None:
    right = ["wrong", GAME_3.values[8][0]]
    for head, round_ in ((bytes(32), 7), (None, 8)):
        said = GAME_3.say(1, round_, ["object", 0, "", right], head)
        assert ending(7, [], [said], None) == UNFINISHED
    unsaid = ["box", 6, 0, GAME_3.box_key(1)]
    assert ending(6, [], [objection(1, 6, 2, unsaid)], None) == UNFINISHED


def test_an_objection_is_no_statement_of_a_round_and_that_names_nobody() -> None:
    said = objection(0, 7, 1, None)
    assert agreed(GAME_3.until(7, [said])) == [False, False, None, None, 7]
    assert ending(7, [said], [], None) == [False, False, None, None, 7]


def test_a_false_box_is_shown() -> None:
    others = GAME_3.values[7]
    evidence = ["box", 6, 0, GAME_3.box_key(1)]
    heard = [others[0], false_deal()]
    cheat = [True, False, "cheat", 2, 6]
    assert ending(6, heard, [objection(1, 6, 2, evidence)], None) == cheat
    assert ending(6, heard, [], evidence) == cheat
    assert not ending(6, [others[0], others[2]], [], evidence)[0]
    for said, box in ([others[0], others[2]], evidence), (heard, ["box", 6, 5, evidence[3]]):
        assert ending(6, said, [objection(1, 6, 2, box)], None) == [True, False, "withdrew", 1, 6]


def test_two_signatures_of_a_seating_convict() -> None:
    first, other = GAME_3.values[0][3][1], second_signature(GAME_3, 1)
    assert ending(7, [], [], ["signed twice", 1, first, other]) == [True, False, "cheat", 1, None]
    assert not ending(7, [], [], ["signed twice", 1, first, first])[0]


def void_deal() -> Played:
    """Seat 1 of two has not blinded its share of seat 0's first card."""
    game = played("game-2.p2ph")
    body, x = game.bodies(5)[1], scalar("key", game.secret(1), game.table)
    a = game.bodies(3)[1][1][0][0]
    key = game.bodies(1)[1][1]
    ctx = [game.table, 5, 1, game.heads[5]]
    entry = make_blinded(game.secret(1), [ctx, 0, a, key], x, 0)
    return game.changed(5, 1, ["dealt", [entry, *body[1][1:]], body[2]])


def test_a_deal_that_hides_nothing_names_the_partner_of_two_and_nothing_follows_it() -> None:
    game = void_deal()
    named = [True, False, "cheat", 1, 5]
    assert agreed(game.until(6)) == named
    assert agreed(game.until(6, ["ended", [], [], None])) == named
    move = game.say(0, 6, ["move", ["play", 0], []])
    for rest in ([move], ["ended", [move], [], None]):
        assert agreed(game.until(6, rest)) == [False, False, None, None, 6]
    left = game.say(0, 6, ["object", 1, "", None])
    assert agreed(game.until(6, ["ended", [], [left], None])) == [True, False, "withdrew", 0, 6]
    pair = ["two", game.say(0, 6, ["agree", b""]), game.say(0, 6, ["agree", b"1"])]
    assert agreed(game.until(6, ["ended", [], [], pair])) == [True, False, "cheat", 0, 6]


def test_faults_of_one_round_are_found_entry_by_entry() -> None:
    entries = GAME_3.values[7]
    false = GAME_3.say(0, 6, ["dealt", [], []])
    nobody, first = [False, False, None, None, 6], [False, False, "fault", 0, 6]
    assert agreed(GAME_3.until(6, [false, entries[1]])) == nobody
    assert agreed(GAME_3.until(6, [false, entries[1], [b"", bytes(64)]])) == first
    assert agreed(GAME_3.until(6, [[b"", bytes(64)], entries[1], false])) == nobody
    assert agreed(GAME_3.until(6, [entries[1], false, entries[2]])) == nobody
    other = GAME_3.say(1, 7, ["move", ["play", 5], []])  # it is seat 0 that moves
    assert agreed(GAME_3.until(7, [other])) == [False, False, "fault", 1, 7]


def test_encoding_is_read_before_anything_else() -> None:
    false = [GAME_3.say(0, 0, ["commit", b""]), *GAME_3.values[1][1:]]
    data = GAME_3.until(0, false, GAME_3.values[2])
    assert agreed(data) == [False, False, "fault", 0, 0]
    assert agreed(data + b"\xc1") == [False, False, None, None, 2]


def copied_key(*, box: bool) -> tuple[Played, Any]:
    """Seat 1 has committed to the key, or to the box key, of seat 0; and its reveal."""
    _, key, public, share, _, _, sigma = GAME_3.bodies(1)[1]
    x = scalar("key", GAME_3.secret(1), GAME_3.table)
    if box:
        public = GAME_3.bodies(1)[0][2]
    else:
        key, x = GAME_3.bodies(1)[0][1], scalar("key", GAME_3.secret(0), GAME_3.table)
    e = scalar("key proof", GAME_3.table, 1, key, lin((7, BASE)))
    values = [key, public, share, out(e), out(7 + e * x), sigma]
    commitment = digest("commit", GAME_3.table, 1, *values)
    return GAME_3.changed(0, 1, ["commit", commitment]), ["reveal", *values]


@pytest.mark.parametrize("box", [False, True])
def test_of_two_equal_keys_the_higher_seat_is_named_where_both_are_seen(box: bool) -> None:
    game, copy = copied_key(box=box)
    said = {**GAME_3.bodies(1), 1: copy}
    entries = [game.say(seat, 1, said[seat]) for seat in range(3)]
    assert agreed(game.until(1, entries)) == [False, False, "fault", 1, 1]

    def judged(heard: list[int], blamed: int) -> list[Any]:
        evidence = ["wrong", entries[blamed]]
        objected = [game.say(2, 1, ["object", blamed, "", evidence])]
        account = ["ended", [entries[seat] for seat in heard], objected, None]
        return agreed(game.until(1, account))

    assert judged([0], 1) == [True, False, "cheat", 1, 1]
    assert judged([0, 2], 1) == [True, False, "cheat", 1, 1]
    assert judged([2], 1) == UNFINISHED  # seat 0's reveal may yet be the same
    assert judged([1, 2], 0) == [True, False, "withdrew", 2, 1]
    assert judged([1], 0) == UNFINISHED
    falsely = game.say(2, 1, ["object", 0, "", ["wrong", entries[1]]])  # it convicts another
    account = ["ended", [entries[0]], [falsely], None]
    assert agreed(game.until(1, account)) == [True, False, "withdrew", 2, 1]


# Files that a villain with every seat's keys makes up: both auditors say the same of each.


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
        said = [self.heard(seat) for seat in speaking]
        objections = [self.objection(seat) for seat in objecting]
        evidence = self.spoilt(self.evidence()) if dice.random() < 0.3 else None
        ended = ["ended", [one for one in said if one is not None], objections, evidence]
        return self.game.until(self.stop, ended)

    def heard(self, seat: int) -> list[bytes] | None:
        dice, bodies = self.dice, self.game.bodies(self.stop)
        if seat not in bodies and dice.random() < 0.95:
            return None
        body = bodies.get(seat, ["agree", bytes(32)])
        if dice.random() < 0.05:
            body = bent(body, dice)
        elif self.stop == self.game.deal and self.game.seats > 2 and dice.random() < 0.5:
            body = with_false_box(self.game, seat, dice)
        return self.game.say(seat, self.stop, body)

    def objection(self, seat: int) -> list[bytes]:
        dice = self.dice
        evidence = self.evidence()
        blamed = self.blamed(evidence) if dice.random() < 0.7 else dice.randrange(self.game.seats)
        body: list[Any] = ["object", blamed, "r" * dice.choice([0, 5, 200]), self.spoilt(evidence)]
        if dice.random() < 0.03:
            body = dice.choice([body[:3], ["object", 9, "", None], ["object", 0, "r" * 201, None]])
        round_ = dice.choice([self.stop] * 6 + [self.stop + 1, max(self.stop - 1, 0)])
        return self.game.say(seat, round_, body, dice.choice([None] * 5 + [bytes(32)]))

    def blamed(self, evidence: Any) -> int:
        """Whom the evidence speaks of, where it says so."""
        match evidence:
            case ["two" | "wrong", [bytes(payload), bytes()], *_]:
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
            body = ["object", 0, "", None]
        return game.say(seat, round_, body, dice.choice([None] * 8 + [bytes(32), b""]))

    def two(self) -> Any:
        first = self.statement()
        _, _, round_, seat, head, body = decode_one(first[0])
        other = bent(body, self.dice) if self.dice.random() < 0.8 else body
        if self.dice.random() < 0.1:
            other = ["object", 0, "", None]
        round_ += self.dice.random() < 0.1
        second = self.game.say(seat, round_, other, head if self.dice.random() < 0.8 else None)
        return ["two", first, second if self.dice.random() < 0.9 else self.statement()]

    def wrong(self) -> Any:
        return ["wrong", self.statement()]

    def box(self) -> Any:
        dice, deal = self.dice, self.game.deal
        keys = [self.game.box_key(seat) for seat in range(self.game.seats)]
        round_ = dice.choice([deal] * 8 + [deal - 1, deal + 1, 999])
        return ["box", round_, dice.randrange(16), dice.choice([*keys, *keys, bytes(32)])]

    def signed_twice(self) -> Any:
        seat = self.dice.randrange(self.game.seats)
        first = self.game.values[0][3][seat]
        pairs = [[first, second_signature(self.game, seat)]] * 3
        pairs += [[first, first], [first, bytes(64)], [first, first[:63]]]
        return ["signed twice", seat, *self.dice.choice(pairs)]


def accounts(number: int) -> Iterator[tuple[Played, int]]:
    """Where made-up tables stop; the last of each row after a deal with a false box."""
    dice = Random("stops")  # noqa: S311 - a test's dice must fall the same again
    for _ in range(number):
        game = played(dice.choice(["game-2.p2ph", "game-3.p2ph", "game-3.p2ph"]))
        deal = game.deal
        stop = dice.choice([0, 1, 1, 2, deal - 1, deal, deal, deal, deal + 1, deal + 2])
        if stop == deal + 1 and game.seats == 3 and dice.random() < 0.7:
            seat = dice.randrange(3)
            game = game.changed(deal, seat, with_false_box(game, seat, dice))
        yield game, stop


@pytest.mark.parametrize("seed", range(8))
def test_made_up_accounts_get_one_verdict_from_both_auditors(seed: int) -> None:
    dice = Random(f"accounts {seed}")  # noqa: S311 - a test's dice must fall the same again
    verdicts = {str(agreed(Account(*where, dice).file())) for where in accounts(25)}
    assert len(verdicts) > 5


@pytest.mark.parametrize("seed", range(6))
def test_false_boxes_get_one_verdict_from_both_auditors(seed: int) -> None:
    dice = Random(f"boxes {seed}")  # noqa: S311 - a test's dice must fall the same again
    sender = dice.randrange(3)
    deal = with_false_box(GAME_3, sender, dice)
    after = GAME_3.changed(6, sender, deal)
    verdicts = set()
    for reader in {0, 1, 2} - {sender}:
        cards = [card for card in range(15) if card // 5 not in (sender, reader)]
        for card in [*cards, 15]:
            shown = ["box", 6, card, GAME_3.box_key(reader)]
            body = ["object", sender, "", shown]
            heard = [GAME_3.say(sender, 6, deal)]
            objected = [GAME_3.say(reader, 6, body)], [after.say(reader, 7, body)]
            verdicts |= {
                str(agreed(GAME_3.until(6, ["ended", heard, objected[0], None]))),
                str(agreed(GAME_3.until(6, ["ended", heard, [], shown]))),
                str(agreed(after.until(7, ["ended", [], objected[1], None]))),
            }
    assert str([True, False, "cheat", sender, 6]) in verdicts


def mutated(dice: Random) -> bytes:
    """A file that ends with a round in which somebody has signed something else, or in disorder."""
    game = played(dice.choice(["game-2.p2ph", "game-3.p2ph"]))
    round_ = dice.choice([0, 1, 1, 2, *range(game.deal - 1, game.deal + 14)])
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


@pytest.mark.parametrize("seed", range(6))
def test_mutated_and_signed_again_gets_one_verdict_from_both_auditors(seed: int) -> None:
    dice = Random(f"mutations {seed}")  # noqa: S311 - a test's dice must fall the same again
    for _ in range(10):
        agreed(mutated(dice))
