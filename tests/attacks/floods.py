"""What a villain can send repeatedly: for each kind of message its k-th variant, validly signed.

`HEARER` receives; `VILLAIN` signs with its own identity and sends over its own link.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from protocol.crypto.proofs import TableSecret
from protocol.encoding import Value, enc
from protocol.game import Card, Options, Seat
from protocol.ledger.history import History, Statement
from protocol.peer.messages import AllSent, Digest, Have, Signatures
from protocol.peer.status import Activity
from protocol.peer.table_talk import _hand
from protocol.rounds.state import Stage
from tests.attacks.toy import SplitToy
from tests.attacks.villain import Scene, film
from tests.bench.counting import counting
from tests.protocol.peer.split import find_gone, lose

SEATS = 4
HEARER = 0
VILLAIN = 1


@dataclass(frozen=True)
class TalkingToy(SplitToy):
    """The toy with escrow and free talk."""

    def options(self, chosen: Options) -> tuple[tuple[str, Value], ...]:
        return tuple(sorted({"escrow": True, "talk": "free", **chosen}.items()))


GAME = TalkingToy()
PHASES = (
    Activity.COMMITTING,
    Activity.REVEALING,
    Activity.ESCROWING,
    Activity.SHUFFLING,
    Activity.AGREEING_ON_PILE,
    Activity.DEALING,
    Activity.MOVING,
    Activity.AGREEING_ON_MOVE,
    Activity.OPENING,
    Activity.CLOSING,
    Activity.ENDED,
)


def scene_at(activity: Activity) -> Scene:
    """Every seat has sent its statement; messages in transit are lost."""
    scene = film(SEATS, GAME)[activity].copy()
    if activity is Activity.COMMITTING:
        scene.wire.open()
    scene.wire.queues.clear()
    return scene


def at_the_villains_shuffle() -> Scene:
    """The hearer waits for it alone; messages in transit are lost."""
    scene = film(SEATS, GAME)[Activity.SHUFFLING].copy()
    hearer = scene.tables[HEARER]
    while hearer.status().waiting_for != (VILLAIN,):
        assert scene.wire.deliver()
    scene.wire.queues.clear()
    return scene


@cache
def after_a_loss() -> Scene:
    """The others have gone on without the last seat; the villain is one of them."""
    lost = SEATS - 1
    scene = scene_at(Activity.MOVING)
    lose(scene, lost)
    scene.run(moves=1)
    find_gone(scene, lost)
    assert scene.tables[HEARER].status().gone == lost
    return scene


@cache
def who_keeps_something_out() -> Scene:
    """The hearer has voted to go on without the last seat, and then received its statement."""
    lost = SEATS - 1
    scene = scene_at(Activity.MOVING)
    scene.wire.tamper = lambda frm, _to, message: () if frm == lost else (message,)
    scene.run(moves=1, ticks=3)
    lose(scene, lost)
    scene.run(moves=0, ticks=3)
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    scene.wire.carry(Seat(HEARER), scene.tables[HEARER].declare_gone(Seat(lost)))
    late = scene.history(lost).standing(now(scene).round_number, Seat(lost))
    assert late is not None
    scene.deliver(HEARER, late.data, link=VILLAIN)
    scene.wire.queues.clear()
    assert Seat(lost) in scene.history(HEARER).missing
    return scene


# Costs.


@dataclass(frozen=True)
class Cost:
    """Operations in either group (X25519 too), signatures verified and made; calls of functions."""

    group: int
    verified: int
    signed: int
    calls: int = 0

    @property
    def exact(self) -> tuple[int, int, int]:
        return self.group, self.verified, self.signed


def cost_of(do: Callable[[], object]) -> Cost:
    with counting() as counts, counting_calls() as calls:
        do()
    verified, signed = counts["verify"], counts["sign"]
    return Cost(counts.total() - verified - signed, verified, signed, calls[0])


@contextmanager
def counting_calls() -> Any:
    calls = [0]

    def noted(_frame: object, event: str, _what: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(noted)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def cost_of_hearing(scene: Scene, message: bytes) -> Cost:
    cost = cost_of(lambda: scene.deliver(HEARER, message, link=VILLAIN))
    scene.wire.queues.clear()
    return cost


# Messages.


def now(scene: Scene) -> Stage:
    return scene.history(HEARER).stage


def past(scene: Scene, back: int) -> Stage:
    """The stage that many rounds ago; the first stage if there are fewer rounds."""
    history = scene.history(HEARER)
    number = max(history.stage.round_number - back, 0)
    stage = history.stage_of(number)
    assert stage is not None
    return stage


def old(scene: Scene, k: int) -> Stage:
    """Of each round in turn."""
    return past(scene, k % (now(scene).round_number + 1))


def stated(scene: Scene, stage: Stage, body: Value, *, ahead: int = 0, head: bytes = b"") -> bytes:
    number = stage.round_number + ahead
    like = Statement(b"", b"", number, Seat(VILLAIN), stage.head, None)
    return scene.signed(VILLAIN, like, body, head=head).data


def talk(
    scene: Scene, stage: Stage, number: int, remark: Value, *, ahead: int = 0, head: bytes = b""
) -> bytes:
    place = (scene.seating.table, stage.round_number + ahead, VILLAIN, head or stage.head)
    payload = enc(("talk", *place, number % 20, remark))
    return enc(("talk", payload, scene.mes[VILLAIN].identity.sign(payload)))


def order(scene: Scene, k: int) -> bytes:
    stage = past(scene, k // 20)
    cards = _hand(stage, Seat(VILLAIN)) or [Card(0)]
    return talk(scene, stage, k, ("order", tuple(int(card) for card in cards)))


def other(k: int) -> bytes:
    """A different head, digest or key for each k."""
    return (k + 1).to_bytes(32, "little")


def whole() -> History:
    """The honest game to its end: it contains what each seat would have said next."""
    return film(SEATS, GAME)[Activity.ENDED].history(HEARER)


def a_statement(scene: Scene, k: int) -> Statement:
    """Of those that the hearer holds."""
    history = scene.history(HEARER)
    known = (*(done.statements for done in history.rounds), history.statements)
    all_said = [statement for round_of in known for statement in round_of.values()]
    return all_said[k % len(all_said)]


def in_its_place(scene: Scene, k: int) -> bytes:
    """What the villain should say now, except for its last 32 bytes; or out of turn."""
    number = min(now(scene).round_number, len(whole().rounds) - 1)
    honest = whole().rounds[number].statements
    statement = honest.get(Seat(VILLAIN)) or next(iter(honest.values()))
    return stated(scene, now(scene), spoilt(statement.body, k))


def spoilt(body: Value, k: int) -> Value:
    """The same with its last 32-byte string slightly changed."""
    if isinstance(body, bytes) and len(body) == 32:
        return bytes([*body[:-4], *(body[-4 + i] ^ (k + 1 >> 8 * i & 15) for i in range(4))])
    if isinstance(body, tuple):
        for place in reversed(range(len(body))):
            changed = spoilt(body[place], k)
            if changed != body[place]:
                return (*body[:place], changed, *body[place + 1 :])
    return body


def objection(scene: Scene, k: int, evidence: Value, stage: Stage | None = None) -> bytes:
    return stated(scene, stage or old(scene, k), ("object", HEARER, (f"because {k}",), evidence))


def about_the_open_round(scene: Scene, k: int) -> bytes:
    """Valid statements by other seats, called wrong."""
    number = min(now(scene).round_number, len(whole().rounds) - 1)
    honest = list(whole().rounds[number].statements.values())
    value = honest[k % len(honest)].value
    return objection(scene, k, ("wrong", value), now(scene))


def false_box(scene: Scene, k: int) -> bytes:
    """With the villain's own box key: its boxes open, and all are valid."""
    key = bytes(TableSecret(scene.mes[VILLAIN].secret, scene.seating.table).box_key)
    boxes = [
        statement.value
        for done in whole().rounds[: now(scene).round_number + 1]
        for statement in done.statements.values()
        if isinstance(statement.body, tuple) and statement.body[0] in ("dealt", "escrowed")
    ]
    value = boxes[-1 - k % len(boxes)] if boxes else a_statement(scene, k).value
    return objection(scene, k, ("box", value, k % 5, key))


