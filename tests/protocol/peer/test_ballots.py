"""The ballots of one round, without a table: which words count, and what a seat says next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from protocol.encoding import Value
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.ledger.votes import MAX_BALLOTS, Decide, Next, Vote, Word, is_clash
from protocol.peer.ballots import MAX_ALONE, Ballots, Prospect

ALL = frozenset(Seat(seat) for seat in range(4))
ZERO, ONE, TWO, THREE = sorted(ALL)


def statement_of(seat: int, body: Value, head: bytes = b"") -> Statement:
    return Statement(repr(body).encode(), bytes(64), 7, Seat(seat), head, body)


def ballots(*words: tuple[Sequence[int], Word]) -> Ballots:
    """The ballots of four seats that have said these words."""
    made = Ballots(4)
    for seats, word in words:
        for seat in seats:
            made.receive(statement_of(seat, word.body()), word)
    return made


def view(
    me: int = 0, away: int | None = 3, wanted: int | None = None, *, gone_on: bool = False
) -> Prospect:
    here = ALL - {away}
    return Prospect(Seat(me), here, here, None if wanted is None else Seat(wanted), gone_on)


def test_a_seat_votes_decides_and_is_done() -> None:
    assert ballots().due(view()) is None
    assert ballots().due(view(wanted=3)) == Vote(0, THREE)
    voted = ballots(([0], Vote(0, THREE)))
    assert voted.due(view(wanted=3)) is None
    enough = ballots(([0, 1, 2], Vote(0, THREE)))
    assert enough.due(view()) == Decide(0, THREE)
    won = ballots(([0, 1, 2], Vote(0, THREE)), ([0, 1, 2], Decide(0, THREE)))
    assert (won.gone, won.due(view())) == ((0, THREE), None)
    assert [(one.seat, one.body) for one in won.deciding(0, THREE)] == [
        (seat, ("decide", 0, 3)) for seat in (0, 1, 2)
    ]


def test_seat_once_gone_stays_gone() -> None:
    """Also for a seat that has said nothing."""
    known = ballots(([1, 2], Vote(0, THREE)), ([1, 2, 3], Decide(0, THREE)))
    assert (known.gone, known.due(view(wanted=3))) == ((0, THREE), None)


def test_word_beside_another_has_its_kind_and_ballot() -> None:
    known = ballots(([1], Vote(0, THREE)), ([2], Vote(0, TWO)), ([1], Vote(1, TWO)))
    beside = known.beside(statement_of(1, ("vote", 0, 2, "more")))
    assert beside is not None
    assert (beside.seat, beside.body) == (ONE, ("vote", 0, 3))
    assert known.beside(statement_of(1, None)) is None


@pytest.mark.parametrize(
    ("known", "here"),
    [
        (ballots(([1], Vote(0, TWO))), view()),  # that is back
        (ballots(([1], Vote(0, ZERO))), view()),  # itself
        (ballots(([1], Vote(0, THREE)), ([2], Vote(0, None))), view()),  # for two seats
        (ballots(([1], Vote(0, THREE))), view(gone_on=True)),
        (
            ballots(([1], Vote(0, THREE))),
            view(wanted=2, away=2),
        ),  # another seat is to be declared gone
        (ballots(([1, 2], Next(0, None))), view()),
        (ballots(([1], Next(0, None)), ([1], Vote(0, THREE))), view()),
    ],
)
def test_a_ballot_that_cannot_succeed_is_left(known: Ballots, here: Prospect) -> None:
    assert known.due(here) == Next(0, None)


def test_a_seat_put_back_reports_no_later_decision() -> None:
    """It hears its own former words in any order, and a `next` with a later decision is dropped."""
    left = ([2, 3], Next(0, None))
    later = ([0], Decide(1, THREE))
    assert ballots(left, later).due(view()) == Next(0, None)
    assert ballots(left, later, ([0], Decide(0, TWO))).due(view()) == Next(0, Decide(0, TWO))


def test_nobody_follows_a_lone_seat_from_a_ballot_without_votes() -> None:
    assert ballots(([3], Next(0, None))).due(view(away=None)) is None


def test_possible_decision_is_voted_again_even_by_its_target() -> None:
    known = ballots(
        ([0, 1, 3], Vote(0, TWO)), ([0], Decide(0, TWO)), ([0], Next(0, Decide(0, TWO)))
    )
    for seat in (1, 2):
        known.receive(statement_of(seat, Next(0, None).body()), Next(0, None))
    assert [known.due(view(me)) for me in (0, 1, 2)] == [Vote(1, TWO)] * 3
    for seat in (0, 1, 2):
        known.receive(statement_of(seat, Vote(1, TWO).body()), Vote(1, TWO))
    assert known.due(view()) == Decide(1, TWO)
    assert known.due(view(me=1, gone_on=True)) is None
    assert known.due(view(me=2, gone_on=True)) == Decide(1, TWO)


def test_votes_of_a_ballot_that_the_round_won_help_no_seats_own() -> None:
    known = ballots(
        ([0, 1, 2], Vote(0, THREE)), ([1, 2, 3], Decide(0, None)), ([0, 1, 3], Vote(1, THREE))
    )
    assert known.due(view()) is None


def test_connected_seats_are_awaited_while_a_ballot_may_decide() -> None:
    known = ballots(([0, 1, 3], Vote(0, TWO)), ([0, 1, 2], Next(0, None)))
    assert known.due(view(away=None)) is None
    assert known.due(view()) == Vote(1, None)
    nothing = ballots(([0], Vote(0, TWO)), ([0, 1, 2], Next(0, None)))
    assert nothing.due(view(away=None)) == Vote(1, None)


def test_a_ballot_before_the_round_won_makes_nobody_wait() -> None:
    """Else one silent seat could stop all ballots that follow."""
    others = [0, 1, 2]
    known = ballots(
        (others, Vote(0, THREE)),
        (others, Decide(1, None)),
        (others, Next(2, Decide(1, None))),
    )
    assert known.base == 1
    assert known.due(view(away=None)) == Vote(3, None)


def test_vote_without_oneself_counts_only_after_all_others() -> None:
    known = ballots(([1, 2, 3], Vote(0, TWO)))
    assert known.due(view(me=1, away=0)) == Next(0, None)
    late = ballots(([0, 1, 3], Vote(0, TWO)), ([0, 1, 2], Next(0, None)), ([0, 1, 2], Vote(1, TWO)))
    assert late.due(view()) == Decide(1, TWO)


def test_later_votes_make_no_vote_without_oneself_count() -> None:
    known = ballots(
        ([0, 1, 2, 3], Next(0, None)),
        ([1, 2, 3], Vote(1, THREE)),
        ([0, 1, 2], Next(1, None)),
        ([0, 1, 2], Vote(2, THREE)),
    )
    assert known.due(view(me=3, away=None)) == Next(1, None)


def test_a_claimed_decision_without_a_quorum_does_not_count() -> None:
    false = Next(0, Decide(0, ZERO))
    known = ballots(([0, 1], Next(0, None)), ([2], false))
    assert known.due(view()) is None
    known.receive(statement_of(3, Next(0, None).body()), Next(0, None))
    assert known.due(view()) == Vote(1, None)


def test_decision_for_the_round_restarts_votes_and_is_announced() -> None:
    known = ballots(([0], Vote(0, THREE)), ([0, 1, 2], Next(0, None)), ([0, 1, 2], Vote(1, None)))
    assert known.has_voted(ZERO, THREE)
    assert known.wanted_by() == {THREE: (ZERO,)}
    for seat in (0, 1, 2):
        known.receive(statement_of(seat, Decide(1, None).body()), Decide(1, None))
    assert (known.base, known.has_voted(ZERO), known.wanted_by()) == (1, False, {})
    assert known.due(view(wanted=3)) == Vote(2, THREE)
    known.receive(statement_of(1, Vote(2, ZERO).body()), Vote(2, ZERO))
    assert known.due(view()) == Next(2, Decide(1, None))
    known.stands = True
    assert known.base == MAX_BALLOTS - 1
    assert (known.has_voted(ZERO), known.wanted_by(), known.due(view())) == (False, {}, None)


def test_words_up_to_base_count_no_more() -> None:
    others = [0, 1, 2]
    known = ballots((others, Vote(0, THREE)), ([0], Decide(0, TWO)), ([1, 2, 3], Decide(0, None)))
    assert (known.base, known.wanted_by()) == (0, {})
    known.receive(statement_of(1, Vote(1, TWO).body()), Vote(1, TWO))
    known.receive(statement_of(2, Vote(1, None).body()), Vote(1, None))
    assert known.due(view()) == Next(1, Decide(0, None))
    own = ballots((others, Vote(0, THREE)), (others, Decide(0, None)), ([1, 2, 3], Vote(1, THREE)))
    assert own.due(view(wanted=3)) == Vote(1, THREE)
    left = ballots(
        (others, Vote(0, THREE)), (others, Decide(0, None)), (others, Next(1, Decide(0, None)))
    )
    assert left.due(view(away=None)) == Vote(2, None)
    known = ballots(
        (others, Decide(1, None)), ([3], Next(2, Decide(1, TWO))), ([0, 1], Next(2, None))
    )
    assert known.due(view()) == Vote(3, None)


def test_quorum_for_the_round_makes_nobody_wait() -> None:
    """Else a silent seat with a link could hold up a round that nobody is to be gone from."""
    known = ballots(
        ([0, 1, 2], Next(0, None)), ([0, 1, 2], Vote(1, None)), ([0, 1, 2], Next(1, None))
    )
    assert known.due(view(away=None)) == Vote(2, None)


def test_a_quorum_in_its_own_ballot_keeps_nobody_in_it() -> None:
    """Only those of earlier ballots let a seat wait for all that it can reach."""
    known = ballots(
        ([0, 1, 2], Next(0, None)),
        ([0, 1, 3], Vote(1, TWO)),
        ([0], Decide(1, TWO)),
        ([1, 2], Next(1, None)),
    )
    assert known.due(view(away=None)) == Next(1, Decide(1, TWO))


def test_lone_seat_opens_no_late_ballot_and_nobody_the_last() -> None:
    left = [([0, 1, 2, 3], Next(ballot, None)) for ballot in range(MAX_ALONE)]
    won = [([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))]
    known = ballots(*left, *won, ([3], Vote(MAX_ALONE, ONE)), ([3], Next(MAX_ALONE, None)))
    assert known.due(view(away=None)) is None
    assert known.due(view(me=1, away=None)) is None
    known.receive(statement_of(2, Vote(MAX_ALONE, ONE).body()), Vote(MAX_ALONE, ONE))
    assert known.due(view(away=None)) == Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    free = ballots(([0, 1, 2, 3], Decide(MAX_BALLOTS - 4, None)))
    assert free.due(view(wanted=3)) == Vote(MAX_BALLOTS - 3, THREE)
    near = ballots(([0, 1, 2, 3], Decide(MAX_BALLOTS - 3, None)))
    assert near.due(view(wanted=3)) is None
    last = ballots(([0, 1, 2, 3], Decide(MAX_BALLOTS - 1, None)))
    assert last.due(view(wanted=3)) is None
    after = ballots(*[([0, 1, 2, 3], Next(ballot, None)) for ballot in range(MAX_BALLOTS)])
    assert after.due(view()) is None


def test_seat_leaves_a_late_ballot_in_which_it_has_voted() -> None:
    """Else two seats that have voted for two could never leave it."""
    won = ([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))
    known = ballots(won, ([0], Vote(MAX_ALONE, THREE)), ([1], Vote(MAX_ALONE, TWO)))
    assert known.due(view()) == Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))


def late_ballots(*words: tuple[Sequence[int], Word]) -> Ballots:
    """The round has won the last early ballot; then seat 3 has said all that it can, in advance."""
    flood = (
        ([3], word)
        for ballot in range(MAX_ALONE, MAX_BALLOTS)
        for word in (Vote(ballot, ONE), Next(ballot, None))
    )
    return ballots(([0, 1, 2, 3], Decide(MAX_ALONE - 1, None)), *flood, *words)


def test_seat_waits_in_a_late_ballot_for_a_possible_quorum() -> None:
    late, leaves = MAX_ALONE, Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    known = late_ballots(([0], Vote(late, THREE)))
    assert known.due(view()) is None
    assert known.due(view(me=1)) is None
    assert known.due(view(me=1, wanted=3)) == Vote(late, THREE)
    # It would not vote so itself.
    assert known.due(view(me=1, away=None)) == leaves
    assert known.due(view(me=1, gone_on=True)) == leaves
    # Without a second seat none is possible.
    known.receive(statement_of(2, leaves.body()), leaves)
    assert known.due(view()) == leaves


def test_late_ballot_that_stands_is_won_against_a_seats_words() -> None:
    late, leaves = MAX_ALONE, Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    known = late_ballots(([0, 1, 2], leaves), ([0], Vote(late + 1, None)))
    assert known.due(view()) is None
    assert known.due(view(me=1)) == Vote(late + 1, None)
    known.receive(statement_of(1, Vote(late + 1, None).body()), Vote(late + 1, None))
    assert known.due(view()) is None
    split = late_ballots(
        ([0, 1, 2], leaves), ([0], Vote(late + 1, None)), ([1], Vote(late + 1, TWO))
    )
    assert split.due(view()) == Next(late + 1, Decide(late - 1, None))
    known.receive(statement_of(2, Vote(late + 1, None).body()), Vote(late + 1, None))
    assert known.due(view()) == Decide(late + 1, None)
    # Only a fresh ballot asks whom a seat reaches.
    bound = late_ballots(([0, 1, 2], leaves), ([0], Vote(late + 1, THREE)))
    assert bound.due(view(away=None)) is None


def test_seat_that_has_gone_on_leaves_after_a_late_vote() -> None:
    """Else the voter would keep another's statement out for ever, though all can be reached."""
    late, leaves = MAX_ALONE, Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    won = ([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))
    known = ballots(won, ([0], Vote(late, ONE)))
    assert known.due(view(me=2, away=None, gone_on=True)) == leaves
    assert known.due(view(me=2, away=None)) is None
    for words in ((), (([3], Vote(late, None)),), (([3], leaves),)):
        unasked = ballots(won, *words)
        assert unasked.due(view(me=2, away=None, gone_on=True)) is None
    # In a later ballot all vote for what they were told.
    told = ballots(won, ([0, 1, 2], leaves), ([3], Vote(late + 1, ONE)))
    assert told.due(view(me=2, away=None, gone_on=True)) == Vote(late + 1, None)


