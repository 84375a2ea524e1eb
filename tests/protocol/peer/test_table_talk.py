"""Remarks: who may make them and when, who receives them, and the order of hands."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.encoding import dec, enc
from protocol.errors import BadEncoding, RemarkRefused
from protocol.game import Card, Seat
from protocol.peer.effects import Broadcast, Persist, Send
from protocol.peer.messages import Have
from protocol.peer.remarks import (
    AT_ANY_TIME,
    MAX_IN_A_ROUND,
    PHRASES,
    Arrangement,
    Order,
    Phrase,
    Remark,
    Text,
    remark_from,
    value_of,
)
from protocol.peer.table_talk import MAX_REMARKS, RECENT
from protocol.reasons import Code, Ignored, Reason, RemarkFault
from tests.attacks.villain import choose
from tests.fakes import play_out

from .talking import HELLO, Evening, evening, text_of, turned

# The form of a remark.


@pytest.mark.parametrize(
    "remark", [Phrase(0), Phrase(PHRASES - 1), Text("Grüße, ça va?"), Order((Card(3), Card(1)))]
)
def test_a_remark_is_read_back_from_its_value(remark: Remark) -> None:
    assert remark_from(dec(enc(value_of(remark)))) == remark


@pytest.mark.parametrize(
    "value",
    [
        ("phrase", PHRASES),
        ("phrase", True),
        ("text", ""),
        ("text", "  "),
        ("text", "a" * 201),
        ("text", "line\nbreak"),
        ("text", "\x1b[2J"),
        ("text", "\u202eright to left"),
        ("order", ()),
        ("order", (1, 1)),
        ("order", (True, 2)),
        ("order", 3),
        ("song", "la"),
        "hello",
    ],
)
def test_a_malformed_remark_is_refused(value: Any) -> None:
    with pytest.raises(BadEncoding):
        remark_from(value)


# Which remarks are allowed.


def refusal(night: Evening, seat: int, remark: Remark) -> Code | None:
    try:
        night.say(seat, remark)
    except RemarkRefused as refused:
        return refused.reason.code
    return None


@pytest.mark.parametrize(
    ("talk", "mine", "theirs"),
    [
        ("none", RemarkFault.NO_TALK, RemarkFault.NO_TALK),
        ("phrases", None, RemarkFault.ANOTHERS_TURN),
        ("free", None, None),
    ],
)
def test_a_phrase_is_allowed_as_the_table_agreed(
    talk: str, mine: RemarkFault | None, theirs: RemarkFault | None
) -> None:
    """D24"""
    night = evening(talk)
    assert refusal(night, night.mover, Phrase(2)) is mine
    assert refusal(night, night.waiter, Phrase(2)) is theirs


@pytest.mark.parametrize("index", range(PHRASES))
def test_phrases_not_about_cards_or_moves_are_always_allowed(index: int) -> None:
    """D24"""
    night = evening("phrases")
    why = None if index in AT_ANY_TIME else RemarkFault.ANOTHERS_TURN
    assert refusal(night, night.waiter, Phrase(index)) is why


@pytest.mark.parametrize(
    ("talk", "why"),
    [("none", RemarkFault.NO_TALK), ("phrases", RemarkFault.PHRASES_ONLY), ("free", None)],
)
def test_a_text_is_only_for_free_talk(talk: str, why: RemarkFault | None) -> None:
    """D24"""
    night = evening(talk)
    assert refusal(night, night.mover, HELLO) is why
    assert night.remarks_at(night.waiter) == ([] if why else [(night.mover, HELLO)])


@pytest.mark.parametrize("talk", ["none", "phrases", "free"])
def test_everybody_may_sort_their_hand_at_any_time(talk: str) -> None:
    """D22"""
    night = evening(talk)
    for seat in (night.mover, night.waiter):
        order = turned(night.hand(seat))
        night.say(seat, order)
        assert [night.orders(each)[seat] for each in range(3)] == [order.cards] * 3


def test_an_order_lists_exactly_the_seats_own_hand() -> None:
    night = evening()
    hand, others = night.hand(0), night.hand(1)
    for cards in (hand[1:], (*hand, Card(40)), others):
        assert refusal(night, 0, Order(cards)) is RemarkFault.NOT_THE_HAND
    assert night.orders(0) == {}


def test_text_that_cannot_be_sent_is_refused_before_it_is_signed() -> None:
    night = evening()
    assert refusal(night, 0, Text("\udcff")) is RemarkFault.BAD_TEXT
    assert refusal(night, 0, Phrase(PHRASES)) is RemarkFault.NO_SUCH_PHRASE


def test_twenty_remarks_in_a_round_are_enough_until_the_next() -> None:
    night = evening()
    for _ in range(MAX_IN_A_ROUND):
        night.say(0, Phrase(2))
    assert refusal(night, 0, Phrase(2)) is RemarkFault.TOO_MUCH
    night.move()
    assert refusal(night, 0, Phrase(2)) is None
    assert len(night.remarks_at(1)) == MAX_IN_A_ROUND + 1


def test_no_remarks_are_possible_once_the_table_has_ended() -> None:
    night = evening()
    night.wire.carry(Seat(0), night.table(0).withdraw())
    assert refusal(night, 0, HELLO) is RemarkFault.ENDED


def test_talk_is_in_no_transcript() -> None:
    night, silent = evening(), evening()
    night.say(0, HELLO)
    night.say(1, turned(night.hand(1)))
    for each in (night, silent):
        play_out(each.wire, choose)
    assert night.table(2).transcript() == silent.table(2).transcript()
    assert night.remarks_at(2)[0] == (0, HELLO)


# Late, early, repeated, and relayed.


def test_remark_is_relayed_to_seats_without_a_link_to_its_author() -> None:
    night = evening(cut=True)
    night.say(0, HELLO)
    assert night.remarks_at(1) == [(0, HELLO)]


def test_remark_of_a_future_round_is_delivered_when_it_opens() -> None:
    night = evening()
    ahead = night.stage.round_number + 1
    kept = night.signed(1, ("text", "soon"), round=ahead, head=bytes(32))
    assert night.deliver(0, kept) is None
    queued = night.table(0)._talk._early
    assert len(queued) == 1
    night.move()
    assert queued == {}
    assert night.remarks_at(0) == []  # it was under another head


def test_allowed_early_remark_is_delivered_in_its_round() -> None:
    night, late = evening(), evening()
    night.move()
    assert late.deliver(0, night.signed(1, ("text", "hello"))) is None
    assert late.remarks_at(0) == []
    late.move()
    assert late.remarks_at(0) == [(1, HELLO)]


def test_a_remark_of_an_older_round_is_judged_by_that_round() -> None:
    night = evening("phrases")
    mover, waiter = night.mover, night.waiter
    allowed = night.signed(mover, ("phrase", 2))
    forbidden = night.signed(waiter, ("phrase", 2))
    night.move()
    hearer = next(seat for seat in range(3) if seat not in (mover, waiter))
    assert night.deliver(hearer, allowed) is None
    assert night.deliver(hearer, forbidden) == Reason(RemarkFault.ANOTHERS_TURN)
    assert night.remarks_at(hearer)[-1] == (mover, Phrase(2))


def test_only_orders_of_cards_may_be_very_late() -> None:
    night = evening()
    hand = tuple(reversed(night.hand(1)))
    text, order = night.signed(1, ("text", "late")), night.signed(1, ("order", hand), number=1)
    night.say(2, HELLO)
    start = night.stage.round_number
    while night.stage.round_number <= start + RECENT:
        night.move()
    assert night.deliver(0, text) == Reason(Ignored.LONG_OVER)
    assert night.deliver(0, order) is None
    assert night.orders(0) == {1: hand}
    assert all(place[0] > start for place in night.table(1)._talk._spoken)


def test_the_last_order_counts_whenever_it_arrives() -> None:
    night = evening()
    hand = night.hand(1)
    first = night.signed(1, ("order", hand))
    second = night.signed(1, ("order", hand[::-1]), number=1)
    assert (night.deliver(0, second), night.deliver(0, first)) == (None, None)
    assert night.orders(0)[1] == hand[::-1]


def test_an_order_holds_from_the_next_move_on() -> None:
    night = evening()
    orders = [turned(night.hand(2)), Order(night.hand(2))]
    night.say(2, orders[0])
    night.move()
    night.say(2, orders[1])
    assert night.table(0).orders() == tuple(
        Arrangement(moves, Seat(2), order.cards) for moves, order in enumerate(orders)
    )


def test_orders_are_combined_once_until_something_changes() -> None:
    """Every message makes a new snapshot: orders could make that expensive."""
    night = evening()
    night.say(2, turned(night.hand(2)))
    before = night.table(0).orders()
    assert night.table(0).orders() is before
    night.move()
    after = night.table(0).orders()
    assert (after, after is before) == (before, False)


def test_a_bounded_number_of_remarks_is_stored() -> None:
    night = evening()
    while night.table(0)._talk._count <= MAX_REMARKS:
        for _ in range(MAX_IN_A_ROUND):
            night.say(0, Phrase(2))
        night.move()
    remarks = night.table(1).remarks()
    assert len(remarks) == MAX_REMARKS
    assert remarks[-1].number == night.table(1)._talk._count - 1


# Returning.


def test_new_link_gets_the_orders_and_remarks_of_the_open_round() -> None:
    night = evening()
    night.say(0, turned(night.hand(0)))
    night.move()
    night.say(1, HELLO)
    table, stage = night.table(2), night.stage
    assert table.connected(Seat(1)) != []
    behind = Have(stage.round_number - 4, (), ())
    assert [e for e in table.receive(Seat(1), behind.data) if sent_remark(e)] == []
    level = Have(stage.round_number - 3, (), ())
    sent = [sent_remark(e) for e in table.receive(Seat(1), level.data) if sent_remark(e)]
    assert [value[-1][0] for value in sent] == ["order", "text"]
    assert [e for e in table.receive(Seat(1), level.data) if sent_remark(e)] == []


def sent_remark(effect: Any) -> Any:
    return text_of(effect.message) if isinstance(effect, Send) else None


def test_a_restored_seat_still_knows_the_orders_of_all_hands() -> None:
    night = evening()
    night.say(0, turned(night.hand(0)))
    night.say(1, turned(night.hand(1)))
    assert night.restored(1).orders() == night.table(1).orders()


def test_a_restored_seat_reuses_no_number() -> None:
    night = evening()
    night.say(1, HELLO)
    night.say(1, turned(night.hand(1)))
    night.say(1, HELLO)
    table = night.restored(1)
    received = [e.message for e in table.talk(Text("again")) if isinstance(e, Broadcast)]
    assert night.deliver(0, received[0]) is None
    assert night.remarks_at(0)[-1] == (1, Text("again"))


def test_the_journal_stores_no_remarks() -> None:
    night = evening()
    effects = night.table(1).talk(HELLO)
    kept = [dec(effect.record) for effect in effects if isinstance(effect, Persist)]
    assert kept == [("spoken", night.stage.round_number, 0)]


@pytest.mark.parametrize("talk", ["free", "phrases"])
def test_a_table_reports_which_remarks_are_allowed(talk: str) -> None:
    assert evening(talk).wire.nodes[0].table.snapshot().permits.floor.rule.value == talk