def word(kind: str, scene: Scene, k: int) -> bytes:
    """Of all ballots, of the open round and then of those before it."""
    stage = past(scene, k // 64)
    about = stage.speakers[0] if kind == "vote" and stage.speakers else None
    return stated(scene, stage, (kind, k % 64, about))


def missing(k: int) -> tuple[int, ...]:
    """Any of the others, but never all of them."""
    return tuple(seat for bit, seat in enumerate((0, 2, 3)) if k % 7 >> bit & 1)


Flood = Callable[[Scene, int], bytes]

FLOODS: Mapping[str, Flood] = {
    "have": lambda _, k: Have(k, (), (Seat(k % SEATS),)).data,
    "all sent": lambda s, k: AllSent(k % (now(s).round_number + 3), other(k)).data,
    "signatures": lambda _, k: Signatures((other(k) * 2,) * SEATS).data,
    "signatures, the true ones": lambda s, _: Signatures(s.history(HEARER).signatures).data,
    "digest": lambda _, k: Digest(other(k)).data,
    "rubbish": lambda _, k: other(k),
    "talk": lambda s, k: talk(s, past(s, k // 20), k, ("text", f"remark {k}")),
    "talk: order of a hand": order,
    "talk to come": lambda s, k: talk(s, now(s), k, ("phrase", 0), ahead=1 + k // 20 % 6),
    "talk of another history": lambda s, k: talk(s, now(s), k, ("phrase", 0), head=other(k)),
    "talk twice": lambda s, k: talk(s, now(s), 0, ("text", f"remark {k}")),
    "stop": lambda s, k: stated(s, old(s, k // 8), ("stop", missing(k))),
    "stop of a latest round": lambda s, k: stated(s, past(s, k // 8 % 6), ("stop", missing(k))),
    "stop of one alone": lambda s, k: stated(s, old(s, k), ("stop", (0, 2, 3))),
    "stop to come": lambda s, k: stated(s, now(s), ("stop", missing(k)), ahead=1 + k),
    "stop of another history": lambda s, k: stated(s, now(s), ("stop", ()), head=other(k)),
    "stop of no form": lambda s, k: stated(s, now(s), ("stop", k)),
    "object: nil": lambda s, k: objection(s, k, None),
    "object: unreadable": lambda s, k: objection(s, k, ("two", k, k)),
    "object: two": lambda s, k: objection(
        s, k, ("two", a_statement(s, k).value, a_statement(s, k + 1).value)
    ),
    "object: signed twice": lambda s, k: objection(
        s, k, ("signed twice", HEARER, s.history(HEARER).signatures[HEARER], other(k) * 2)
    ),
    "object: wrong": lambda s, k: objection(s, k, ("wrong", a_statement(s, k).value)),
    "object: wrong, of the open round": about_the_open_round,
    "object: box": false_box,
    "object to come": lambda s, k: stated(
        s,
        now(s),
        ("object", HEARER, (f"because {k}",), ("wrong", a_statement(s, k).value)),
        ahead=1 + k % (SEATS + 2),
        head=other(k),
    ),
    "object far ahead": lambda s, k: stated(
        s,
        now(s),
        ("object", HEARER, (f"because {k}",), ("wrong", a_statement(s, k).value)),
        ahead=SEATS + 3 + k,
    ),
    "object of another history": lambda s, k: stated(
        s,
        now(s),
        ("object", HEARER, (f"because {k}",), ("wrong", a_statement(s, k).value)),
        head=other(k),
    ),
    "object of no form": lambda s, k: stated(s, now(s), ("object", k)),
    "vote": lambda s, k: word("vote", s, k),
    "decide": lambda s, k: word("decide", s, k),
    "next": lambda s, k: word("next", s, k),
    "word to come": lambda s, k: stated(s, now(s), ("vote", k % 64, None), ahead=1 + k % 6),
    "word of another history": lambda s, k: stated(s, now(s), ("vote", 0, None), head=other(k)),
    "word said twice": lambda s, k: stated(s, now(s), ("next", 0, (0, None) if k % 2 else None)),
    "word of no form": lambda s, k: stated(s, now(s), ("vote", 64 + k, None)),
    "without": lambda s, k: stated(s, now(s), ("without", k)),
    "statement in its place": in_its_place,
    "statement again": lambda s, k: a_statement(s, k).data,
    "statement to come": lambda s, k: stated(
        s, now(s), ("agree", other(k)), ahead=1 + k // 2 % (SEATS + 2)
    ),
    "statement far ahead": lambda s, k: stated(s, now(s), ("agree", other(k)), ahead=SEATS + 3 + k),
    "statement of another history": lambda s, k: stated(
        s, now(s), ("agree", other(k)), head=other(k)
    ),
    "statement in place of an older one": lambda s, k: stated(s, old(s, k), ("agree", other(k))),
    "statement of no form": lambda s, k: stated(s, now(s), ("nonsense", k)),
}


def costs(scene: Scene, name: str, numbers: Sequence[int]) -> list[Cost]:
    return [cost_of_hearing(scene, FLOODS[name](scene, k)) for k in numbers]
