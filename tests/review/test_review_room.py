"""A review between members in memory: links, clock and loss are the test's."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p_hanabi.review import review_room
from p2p_hanabi.review.review_messages import (
    MAX_BYTES,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    MAX_STEP,
    Lead,
    MemberState,
    Message,
    Pointed,
    packed,
    unpacked,
)
from p2p_hanabi.review.review_room import (
    MAX_LEAP,
    POINT_S,
    STANDSTILL_S,
    Arrived,
    AskForLead,
    HandTo,
    Join,
    LeadTo,
    Leave,
    Linked,
    OtherProgram,
    PointAt,
    ReviewRoom,
    ShowNotes,
    StopAsking,
    Tick,
    step,
)
from p2p_hanabi.review.shared_place import MAX_LINE_BYTES, Onlook, SharedLine, SharedPlace
from protocol.encoding import Value, enc
from protocol.game import Card, Seat
from protocol.reasons import Malformed, Reason

from .company import Company

ANA, BEN, CLEO, DAN = map(Seat, range(4))
START = SharedPlace()


def together(seats: int = 3) -> Company:
    company = Company(seats)
    company.link_all()
    for seat in company.rooms:
        company.do(seat, Join(START))
        company.settle()
    return company


def at(moment: int, eyes: Seat | Onlook = Onlook.EVERYTHING) -> SharedPlace:
    return SharedPlace(moment, eyes)


def deliver(company: Company) -> None:
    """Deliver all at once, so that no news are outdated meanwhile."""
    while any(company.queues.values()):
        for one, other in list(company.queues):
            company.deliver(one, other)


def places(company: Company) -> set[SharedPlace]:
    return {lead.place for lead in company.leads if lead is not None}


def test_all_see_what_the_leader_shows() -> None:
    company = together()
    place = SharedPlace(7, BEN, SharedLine(5, ((1, 2), (3,))), has_result=True)
    company.do(ANA, LeadTo(place))
    company.settle()
    assert places(company) == {place}
    assert {room.leader for room in company.rooms.values()} == {ANA}


def test_a_follower_moves_nobody() -> None:
    company = together()
    company.do(BEN, LeadTo(at(9)))
    company.settle()
    assert places(company) == {START}


def test_the_lead_is_asked_for_and_handed_over() -> None:
    company = together()
    company.do(ANA, LeadTo(at(3)))
    company.do(CLEO, AskForLead())
    company.settle()
    assert all(room.asking == (CLEO,) for room in company.rooms.values())
    company.do(ANA, HandTo(CLEO))
    company.settle()
    assert all(room.leader == CLEO and room.asking == () for room in company.rooms.values())
    assert places(company) == {at(3)}


def test_the_first_to_ask_is_the_first_to_lead() -> None:
    company = together(4)
    for seat in (DAN, BEN, CLEO):
        company.do(seat, AskForLead())
        company.settle()
    assert {room.asking for room in company.rooms.values()} == {(DAN, BEN, CLEO)}
    company.do(ANA, HandTo(DAN))
    company.settle()
    assert {room.asking for room in company.rooms.values()} == {(BEN, CLEO)}
    company.do(BEN, StopAsking())
    company.do(DAN, AskForLead())  # leads already
    company.settle()
    assert {room.asking for room in company.rooms.values()} == {(CLEO,)}
    company.do(BEN, AskForLead())
    company.settle()
    company.do(DAN, Leave())  # and whoever waits first leads next
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {CLEO}
    assert {room.asking for room in company.rooms.values()} == {(BEN,)}


def test_the_leader_decides_who_of_two_has_asked_first() -> None:
    company = together()
    company.do(BEN, AskForLead())
    company.do(CLEO, AskForLead())
    for one, other in ((BEN, CLEO), (CLEO, BEN), (CLEO, ANA), (BEN, ANA)):
        company.deliver(one, other)
    assert company.rooms[ANA].asking == (CLEO, BEN)
    company.settle()
    assert {room.asking for room in company.rooms.values()} == {(CLEO, BEN)}


def test_after_the_last_step_of_an_epoch_nobody_is_noted() -> None:
    company = together()
    company.do(ANA, Arrived(BEN, packed(MemberState(True, 0, (), Lead(1, ANA, MAX_STEP, START)))))
    company.do(CLEO, AskForLead())
    company.settle()
    assert {room.asking for room in company.rooms.values()} == {(CLEO,)}
    assert {lead.waiting for lead in company.leads if lead is not None} == {()}
    company.do(ANA, LeadTo(at(6)))
    company.settle()
    assert {lead.waiting for lead in company.leads if lead is not None} == {(CLEO,)}


def test_a_member_in_no_longer_is_news_for_some_seconds() -> None:
    company = together(4)
    for other in (BEN, CLEO, DAN):
        company.cut(ANA, other)
    deliver(company)
    for seat in (BEN, CLEO, DAN):
        parted = company.rooms[seat].parted
        assert {one: (each.is_lost, each.led) for one, each in parted.items()} == {
            ANA: (True, True)
        }
    company.do(DAN, Leave())
    deliver(company)
    company.cut(BEN, DAN)  # which is no other news
    assert company.rooms[BEN].parted[DAN].is_lost is company.rooms[BEN].parted[DAN].led is False
    company.settle()
    assert not any(room.parted for room in company.rooms.values())


def test_a_leader_whose_successor_was_known_first_has_led() -> None:
    company = together()
    company.cut(ANA, BEN)
    deliver(company)
    assert company.rooms[CLEO].leader == BEN
    assert not company.rooms[CLEO].parted
    company.cut(ANA, CLEO)
    assert company.rooms[CLEO].parted[ANA].led
    company.link(ANA, CLEO)
    deliver(company)
    assert not company.rooms[CLEO].parted  # she is back
    company.now += POINT_S
    company.cut(ANA, CLEO)
    assert not company.rooms[CLEO].parted[ANA].led


def test_the_lowest_seat_leads_after_a_lost_leader() -> None:
    company = together()
    company.do(ANA, LeadTo(at(12)))
    company.settle()
    for other in (BEN, CLEO):
        company.cut(ANA, other)
    company.settle()
    assert [company.rooms[seat].leader for seat in (BEN, CLEO)] == [BEN, BEN]
    company.do(BEN, LeadTo(at(13)))
    company.link_all()
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {BEN}
    assert places(company) == {at(13)}


def test_a_leader_who_leaves_passes_the_lead_on() -> None:
    company = together()
    company.do(ANA, Leave())
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {BEN}
    company.do(ANA, Join(at(40)))
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {BEN}
    assert places(company) == {START}


def test_two_leaders_at_once_become_one_everywhere() -> None:
    company = Company()
    for seat in (ANA, BEN, CLEO):
        company.do(seat, Join(at(seat)))
    assert [room.leader for room in company.rooms.values()] == [ANA, BEN, CLEO]
    company.link_all()
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {ANA}
    assert places(company) == {at(ANA)}


def test_two_without_a_link_take_no_turns_at_leading() -> None:
    company = together()
    company.cut(ANA, BEN)
    company.settle()
    assert {room.leader for room in company.rooms.values()} == {BEN}
    before = company.sent
    for _second in range(60):
        company.now += 1
        company.settle()
    assert company.sent == before


def test_a_restarted_leader_goes_on_where_it_was() -> None:
    company = together()
    company.do(ANA, LeadTo(at(1)), LeadTo(at(2)), ShowNotes(((Card(3), "mine"),)))
    company.settle()
    for other in (BEN, CLEO):
        company.cut(ANA, other)
    company.rooms[ANA] = ReviewRoom(ANA, 3)
    company.do(ANA, Join(START))
    company.link_all()
    company.settle()
    assert places(company) == {at(2)}
    assert {room.leader for room in company.rooms.values()} == {BEN}


def test_a_pointer_is_seen_by_all_and_gone_after_some_seconds() -> None:
    company = together()
    company.do(BEN, PointAt(Card(17)))
    for one, other in list(company.queues):
        company.deliver(one, other)
    shown = [room.pointers[BEN].card for room in company.rooms.values()]
    assert shown == [17, 17, 17]
    company.now += POINT_S
    company.settle()
    assert all(not room.pointers for room in company.rooms.values())


def test_notes_are_seen_as_their_owner_chooses() -> None:
    company = together()
    notes = ((Card(4), "could be red 3"), (Card(9), "keep"))
    company.do(BEN, ShowNotes(notes))
    company.settle()
    assert all(room.notes[BEN] == notes for room in company.rooms.values())
    company.do(BEN, ShowNotes(()))
    company.settle()
    assert all(room.notes[BEN] == () for room in company.rooms.values())


def test_notes_that_are_shown_are_news_for_some_seconds() -> None:
    company = together()
    for _time in range(2):  # and again, once they were hidden
        company.do(BEN, ShowNotes(((Card(4), "keep"),)))
        for one, other in list(company.queues):
            company.deliver(one, other)
        assert all(set(room.just_shown) == {BEN} for room in company.rooms.values())
        company.do(BEN, ShowNotes(()))
        for one, other in list(company.queues):
            company.deliver(one, other)
        assert not any(room.just_shown for room in company.rooms.values())
        assert all(set(room.just_hidden) == {BEN} for room in company.rooms.values())
    company.do(BEN, ShowNotes(((Card(4), "keep"),)))
    deliver(company)
    assert not any(room.just_hidden for room in company.rooms.values())
    company.settle()
    assert not any(room.just_shown for room in company.rooms.values())
    company.cut(ANA, BEN)
    company.link(ANA, BEN)
    for one, other in list(company.queues):
        company.deliver(one, other)
    assert not company.rooms[ANA].just_shown  # she knows them


def test_notes_already_shown_are_news_to_a_member_who_comes_in() -> None:
    company = together()
    company.do(CLEO, Leave())
    company.do(BEN, ShowNotes(((Card(4), "keep"),)))
    company.settle()
    company.do(CLEO, Join(START))
    assert set(company.rooms[CLEO].just_shown) == {BEN}
    assert not company.rooms[ANA].just_shown


def test_too_many_and_too_long_notes_are_cut() -> None:
    company = together()
    notes = tuple((Card(card), "ț" * 500) for card in range(500))
    company.do(BEN, ShowNotes(notes))
    company.settle()
    shown = company.rooms[ANA].notes[BEN]
    assert 0 < len(shown) <= MAX_NOTES
    assert all(len(words) <= MAX_NOTE_LENGTH for _card, words in shown)


def test_the_longest_state_fits_into_a_message() -> None:
    line = SharedLine(9, tuple("x" * 36 for _move in range(MAX_LINE_BYTES // 40)))
    notes = tuple((Card(card), "n" * 40) for card in range(MAX_NOTES))
    state = MemberState(True, MAX_STEP, notes, Lead(1, ANA, MAX_STEP, SharedPlace(1, ANA, line)))
    data = packed(state)
    assert len(data) <= MAX_BYTES
    assert unpacked(data, 3) == state


def test_a_pointer_of_a_member_who_is_not_in_is_not_shown() -> None:
    company = together()
    company.do(BEN, Leave())
    company.settle()
    company.do(ANA, Arrived(BEN, packed(Pointed(Card(3)))))
    assert company.rooms[ANA].pointers == {}


def test_a_flood_is_dropped_but_for_its_last_state(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[bytes] = []

    def counted(data: bytes, seats: int) -> Message:
        decoded.append(data)
        return unpacked(data, seats)

    company = together()
    company.do(BEN, AskForLead())
    company.settle()
    flood = [packed(Pointed(Card(1)))] * 10_000
    for moment in range(10_000):
        shown = Lead(2, BEN, moment + 1, at(moment % 50))
        flood.append(packed(MemberState(True, 0, (), shown)))
    monkeypatch.setattr(review_room, "unpacked", counted)
    for data in flood:
        company.do(CLEO, Arrived(BEN, data))
    assert len(decoded) <= 40
    company.do(CLEO, Arrived(ANA, packed(Pointed(Card(5)))))
    assert company.rooms[CLEO].pointers[ANA].card == 5
    company.settle()
    lead = company.rooms[CLEO].lead
    assert lead is not None
    assert lead.step == 10_000
    assert company.rooms[CLEO].dropped[BEN] > 19_000


def test_a_standstill_blames_nobody_for_what_came_meanwhile() -> None:
    """A key is held down, and cards are pointed at, while another stands still; twice."""
    company = together()
    for _standstill in range(2):
        for moment in range(int(STANDSTILL_S * 50)):
            company.now += 0.02
            company.do(ANA, LeadTo(at(moment)), PointAt(Card(moment % 50)), Tick())
            company.deliver(ANA, BEN)
        assert len(company.queues[ANA, CLEO]) > 400
        while company.queues[ANA, CLEO]:
            company.deliver(ANA, CLEO)
        assert {
            seat: dict(room.dropped) for seat, room in company.rooms.items() if room.dropped
        } == {}
    company.settle()
    assert len(places(company)) == 1


def test_a_key_held_down_sends_little_and_its_end() -> None:
    company = together()
    before = company.sent
    for moment in range(1, 1001):
        company.now += 0.001
        company.do(ANA, LeadTo(at(moment)))
    assert company.sent - before <= 2 * 26
    company.settle()
    assert places(company) == {at(1000)}


def refused(data: bytes) -> Company:
    company = together()
    company.do(ANA, Arrived(BEN, data))
    assert company.rooms[ANA].lead == company.rooms[CLEO].lead
    return company


def test_bad_bytes_name_their_sender_and_change_nothing() -> None:
    bad: Iterable[Value] = [
        ("review", 1, "state"),
        ("review", 1, "point", 1 << 40),
        ("review", 1, "point", "x"),
        ("review", 1, "state", True, 0, (), (0, 0, 0, at(1).value(), ())),
        ("review", 1, "state", True, 0, (), (1, 3, 0, at(1).value(), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, at(1, Seat(16)).value(), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, (1, "nobody", None, False), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, (1, "all", (1, "moves"), False), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, (1, "all", (1, ["x" * 4100]), False), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, (1 << 60, "all", None, False), ())),
        ("review", 1, "state", True, 0, (), (9, 1, 0, at(1).value(), (3,))),
        ("review", 1, "state", True, 0, (), (9, 1, 0, at(1).value(), (0, 0))),
        ("review", 1, "state", True, 0, (), (9, 1, 0, at(1).value(), ("x",))),
        ("review", 1, "state", True, 0, (), (9, 1, 0, at(1).value())),
        ("review", 1, "state", True, 0, ((1, 2),), None),
        ("review", 1, "state", True, 0, ((1, "x" * 201),), None),
        ("review", 1, "state", True, 0, tuple((card, "x" * 100) for card in range(60)), None),
        ("review", 1, "state", True, 0, tuple((card, "") for card in range(61)), None),
    ]
    for value in bad:
        fault = refused(enc(value)).rooms[ANA].faults
        assert fault == {BEN: Reason(Malformed.FORM)}, value


def test_too_long_a_message_names_its_sender() -> None:
    data = enc(("review", 1, "state", b"x" * MAX_BYTES))
    fault = refused(data).rooms[ANA].faults[BEN]
    assert isinstance(fault, Reason)
    assert fault.code is Malformed.TOO_LARGE


def test_another_version_is_named() -> None:
    company = refused(enc(("review", 2, "something new")))
    assert company.rooms[ANA].faults == {BEN: OtherProgram(2)}


def test_nobody_uses_all_epochs_up() -> None:
    lead = Lead(MAX_LEAP + 2, BEN, 0, at(5))
    company = refused(packed(MemberState(True, 0, (), lead)))
    assert BEN in company.rooms[ANA].faults


def test_after_the_last_step_of_an_epoch_comes_another_epoch() -> None:
    company = together()
    company.do(ANA, Arrived(BEN, packed(MemberState(True, 0, (), Lead(1, ANA, MAX_STEP, at(5))))))
    company.do(ANA, LeadTo(at(6)))
    company.settle()
    assert places(company) == {at(6)}


def test_a_stranger_is_not_heard() -> None:
    room = ReviewRoom(ANA, 3, is_in=True)
    data = packed(MemberState(True, 0, (), Lead(1, BEN, 0, at(5))))
    assert step(room, Arrived(BEN, data), 0.0) == (room, ())


SEATS = st.integers(0, 3).map(Seat)
PLACES = st.builds(
    SharedPlace,
    st.integers(0, 9),
    st.sampled_from([ANA, *Onlook]),
    st.none() | st.builds(SharedLine, st.integers(0, 3), st.just(((1, 2),))),
    st.booleans(),
)
OWN = st.one_of(
    st.builds(Join, PLACES),
    st.just(Leave()),
    st.builds(LeadTo, PLACES),
    st.just(AskForLead()),
    st.just(StopAsking()),
    st.builds(HandTo, SEATS),
    st.builds(PointAt, st.integers(0, 9).map(Card)),
    st.builds(ShowNotes, st.just(()) | st.just(((Card(1), "red"),))),
)
HAPPENINGS = st.one_of(
    st.tuples(st.just("do"), SEATS, OWN),
    st.tuples(st.just("deliver"), SEATS, SEATS),
    st.tuples(st.just("deliver"), SEATS, SEATS),
    st.tuples(st.just("link"), SEATS, SEATS),
    st.tuples(st.just("cut"), SEATS, SEATS),
    st.tuples(st.just("wait"), SEATS, st.floats(0, 2)),
    st.tuples(st.just("restart"), SEATS, PLACES),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(HAPPENINGS, max_size=60))
def test_all_agree_once_they_are_linked(happenings: list[tuple[str, Seat, object]]) -> None:
    company = Company(4)
    for what, seat, other in happenings:
        match what, other:
            case "do", Join() | Leave() | LeadTo() | AskForLead() | HandTo() | PointAt():
                company.do(seat, other)
            case "do", ShowNotes() | StopAsking():
                company.do(seat, other)
            case "deliver", int():
                company.deliver(seat, Seat(other))
            case "link", int():
                company.link(seat, Seat(other))
            case "cut", int():
                company.cut(seat, Seat(other))
            case "wait", float():
                company.now += other
                company.do(seat, Tick())
            case "restart", SharedPlace():
                for one in list(company.rooms):
                    company.cut(seat, one)
                company.rooms[seat] = ReviewRoom(seat, 4)
                company.do(seat, Join(other))
    company.link_all()
    company.settle()
    rooms = list(company.rooms.values())
    assert len({room.lead for room in rooms}) == 1
    assert len({(room.company, room.asking, room.leader) for room in rooms}) == 1
    shown = [{seat: notes for seat, notes in room.notes.items() if notes} for room in rooms]
    assert all(each == shown[0] for each in shown)
    assert not any(room.faults for room in rooms)
    if rooms[0].company:
        assert rooms[0].leader in rooms[0].company


def test_a_member_that_comes_back_takes_no_lead() -> None:
    room = ReviewRoom(Seat(1), 2, remembered=SharedPlace(7))
    room, _sends = step(room, Join(SharedPlace()), 0.0)
    assert room.lead == Lead(1, Seat(1), 0, SharedPlace(7))
    theirs = Lead(1, Seat(0), 3, SharedPlace(9))
    data = packed(MemberState(is_in=True, asks=0, notes=(), lead=theirs))
    for event in (Linked(Seat(0)), Arrived(Seat(0), data)):
        room, _sends = step(room, event, 0.0)
    assert room.lead == theirs
