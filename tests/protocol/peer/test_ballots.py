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


def said(seat: int, body: Value, head: bytes = b"") -> Statement:
    return Statement(repr(body).encode(), bytes(64), 7, Seat(seat), head, body)


def ballots(*words: tuple[Sequence[int], Word]) -> Ballots:
    """The ballots of four seats that have said these words."""
    made = Ballots(4)
    for seats, word in words:
        for seat in seats:
            made.hear(said(seat, word.body()), word)
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
    assert [one.seat for one in won.deciding(0, THREE)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("heard", "here"),
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
def test_a_ballot_that_cannot_succeed_is_left(heard: Ballots, here: Prospect) -> None:
    assert heard.due(here) == Next(0, None)


def test_nobody_follows_a_single_seat_out_of_a_ballot_without_votes() -> None:
    assert ballots(([3], Next(0, None))).due(view(away=None)) is None


def test_what_may_be_decided_is_voted_for_again_even_by_the_seat_concerned() -> None:
    heard = ballots(
        ([0, 1, 3], Vote(0, TWO)), ([0], Decide(0, TWO)), ([0], Next(0, Decide(0, TWO)))
    )
    for seat in (1, 2):
        heard.hear(said(seat, Next(0, None).body()), Next(0, None))
    assert [heard.due(view(me)) for me in (0, 1, 2)] == [Vote(1, TWO)] * 3
    for seat in (0, 1, 2):
        heard.hear(said(seat, Vote(1, TWO).body()), Vote(1, TWO))
    assert heard.due(view()) == Decide(1, TWO)
    assert heard.due(view(me=1, gone_on=True)) is None
    assert heard.due(view(me=2, gone_on=True)) == Decide(1, TWO)


def test_all_connected_seats_are_waited_for_while_something_may_be_decided() -> None:
    heard = ballots(([0, 1, 3], Vote(0, TWO)), ([0, 1, 2], Next(0, None)))
    assert heard.due(view(away=None)) is None
    assert heard.due(view()) == Vote(1, None)
    nothing = ballots(([0], Vote(0, TWO)), ([0, 1, 2], Next(0, None)))
    assert nothing.due(view(away=None)) == Vote(1, None)


def test_a_vote_to_go_on_without_oneself_counts_only_after_those_of_all_others() -> None:
    heard = ballots(([1, 2, 3], Vote(0, TWO)))
    assert heard.due(view(me=1, away=0)) == Next(0, None)
    late = ballots(([0, 1, 3], Vote(0, TWO)), ([0, 1, 2], Next(0, None)), ([0, 1, 2], Vote(1, TWO)))
    assert late.due(view()) == Decide(1, TWO)


def test_a_claimed_decision_without_a_quorum_does_not_count() -> None:
    false = Next(0, Decide(0, ZERO))
    heard = ballots(([0, 1], Next(0, None)), ([2], false))
    assert heard.due(view()) is None
    heard.hear(said(3, Next(0, None).body()), Next(0, None))
    assert heard.due(view()) == Vote(1, None)


def test_a_round_that_wins_starts_again_and_says_so() -> None:
    heard = ballots(([0], Vote(0, THREE)), ([0, 1, 2], Next(0, None)), ([0, 1, 2], Vote(1, None)))
    assert heard.has_voted(ZERO, THREE)
    assert heard.wanted_by() == {THREE: (ZERO,)}
    for seat in (0, 1, 2):
        heard.hear(said(seat, Decide(1, None).body()), Decide(1, None))
    assert (heard.base, heard.has_voted(ZERO), heard.wanted_by()) == (1, False, {})
    assert heard.due(view(wanted=3)) == Vote(2, THREE)
    heard.hear(said(1, Vote(2, ZERO).body()), Vote(2, ZERO))
    assert heard.due(view()) == Next(2, Decide(1, None))
    heard.stands = True
    assert (heard.has_voted(ZERO), heard.wanted_by(), heard.due(view())) == (False, {}, None)


def test_one_seat_alone_opens_no_ballot_of_the_last_half_and_nobody_the_last() -> None:
    left = [([0, 1, 2, 3], Next(ballot, None)) for ballot in range(MAX_ALONE)]
    won = [([0, 1, 2, 3], Decide(MAX_ALONE - 1, None))]
    heard = ballots(*left, *won, ([3], Vote(MAX_ALONE, ONE)), ([3], Next(MAX_ALONE, None)))
    assert heard.due(view(away=None)) is None
    assert heard.due(view(me=1, away=None)) is None
    heard.hear(said(2, Vote(MAX_ALONE, ONE).body()), Vote(MAX_ALONE, ONE))
    assert heard.due(view(away=None)) == Next(MAX_ALONE, Decide(MAX_ALONE - 1, None))
    near = ballots(([0, 1, 2, 3], Decide(MAX_BALLOTS - 3, None)))
    assert near.due(view(wanted=3)) is None
    last = ballots(([0, 1, 2, 3], Decide(MAX_BALLOTS - 1, None)))
    assert last.due(view(wanted=3)) is None


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
    one, other = said(1, first), said(1, second)
    assert is_clash(one, other) == clashes
    assert not is_clash(one, replace(other, head=b"another"))
    assert not is_clash(one, one)