def test_nobody_waits_in_a_late_ballot_for_fresh_nil_votes() -> None:
    """Else a vote for the round said in advance would hold up who has voted otherwise."""
    late, leaves = MAX_ALONE, Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    won = ([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))
    known = ballots(won, ([3], Vote(late, None)), ([0], Vote(late, ONE)))
    assert known.due(view(me=2, away=None)) == leaves
    # It has voted so when the ballot was none of the first kind.
    before = ballots(won, ([2, 3], Vote(late, None)), ([0], Vote(late, ONE)))
    assert before.due(view(me=2, away=None)) is None


def test_all_wait_in_a_late_ballot_for_a_vote_for_oneself() -> None:
    """Else the words of one that is lost would end each ballot in which that seat can be gone."""
    late, won = MAX_ALONE, ([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))
    left = ([0, 1, 2, 3], Next(late, Decide(late - 1, None)))
    later = (([0, 1], Vote(late + 1, TWO)), ([3], Next(late + 1, Decide(late - 1, None))))
    leaves = Next(late + 1, Decide(late - 1, None))
    known = ballots(won, ([0, 1, 3], Vote(late, TWO)), left, *later)
    assert known.due(view(away=None)) is None
    assert known.due(view(away=2)) == leaves
    # All others have to have voted for that before; in the same ballot is too late.
    voted = (([0, 1, 3], Vote(late + 1, TWO)), ([0], Decide(late + 1, TWO)), later[1])
    now = ballots(won, left, *voted)
    assert now.due(view(away=None)) == Next(late + 1, Decide(late + 1, TWO))
    assert ballots(won, ([0, 1], Vote(late, TWO)), left, *later).due(view(away=None)) == leaves


