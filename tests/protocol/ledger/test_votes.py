"""The words of a ballot: how they are read, and which two no honest seat says."""

from __future__ import annotations

import pytest

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.ledger.votes import Decide, Next, Vote, Word, is_clash, read_word
from protocol.reasons import Code, Ignored
from tests.raised import for_reason

SPEAKERS = (Seat(0), Seat(1), Seat(2))
TWO = Seat(2)


def stated(body: Value, head: bytes = b"") -> Statement:
    return Statement(enc(body), bytes(64), 7, Seat(1), head, body)


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (("vote", 0, 2), Vote(0, TWO)),
        (("vote", 63, None), Vote(63, None)),
        (("decide", 1, 2), Decide(1, TWO)),
        (("next", 5, None), Next(5, None)),
        (("next", 5, (5, 2)), Next(5, Decide(5, TWO))),
        (("next", 5, (0, None)), Next(5, Decide(0, None))),
    ],
    ids=str,
)
def test_word_is_read_as_it_is_written(body: Value, word: Word) -> None:
    assert read_word(stated(body), SPEAKERS) == word
    assert word.body() == body


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (("vote", 64, 2), Ignored.NO_BALLOT),
        (("decide", "0", 2), Ignored.NO_BALLOT),
        (("decide", True, 2), Ignored.NO_BALLOT),
        (("next", 64, None), Ignored.NO_BALLOT),
        (("next", 5, (64, 2)), Ignored.NO_BALLOT),
        (("vote", 0, 3), Ignored.NOT_AWAITED),
        (("decide", 0, True), Ignored.NOT_AWAITED),
        (("next", 5, (0, 3)), Ignored.NOT_AWAITED),
        (("next", 5, (6, 2)), Ignored.LATER_DECISION),
        (("next", 5, (0,)), Ignored.NO_WORD),
        (("vote", 0), Ignored.NO_WORD),
        (("vote", 0, 2, 2), Ignored.NO_WORD),
        (("stop", 0, 2), Ignored.NO_WORD),
        (None, Ignored.NO_WORD),
    ],
    ids=str,
)
def test_word_that_cannot_be_said_is_dropped(body: Value, fault: Code) -> None:
    with pytest.raises(Dropped, check=for_reason(fault)):
        read_word(stated(body), SPEAKERS)


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        (("vote", 0, 1), ("vote", 0, 2), True),
        (("decide", 3, 1), ("decide", 3, None), True),
        (("next", 0, None), ("next", 0, (0, 1)), True),
        (("vote", 0), ("vote", 0, 2, "more"), True),
        (("vote", 0, 1), ("vote", 0, 1), False),
        (("vote", 0, 1), ("vote", 1, 2), False),
        (("vote", 0, 1), ("decide", 0, 2), False),
        (("vote", 1, 1), ("vote", True, 2), False),
        (("stop", 0, 1), ("stop", 0, 2), False),
        (("object", 0, 1), ("object", 0, 2), False),
        (("vote",), ("vote",), False),
        (None, ("vote", 0, 1), False),
    ],
    ids=str,
)
def test_two_words_of_one_kind_and_ballot_clash(one: Value, other: Value, clashes: bool) -> None:
    assert is_clash(stated(one), stated(other)) is clashes
    assert is_clash(stated(other), stated(one)) is clashes


def test_words_under_two_heads_do_not_clash() -> None:
    """An honest seat that rolls back a round may vote again."""
    assert not is_clash(stated(("vote", 0, 1)), stated(("vote", 0, 2), b"other"))
