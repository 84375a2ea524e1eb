"""Table talk: signed remarks, sent on the links only, never part of the history.

A remark is signed for one table, round, seat and head, and numbered. So every seat judges it under
the same stage, and it cannot be replayed elsewhere. A remark that is not allowed, or that differs
from another with its number, is dropped and accuses nobody. Orders of hands are kept for good,
everything else for a while.
Source: docs/protocol.md, "Table talk".
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from dataclasses import dataclass
from functools import cached_property

from ..encoding import Integer, Value, dec, enc
from ..errors import BadEncoding, BadProof, Dropped
from ..game import Card, Seat
from ..identity.keys import Identity, verify_signature
from ..identity.seating import Seating
from ..ledger.history import History, Round
from ..reasons import Ignored, Malformed, RemarkFault
from ..rounds.cards import Blinded, Held
from ..rounds.phases import Moved, Moving
from ..rounds.state import Stage
from .effects import Broadcast, Changed, Effect, Persist, Send
from .remarks import (
    AT_ANY_TIME,
    MAX_IN_A_ROUND,
    AcceptedRemark,
    Arrangement,
    Order,
    Remark,
    Rule,
    Text,
    fault_of,
    remark_from,
    value_of,
)

MAX_TALK_BYTES = 2048
MAX_REMARKS = 200
RECENT = 40
"""How many rounds late a remark may be; an order of cards may be later, because it still stands."""


@dataclass(frozen=True)
class Spoken:
    """One signed remark. `number` counts those of its seat in its round, from 0."""

    payload: bytes
    signature: bytes
    round_number: int
    seat: Seat
    head: bytes
    number: int
    remark: Remark

    @property
    def key(self) -> tuple[int, Seat, int]:
        """What no other remark of the table may share: round, seat and number."""
        return self.round_number, self.seat, self.number

    @cached_property
    def data(self) -> bytes:
        """The wire form; the journal stores orders of cards in the same form."""
        return enc(("talk", self.payload, self.signature))


def read_spoken(payload: bytes, signature: bytes, seating: Seating) -> Spoken:
    """Parse a remark of this table and verify its signature. Raises `Dropped` for anything else."""
    try:
        value = dec(payload, MAX_TALK_BYTES)
        spoken = _parse(value, payload, signature, seating)
        verify_signature(seating.places[spoken.seat].identity, payload, signature)
    except BadEncoding as error:
        raise Dropped(Ignored.NO_REMARK.because(error.reason)) from None
    except BadProof:
        raise Dropped(Ignored.REMARK_UNSIGNED) from None
    return spoken


def _parse(value: Value, payload: bytes, signature: bytes, seating: Seating) -> Spoken:
    match value:
        case (
            "talk",
            bytes(table),
            Integer(round_number),
            Integer(seat),
            bytes(head),
            Integer(number),
            remark,
        ):
            if table != seating.table:
                raise BadEncoding(Ignored.OTHER_TABLE)
            if seat >= len(seating.places) or number >= MAX_IN_A_ROUND:
                raise BadEncoding(Ignored.NO_SUCH_SEAT)
            return Spoken(
                payload, signature, round_number, Seat(seat), head, number, remark_from(remark)
            )
    raise BadEncoding(Malformed.FORM)


@dataclass(frozen=True, slots=True)
class Floor:
    """What may be said at the table, and how many remarks one seat has made in the open round."""

    rule: Rule
    number: int


class Talk:
    """What one seat has received, and what it says next. `history` is always the table's own."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self.rule = Rule(dict(seating.options).get("talk", Rule.NONE.value))
        self._spoken: dict[tuple[int, Seat, int], Spoken] = {}
        self._early: dict[tuple[int, Seat, int], Spoken] = {}
        self._orders: dict[Seat, list[Spoken]] = {}  # ascending by round and number
        self._accepted: deque[AcceptedRemark] = deque(maxlen=MAX_REMARKS)
        self._count = 0
        self._next = (0, 0)  # the round of this seat's last remark, the number of its next one
        self._owed: set[Seat] = set()
        self._arranged: tuple[tuple[bytes, int], tuple[Arrangement, ...]] = ((b"", 0), ())

    # -- queries

    def remarks(self) -> tuple[AcceptedRemark, ...]:
        """Return the latest remarks, in the order in which they arrived."""
        return tuple(self._accepted)

    def orders(self, history: History) -> tuple[Arrangement, ...]:
        """Return every order of a hand, oldest first; rebuilt only after a remark or a complete
        round."""
        if not self._orders:
            return ()
        of = (history.stage.head, self._count)
        if self._arranged[0] != of:
            self._arranged = (of, self._arrangements(history))
        return self._arranged[1]

    def _arrangements(self, history: History) -> tuple[Arrangement, ...]:
        rounds = [done.stage.round_number for done in history.rounds if _is_move(done)]
        in_order = sorted((each for orders in self._orders.values() for each in orders), key=_place)
        return tuple(
            Arrangement(bisect_left(rounds, each.round_number), each.seat, each.remark.cards)
            for each in in_order
            if isinstance(each.remark, Order)
        )

    # -- speaking

    def floor(self, history: History) -> Floor:
        """Return what this seat may still say in the open round."""
        number = self._next[1] if self._next[0] == history.stage.round_number else 0
        return Floor(self.rule, number)

    def say(self, history: History, seat: Seat, identity: Identity, remark: Remark) -> list[Effect]:
        """Sign a remark for the open round, where `Permits.check_remark` allows it."""
        stage, floor = history.stage, self.floor(history)
        place = (stage.seating.table, stage.round_number, seat, stage.head)
        payload = enc(("talk", *place, floor.number, value_of(remark)))
        spoken = read_spoken(payload, identity.sign(payload), self._seating)
        self._next = (stage.round_number, floor.number + 1)
        # The journal stores an order of cards; for every other remark only its number, so that it
        # is not used twice.
        kept = [] if isinstance(remark, Order) else [_number_record(spoken)]
        return [*kept, *self._take(spoken), Broadcast(spoken.data)]

    def restored(self, value: Value, history: History, me: Seat) -> bool:
        """Restore a record of the journal; return False if it is of another kind. Raises `Dropped`
        like `hear`."""
        match value:
            case ("spoken", Integer(round_number), Integer(number)):
                self._next = max(self._next, (round_number, number + 1))
            case ("talk", bytes(payload), bytes(signature)):
                spoken = read_spoken(payload, signature, self._seating)
                self.receive(spoken, history)
                if spoken.seat == me:
                    self._next = max(self._next, (spoken.round_number, spoken.number + 1))
            case _:
                return False
        return True

    # -- receiving

    def receive(self, spoken: Spoken, history: History) -> list[Effect] | None:
        """Accept a remark, or keep it for its round; return None if it is known already. Raises
        `Dropped` for anything else."""
        ahead = spoken.round_number - history.stage.round_number
        # §8: it would have to be kept, so there is a bound, as for statements.
        if ahead > len(self._seating.places) + 2:
            raise Dropped(Ignored.TOO_FAR)
        if -ahead > RECENT and not isinstance(spoken.remark, Order):
            raise Dropped(Ignored.LONG_OVER)
        known = self._spoken.get(spoken.key) or self._early.get(spoken.key)
        # §8: table talk is no part of the history, so two remarks are no evidence.
        if known is not None and known.data != spoken.data:
            raise Dropped(Ignored.REMARK_TWICE)
        if known is not None:
            return None
        stage = history.stage_of(spoken.round_number)
        if stage is None:
            self._early[spoken.key] = spoken
            return []
        if (why := self._judged(spoken, stage)) is not None:
            raise Dropped(why)
        return self._take(spoken)

    def round_opened(self, history: History) -> list[Effect]:
        """Judge the remarks that were kept for the round that is open now, and forget old ones."""
        effects: list[Effect] = []
        stage = history.stage
        for place in sorted(self._early):
            if place[0] == stage.round_number:
                spoken = self._early.pop(place)
                effects += [] if self._judged(spoken, stage) else self._take(spoken)
        for place, spoken in list(self._spoken.items()):
            if place[0] < stage.round_number - RECENT and not isinstance(spoken.remark, Order):
                del self._spoken[place]
        return effects

    def _take(self, spoken: Spoken) -> list[Effect]:
        self._spoken[spoken.key] = spoken
        self._accepted.append(
            AcceptedRemark(self._count, spoken.seat, spoken.round_number, spoken.remark)
        )
        self._count += 1
        if not isinstance(spoken.remark, Order):
            return [Changed()]
        orders = self._orders.setdefault(spoken.seat, [])
        insort(orders, spoken, key=_place)
        return [Persist(spoken.data), Changed()]

    def _judged(self, spoken: Spoken, stage: Stage) -> RemarkFault | None:
        if spoken.head != stage.head:
            return RemarkFault.OTHER_HISTORY
        return _refusal(spoken.remark, spoken.seat, stage, self.rule)

    # -- catching up

    def connected(self, seat: Seat) -> None:
        """Note that the seat may have missed something."""
        self._owed.add(seat)

    def answer(self, seat: Seat, round_number: int, history: History) -> list[Effect]:
        """Return what a newly linked seat, whose open round this is, may have missed: the order of
        each hand and the remarks of the open round; nothing until it can judge them."""
        stage = history.stage
        if seat not in self._owed or round_number + len(self._seating.places) < stage.round_number:
            return []
        self._owed.discard(seat)
        last = [of_seat[-1] for of_seat in self._orders.values()]
        now = [each for each in self._spoken.values() if each.round_number == stage.round_number]
        payloads = dict.fromkeys(each.data for each in (*last, *now))
        return [Send(seat, data) for data in payloads]