@pytest.mark.parametrize(
    ("first", "second", "clashes"),
    [
        (("vote", 0, 1), ("vote", 0, 2), True),
        (("vote", 0, 1), ("vote", 0), True),
        (("vote", 0, 1), ("vote", 1, 2), False),
        (("vote", 1, 1), ("vote", True, 2), False),
        (("vote", (1,), 1), ("vote", (True,), 2), False),
        (("vote", (1,), 1), ("vote", (1,), 2), True),
        (("vote", 0, 1), ("decide", 0, 2), False),
        (("stop", 0), ("stop", 1), False),
        (("vote", 0, 1), None, False),
        (("vote", 0, 1), ("vote",), False),
    ],
    ids=str,
)
def test_words_of_one_kind_and_ballot_under_one_head_clash(
    first: Value, second: Value, clashes: bool
) -> None:
    one, other = statement_of(1, first), statement_of(1, second)
    assert is_clash(one, other) == clashes
    assert not is_clash(one, replace(other, head=b"another"))
    assert not is_clash(one, one)


class Room:
    """Three honest seats, each with what it has heard; a villain, who is seat 3, says anything to
    anybody."""

    def __init__(self) -> None:
        self.ballots = {seat: Ballots(4) for seat in (ZERO, ONE, TWO)}

    def say(self, seat: int, word: Word, *to: int) -> None:
        """Deliver a word to these seats; an honest one has heard itself."""
        for one in {Seat(each) for each in (*to, seat)} & self.ballots.keys():
            self.ballots[one].receive(statement_of(seat, word.body()), word)

    def does(self, seat: int, word: Word, *to: int, here: Prospect | None = None) -> None:
        """An honest seat says what is due."""
        assert self.ballots[Seat(seat)].due(here or view(seat)) == word
        self.say(seat, word, *to)


