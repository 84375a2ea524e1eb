"""What one of four seats receives and says about another that is gone, without a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.history import History, Round, Statement, next_head, void_head
from protocol.ledger.votes import Vote
from protocol.peer.absences import MAX_KEPT, Absences, Void
from protocol.peer.effects import Persist
from protocol.peer.messages import Have
from protocol.peer.sync import Links
from protocol.reasons import Code, Ignored, NotPossible
from protocol.rounds.phases import Committing, Moving, Phase
from protocol.rounds.state import Stage, first_stage
from tests.any_game import bare
from tests.attacks.toy import SplitToy, Toy
from tests.fakes import seated
from tests.raised import for_reason

GAME = SplitToy()
SEATING, SIGNATURES, _ = seated(GAME, 4)
NO_ESCROW: Seating = seated(Toy(), 4)[0]
FIRST = first_stage(bare(GAME), SEATING, SIGNATURES)
ALL = ZERO, ONE, TWO, THREE = tuple(map(Seat, range(4)))
NOW = 3
"""The open round. In it, and in each before it, all seats speak."""


def head_of(number: int) -> bytes:
    return bytes([number]) * 32


def stage(number: int, phase: Phase | None = None, gone: Seat | None = None) -> Stage:
    split = cast("Any", ("split",) * 4)
    return replace(
        FIRST,
        round_number=number,
        head=head_of(number),
        phase=phase or Committing(),
        escrow=split,
        gone=gone,
    )


def stated(seat: int, body: Value = None, number: int = NOW, head: bytes = b"") -> Statement:
    head = head or head_of(number)
    return Statement(enc((head, body)), bytes([seat]) * 64, number, Seat(seat), head, body)


def history(
    *spoken: int,
    number: int = NOW,
    phase: Phase | None = None,
    gone: Seat | None = None,
    void: Mapping[int, Seat] | None = None,
) -> History:
    """A history whose open round has these statements; `void`: rounds without a seat."""
    rounds = []
    for before in range(number):
        without = (void or {}).get(before)
        statements = {seat: stated(seat, ("said",), before) for seat in ALL}
        if without is None:
            rounds.append(Round(stage(before), statements, {}))
        else:
            decisions = {
                seat: stated(seat, ("decide", 0, without), before)
                for seat in ALL
                if seat != without
            }
            rounds.append(Round(stage(before), decisions, {}, without, statements))
    now = {Seat(seat): stated(seat, ("said",), number) for seat in spoken}
    verified = cast("Any", dict.fromkeys(now))
    return History(stage(number, phase, gone), SIGNATURES, rounds, now, verified)


def links(*direct: int, silent: Collection[int] = (), through: Mapping[int, int] = {}) -> Links:
    """Links to these seats; `silent` ones have announced nothing; `through`: more by these."""
    made = Links()
    for seat in direct:
        made.connected(Seat(seat))
        if seat not in silent:
            more = (Seat(through[seat]),) if seat in through else ()
            made.note_have(Seat(seat), Have(NOW, (), (ZERO, *more)))
    return made


def absences(*words: Statement, me: Seat = ZERO, seating: Seating = SEATING) -> Absences:
    """Those of a seat that has met all others and received these words."""
    made = Absences(me, seating, met={*ALL} - {me})
    for word in words:
        assert made.receive(word, history(number=max(NOW, word.round_number)))
    return made


def vote(seat: int, about: int | None, ballot: int = 0, number: int = NOW) -> Statement:
    return stated(seat, ("vote", ballot, about), number)


def decisions(about: int, *seats: int, number: int = NOW) -> list[Statement]:
    return [stated(seat, ("decide", 0, about), number) for seat in seats]


# Who has been met, and who has left.


def test_a_met_seat_is_on_record_once_and_only_with_escrow() -> None:
    made = Absences(ZERO, SEATING)
    assert made.meet(ONE) == [Persist(enc(("met", 1)))]
    assert (made.meet(ONE), made.met) == ([], {ONE})
    other = Absences(ZERO, NO_ESCROW)
    assert (other.meet(ONE), other.met) == ([], set())


def test_only_a_record_of_a_met_seat_is_restored() -> None:
    made = Absences(ZERO, SEATING)
    assert made.restored(("met", 2))
    for value in (("met", True), ("meet", 3), ("met", 1, 1), None):
        assert not made.restored(value)
    assert made.met == {TWO}


def test_another_seat_that_leaves_after_the_escrow_is_let_go() -> None:
    begun = replace(stage(NOW), escrow=())
    before = History(begun, SIGNATURES)
    made = absences()
    assert not made.let_go([stated(1, number=2)], before)
    assert made.left == set()
    assert made.let_go([stated(1, number=3)], before)
    assert made.let_go([stated(2, number=0)], history())
    assert made.left == {ONE, TWO}
    assert not made.let_go([stated(0)], history())
    assert not made.let_go([stated(1), stated(3)], history())
    assert not made.let_go([], history())
    assert made.left == {ONE, TWO}
    assert not absences(seating=NO_ESCROW).let_go([stated(1)], before)


# Receiving.


@pytest.mark.parametrize(
    ("word", "number", "fault"),
    [
        (vote(1, 2, number=1), 8, Ignored.LONG_OVER),
        (vote(1, 2, number=10), NOW, Ignored.TOO_FAR),
        (vote(1, 9), NOW, Ignored.NOT_AWAITED),
        (stated(1, ("vote", 0)), NOW, Ignored.NO_WORD),
    ],
)
def test_word_that_cannot_be_said_there_is_dropped(
    word: Statement, number: int, fault: Code
) -> None:
    with pytest.raises(Dropped, check=for_reason(fault)):
        absences().receive(word, history(number=number))


def test_word_without_escrow_is_dropped() -> None:
    bare_history = History(replace(stage(NOW), escrow=()), SIGNATURES)
    with pytest.raises(Dropped, check=for_reason(Ignored.NO_ESCROW)):
        absences().receive(vote(1, 2), bare_history)


def test_word_is_new_once_and_never_in_a_void_round() -> None:
    made = absences()
    assert made.receive(vote(1, 2), history())
    assert not made.receive(vote(1, 2), history())
    assert made.receive(vote(1, 2, number=2), history(number=8))
    void = history(void={1: THREE})
    assert not made.receive(vote(1, 2, number=1), void)
    assert list(made.since(0)) == [vote(1, 2), vote(1, 2, number=2)]
    assert list(made.since(3)) == [vote(1, 2)]


def test_words_of_future_rounds_come_with_these() -> None:
    made = absences(vote(1, 2, number=2), vote(1, 2))
    words = [vote(1, 2, number=4), vote(2, 1, number=4), vote(1, 2, number=9)]
    for word in [*words, words[0]]:
        assert not made.receive(word, history())
    assert made.come(history()) == []
    assert made.come(history(number=4)) == words[:2]
    assert made.come(history(number=4)) == []
    assert list(made.since(0)) == [vote(1, 2, number=2), vote(1, 2)]
    assert made.come(history(number=9)) == words[2:]
    assert list(made.since(0)) == [vote(1, 2)]


def test_few_words_of_a_seat_are_kept_for_future_rounds() -> None:
    made = absences()
    words = [vote(1, 2, ballot, number=5) for ballot in range(MAX_KEPT + 1)]
    for word in words[:MAX_KEPT]:
        made.receive(word, history())
    with pytest.raises(Dropped, check=for_reason(Ignored.TOO_MANY)):
        made.receive(words[MAX_KEPT], history())
    made.receive(vote(2, 1, number=5), history())
    assert made.come(history(number=5)) == [*words[:MAX_KEPT], vote(2, 1, number=5)]


def test_words_and_decisions_of_void_rounds_can_be_contradicted() -> None:
    made = absences(vote(1, 2))
    assert made.clash(vote(1, 3), history()) == vote(1, 2)
    for word in (vote(1, 2), vote(1, 3, ballot=1), vote(2, 3), vote(1, 3, number=2)):
        assert made.clash(word, history()) is None
    void, decided = history(void={1: THREE}), stated(1, ("decide", 0, 3), number=1)
    assert made.clash(stated(1, ("decide", 0, 2), number=1), void) == decided
    assert made.clash(stated(1, ("decide", 0, 2), number=2), void) is None
    assert made.clash(decided, void) is None


def test_statement_of_a_seat_that_is_voted_gone_is_kept_out() -> None:
    made = absences(vote(0, 3), vote(1, 2))
    late = stated(3, ("said",))
    for other in (stated(2, ("said",)), stated(3, ("said",), number=2)):
        assert not made.keeps_out(other)
    assert made.keeps_out(late)
    assert made.late(late) == late
    assert made.late(stated(3, ("more",))) == late
    assert (made.late(stated(2)), made.late(stated(3, number=2))) == (None, None)
    assert list(made.since(NOW)) == [vote(0, 3), vote(1, 2), late]
    assert list(made.since(NOW + 1)) == []


def test_statement_is_let_in_once_the_round_has_won() -> None:
    made, late = absences(vote(0, 3)), stated(3, ("said",))
    assert made.keeps_out(late)
    assert made.let_in(history(), []) == []
    for seat in (1, 2):
        made.receive(stated(seat, ("decide", 0, None)), history())
    assert made.let_in(history(), []) == []
    made.receive(stated(3, ("decide", 0, None)), history())
    assert made.let_in(history(number=4), []) == []
    assert made.let_in(history(), []) == [late]
    assert (made.late(late), made.let_in(history(), [])) == (None, [])
    assert not made.has_voted(history())


def test_word_of_a_ballot_lets_no_statement_in() -> None:
    """A statement does: what is kept out is let in then."""
    late, here = stated(3, ("said",)), history(0, 1, 2)
    after = next_head(head_of(NOW), {**here.statements, THREE: late})
    coming = [stated(seat, number=NOW + 1, head=after) for seat in (1, 2)]
    for body, free in ((("vote", 0, 1), []), (("said",), [late])):
        made, third = absences(vote(0, 3)), stated(3, body, number=NOW + 1, head=after)
        assert made.keeps_out(late)
        if body[0] == "vote":
            assert not made.receive(third, here)
        else:
            coming.append(third)
        assert made.let_in(here, coming) == free


def test_statement_is_let_in_once_all_others_have_gone_on() -> None:
    made, late, here = absences(vote(0, 3)), stated(3, ("said",)), history(0, 1, 2)
    assert made.keeps_out(late)
    after = next_head(head_of(NOW), {**here.statements, THREE: late})
    coming = [stated(seat, number=4, head=after) for seat in (1, 2, 3)]
    assert made.let_in(here, coming[:2]) == []
    assert made.let_in(here, [*coming[:2], stated(3, number=4)]) == []
    assert made.let_in(here, coming) == [late]
    assert not absences().let_in(here, coming)


def test_seats_that_went_on_without_another_have_gone_on() -> None:
    made, late, here = absences(vote(0, 3)), stated(3, ("said",)), history(0, 1, 2)
    assert made.keeps_out(late)
    after = next_head(head_of(NOW), {**here.statements, THREE: late})
    coming = [stated(seat, number=5, head=void_head(after, TWO)) for seat in (1, 2, 3)]
    assert made.let_in(here, coming) == [late]


# Speaking.


@pytest.mark.parametrize(
    ("seat", "spoken", "up", "why"),
    [
        (3, (), links(1, 2), None),
        (3, (3,), links(1, 2), NotPossible.NOT_AWAITED),
        (0, (), links(1, 2), NotPossible.NOT_AWAITED),
        (3, (), links(1, 2, 3), NotPossible.LINKED),
        (3, (), links(1, 2, through={1: 3}), NotPossible.LINKED),
        (3, (), links(1), NotPossible.OTHERS_MISSING),
        (3, (), links(1, through={1: 2}), None),
        (3, (), links(1, 2, silent=[2]), NotPossible.OTHERS_MISSING),
    ],
)
def test_a_seat_votes_only_without_one_that_none_can_reach(
    seat: int, spoken: tuple[int, ...], up: Links, why: NotPossible | None
) -> None:
    assert absences().why_not(Seat(seat), history(*spoken), up) is why


def test_no_seat_goes_on_without_one_that_it_has_never_met() -> None:
    made = absences()
    made.met.remove(THREE)
    assert made.why_not(THREE, history(), links(1, 2)) is NotPossible.NEVER_MET
    without_escrow = History(replace(stage(NOW), escrow=()), SIGNATURES)
    assert absences().why_not(THREE, without_escrow, links(1, 2)) is NotPossible.NO_ESCROW


def test_seat_whose_statement_is_kept_out_is_not_voted_gone() -> None:
    made = absences(vote(0, 3))
    assert made.keeps_out(stated(3, ("said",)))
    assert made.why_not(THREE, history(), links(1, 2)) is NotPossible.NOT_AWAITED
    assert made.why_not(THREE, history(number=4), links(1, 2)) is None


def test_a_seat_that_has_left_is_not_here_though_linked() -> None:
    made = absences()
    made.left.add(THREE)
    assert made.why_not(THREE, history(), links(1, 2, 3)) is None
    assert made.here(links(1, 2, 3)) == {ZERO, ONE, TWO}
    made.left.add(TWO)
    assert made.why_not(THREE, history(), links(1, 2, 3)) is NotPossible.OTHERS_MISSING


def due(made: Absences, here: History, up: Links, *, is_over: bool = False) -> Value:
    """What is due, as a round and a body."""
    found = made.due(here, up, is_over=is_over)
    return None if found is None else (found[0].round_number, found[1].body())


def test_vote_is_due_against_a_seat_that_is_wanted_gone() -> None:
    made = absences()
    assert due(made, history(), links(1, 2)) is None
    made.want(THREE)
    assert due(made, history(), links(1, 2), is_over=True) is None
    assert due(made, history(3), links(1, 2)) is None
    assert due(made, history(), links(1, 2)) == (NOW, ("vote", 0, 3))
    assert made.due(history(), links(1, 2)) == (stage(NOW), Vote(0, THREE))
    assert due(made, history(), links(1, 2, 3)) is None
    assert due(made, history(), links(1, 2)) is None  # the wish has ended


def test_vote_is_due_against_a_seat_that_has_left() -> None:
    made = absences()
    made.left.add(THREE)
    assert due(made, history(), links(1, 2)) == (NOW, ("vote", 0, 3))


def test_vote_is_due_against_a_seat_that_is_gone_already() -> None:
    moving = history(phase=Moving(THREE), gone=THREE)
    assert due(absences(), moving, links(1, 2)) == (NOW, ("vote", 0, 3))
    assert due(absences(), history(phase=Moving(THREE), gone=TWO), links(1, 2)) is None
    assert due(absences(), history(phase=Moving(THREE)), links(1, 2)) is None


def test_a_further_seat_that_can_be_voted_gone_is_chosen() -> None:
    made = absences()
    made.met.remove(TWO)
    made.left.update((TWO, THREE))
    made.want(THREE)
    up = links(1, 2, 3)
    assert due(made, history(), up) is None  # all but one have to decide
    made.left.remove(TWO)
    assert due(made, history(), up) == (NOW, ("vote", 0, 3))


def test_all_in_reach_leave_a_ballot_before_the_next_vote() -> None:
    made = absences(*(vote(seat, 3) for seat in (0, 1, 2)))
    for seat in (0, 1, 2):
        made.receive(stated(seat, ("next", 0, None)), history())
    assert due(made, history(), links(1, 2, 3)) is None
    assert due(made, history(), links(1, 2)) == (NOW, ("vote", 1, None))


def test_decision_about_an_earlier_round_is_due_after_the_end() -> None:
    made = absences(*(vote(seat, 0, number=2) for seat in (1, 2, 3)))
    assert due(made, history(), links(1, 2, 3)) == (2, ("decide", 0, 0))
    assert due(made, history(), links(1, 2, 3), is_over=True) == (2, ("decide", 0, 0))
    assert due(made, history(number=2), links(1, 2, 3)) == (2, ("decide", 0, 0))
    assert due(made, history(number=2), links(1, 2, 3), is_over=True) is None


def test_seat_that_has_gone_on_decides_for_no_other_and_says_so() -> None:
    made = absences(*(vote(seat, 3) for seat in (0, 1, 2)))
    assert due(made, history(), links(1, 2)) == (NOW, ("decide", 0, 3))
    assert due(made, history(number=4), links(1, 2)) == (NOW, ("next", 0, None))


@pytest.mark.parametrize("is_late", [False, True])
def test_seat_whose_statement_is_here_is_not_voted_gone(is_late: bool) -> None:
    made = absences(vote(1, 3))
    if is_late:
        made._late[NOW, THREE] = stated(3)
    assert due(made, history(*(() if is_late else (3,))), links(1, 2)) == (NOW, ("next", 0, None))
    made._late.clear()
    made._late[2, THREE] = stated(3, number=2)
    assert due(made, history(), links(1, 2)) is None


def test_a_seat_votes_itself_gone_only_with_all_others() -> None:
    made = absences(vote(1, 0), me=ZERO)
    assert due(made, history(), links(1, 2, 3)) == (NOW, ("next", 0, None))


def test_vote_is_answered_with_the_statement_its_voter_lacks() -> None:
    made, here = absences(), history(3)
    assert made.answer(vote(1, 3), here) == [stated(3, ("said",))]
    assert made.answer(vote(1, 2), here) == []
    assert made.answer(vote(1, 2, number=1), here) == [stated(2, ("said",), 1)]
    for body in (("decide", 0, 3), ("vote", 0, None), ("vote", 0, True), ("vote", 0)):
        assert made.answer(stated(1, body), here) == []
    assert made.answer(vote(1, 2, number=1), history(void={1: THREE})) == []


# Results.


def test_open_round_is_void_once_all_others_have_decided() -> None:
    words = decisions(3, 0, 1, 2)
    assert absences(*words[:2]).found(history()) is None
    assert absences(*words).found(history()) == Void(NOW, THREE, tuple(words))
    earlier = decisions(2, 0, 1, 3, number=2)  # too late for this seat
    assert absences(*earlier, *words).found(history()) == Void(NOW, THREE, tuple(words))
    assert absences(vote(0, 1, number=2), *words).found(history()) == Void(NOW, THREE, tuple(words))


def test_only_the_gone_seat_takes_back_what_it_completed_alone() -> None:
    words = decisions(3, 0, 1, 2)
    void = Void(NOW, THREE, tuple(words))
    for me, found in ((3, void), (0, None)):
        made = absences(*words, me=Seat(me))
        assert made.found(history(3, number=4)) == found  # it speaks once in the next round at most
        assert made.found(history(number=5)) == found
        assert made.found(history(3, number=5)) is None


def test_earlier_of_two_void_rounds_is_found_in_either_order() -> None:
    earlier, later = decisions(0, 1, 2, 3, number=2), decisions(1, 0, 2, 3)
    for words in ((*earlier, *later), (*later, *earlier)):
        made = absences(*words)
        assert made.found(history()) == Void(2, Seat(0), tuple(earlier))


def test_ballots_of_a_void_round_and_later_ones_are_forgotten() -> None:
    made = absences(vote(0, 3, number=2), vote(0, 3), vote(0, 3, number=4))
    for number in (2, 3, 4):
        assert made.keeps_out(stated(3, number=number))
    made.forget(NOW)
    assert list(made.since(0)) == [vote(0, 3, number=2), stated(3, number=2)]


def test_only_votes_of_the_open_round_call_a_seat_gone() -> None:
    made = absences(vote(0, 3), vote(1, 3), vote(2, 1), vote(0, 2, number=2))
    assert made.called_gone(history()) == ((1, (2,)), (3, (0, 1)))
    assert made.called_gone(history(number=4)) == ()
    assert [made.has_said(seat, history()) for seat in ALL] == [False, False, False, True]
    assert not made.has_said(THREE, history(number=4))
    assert (made.has_voted(history()), made.has_voted(history(number=4))) == (True, False)
    assert not absences(vote(1, 3)).has_voted(history())