def why_not(remark: Remark, seat: Seat, stage: Stage, floor: Floor) -> RemarkFault | None:
    """Return why the seat may not make the remark in this round; None if it may."""
    why = fault_of(remark) or _refusal(remark, seat, stage, floor.rule)
    return RemarkFault.TOO_MUCH if why is None and floor.number >= MAX_IN_A_ROUND else why


def _refusal(remark: Remark, seat: Seat, stage: Stage, rule: Rule) -> RemarkFault | None:
    """Return why the remark is not allowed in this round; None if it is."""
    if isinstance(remark, Order):
        return None if sorted(remark.cards) == _hand(stage, seat) else RemarkFault.NOT_THE_HAND
    match rule:
        case Rule.FREE:
            return None
        case Rule.NONE:
            return RemarkFault.NO_TALK
    if isinstance(remark, Text):
        return RemarkFault.PHRASES_ONLY
    if remark.index in AT_ANY_TIME:
        return None
    others = isinstance(stage.phase, Moving) and stage.phase.by != seat
    return RemarkFault.ANOTHERS_TURN if others else None


def _number_record(spoken: Spoken) -> Persist:
    return Persist(enc(("spoken", spoken.round_number, spoken.number)))


def _hand(stage: Stage, seat: Seat) -> list[Card]:
    """Return the cards in this seat's hand, ascending; an open card is in nobody's hand."""
    return sorted(
        card
        for card, standing in stage.cards.standing.items()
        if isinstance(standing, Held | Blinded) and standing.holder == seat
    )


def _is_move(done: Round) -> bool:
    """Return whether a move was made; a turn that was skipped because its seat is gone is none."""
    return any(isinstance(verified, Moved) for verified in done.verified.values())


def _place(spoken: Spoken) -> tuple[int, int, int]:
    return spoken.key