def test_a_seat_that_has_decided_binds_the_next_ballot() -> None:
    """Seat 0 goes on without seat 2; seats 1 and 2 must not let the round win with the villain."""
    room = Room()
    for seat in (0, 1):
        room.does(seat, Vote(0, TWO), 0, 1, here=view(seat, away=2, wanted=2))
    room.say(3, Vote(0, TWO), 0, 1)
    for seat in (0, 1):
        room.does(seat, Decide(0, TWO), 0, here=view(seat, away=2))
    room.say(3, Decide(0, TWO), 0)
    assert room.ballots[ZERO].gone == (0, TWO)
    room.say(1, Vote(0, TWO), 2)
    room.say(3, Next(0, None), 1, 2)  # as if it had decided nothing
    room.does(1, Next(0, Decide(0, TWO)), 2, here=view(1, away=0))
    room.does(2, Next(0, None), 1, here=view(2, away=0))
    for seat in (0, 3):
        room.say(seat, Vote(0, TWO), 2)
    for seat in (1, 2):
        room.does(seat, Vote(1, TWO), 1, 2, here=view(seat, away=0))
    assert all(each.base == -1 for each in room.ballots.values())


def test_vote_without_oneself_needs_votes_after_the_round_won() -> None:
    """Seat 0 has gone on with the villain, so seats 1 and 2 must not go on without it."""
    room = Room()
    everyone = (0, 1, 2)
    for seat in everyone:
        room.does(seat, Vote(0, THREE), here=view(seat, wanted=3))
        room.say(3, Next(0, None), seat)
    for seat in everyone:
        room.does(seat, Next(0, None), *everyone)
    for seat in everyone:
        room.does(seat, Vote(1, None), *everyone)
    for seat in everyone:
        room.does(seat, Decide(1, None), *everyone)
    for seat in everyone:  # by now all have heard of the first votes
        room.say(seat, Vote(0, THREE), *everyone)
    assert {each.base for each in room.ballots.values()} == {1}
    assert room.ballots[ZERO].due(view(0, away=None, gone_on=True)) is None
    for seat in (1, 2):
        room.does(seat, Vote(2, THREE), 1, 2, here=view(seat, wanted=3))
    room.say(3, Vote(2, THREE), *everyone)
    for seat in everyone:
        assert room.ballots[Seat(seat)].due(view(seat, wanted=3, gone_on=seat == 0)) in (
            None,
            Next(2, Decide(1, None)),
        )


def test_seat_that_has_gone_on_votes_against_no_other_seat() -> None:
    """Not even for what an earlier ballot may have decided."""
    known = ballots(
        ([0, 1, 3], Vote(0, TWO)),
        ([0], Decide(0, TWO)),
        ([0], Next(0, Decide(0, TWO))),
        ([1, 2], Next(0, None)),
    )
    assert known.due(view(1)) == Vote(1, TWO)
    assert known.due(view(1, gone_on=True)) is None
    assert known.due(view(2, gone_on=True)) == Vote(1, TWO)
    assert ballots().due(view(1, wanted=3, gone_on=True)) is None


def test_own_vote_of_a_seat_helps_only_those_who_vote_so() -> None:
    """Here it counts: all others have voted so in an earlier ballot."""
    before = (([0, 1, 2], Vote(0, THREE)), ([0, 1, 2], Next(0, None)))
    known = ballots(*before, ([1, 2, 3], Vote(1, THREE)))
    assert known.due(view()) == Vote(1, None)
    otherwise = ballots(*before, ([1, 2, 3], Vote(1, THREE)), ([0], Vote(1, None)))
    assert otherwise.due(view()) == Next(1, None)
    alike = ballots(*before, ([0, 1, 3], Vote(1, THREE)))
    assert alike.due(view()) == Decide(1, THREE)


def test_vote_for_the_round_is_one_against_no_seat() -> None:
    known = ballots(([0], Vote(0, None)), ([1], Vote(0, THREE)))
    assert not known.has_voted(ZERO)
    assert known.has_voted(ONE)
    assert [known.has_voted(ONE, seat) for seat in (TWO, THREE)] == [False, True]
