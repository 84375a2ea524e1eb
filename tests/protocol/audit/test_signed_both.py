"""Which seats of a table of two have signed both of two files, and from which round they differ."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from protocol.audit.compare import Comparison, SignedBoth, compare
from protocol.encoding import Value
from protocol.errors import BadFile
from protocol.game import Seat
from protocol.identity.keys import seat_message
from protocol.ledger.history import History, Statement
from protocol.ledger.transcript import Ended, write_transcript
from tests.any_game import bare
from tests.attacks.forgeries import second_signature
from tests.protocol.ledger.test_evidence import stated
from tests.protocol.ledger.test_history import (
    GAME,
    MES,
    MOVE,
    ONE,
    SEATING,
    SIGNATURES,
    TABLE,
    ZERO,
    begun,
    complete,
    three_rounds,
)


def played(rounds: int, *, other_from: int = 99) -> History:
    """A history of so many rounds; from round `other_from` seat 1 says something else."""
    history = begun()
    while len(history.rounds) < rounds:
        done = complete(history, MOVE)
        if len(history.rounds) > other_from and ONE in done.statements:
            other = stated(history, ONE, ("other",), number=len(history.rounds) - 1)
            assert isinstance(done.statements, dict)
            done.statements[ONE] = other
    return history


def account(
    history: History, statements: Sequence[Statement] = (), out_of_band: Sequence[Statement] = ()
) -> bytes:
    stated_then, apart = (tuple(one.value for one in each) for each in (statements, out_of_band))
    return write_transcript(history, Ended(stated_then, apart, None))


def compared(first: bytes, second: bytes) -> Comparison:
    found = compare(first, second, begun().stage)
    assert compare(second, first, begun().stage) == found
    return found


def both(seat: Seat, number: int | None) -> tuple[SignedBoth, ...]:
    return (SignedBoth(seat, number),)


def test_a_file_and_its_beginning_have_nothing_signed_twice() -> None:
    whole, begin = write_transcript(played(4)), write_transcript(played(2))
    assert compared(whole, whole) == Comparison(4, parted=False, signed_both=())
    assert compared(whole, begin) == Comparison(2, parted=False, signed_both=())
    assert compared(whole, begin).fits


def test_first_round_that_a_seat_has_signed_twice_is_named() -> None:
    whole = write_transcript(played(4))
    for first, number in ((1, 1), (2, 2)):
        found = compared(whole, write_transcript(played(4, other_from=first)))
        assert found == Comparison(first, parted=True, signed_both=both(ONE, number))
        assert not found.fits


def test_all_seats_that_signed_both_are_named_in_their_order() -> None:
    history, other = three_rounds(), three_rounds()
    stops = [stated(history, seat, ("object", 0, ("a",), None)) for seat in (ZERO, ONE)]
    others = [stated(other, seat, ("object", 0, ("b",), None)) for seat in (ZERO, ONE)]
    found = compared(account(history, (), stops), account(other, (), others))
    named = (SignedBoth(ZERO, 2), SignedBoth(ONE, 2))
    assert found == Comparison(2, parted=False, signed_both=named)
    assert not found.fits


@pytest.mark.parametrize(
    ("one", "other", "is_pair"),
    [
        (("move",), ("other",), True),
        (("move",), ("move",), False),
        (("move",), ("object", 0, ("a",), None), False),
    ],
)
def test_statements_of_the_open_round_make_a_pair(one: Value, other: Value, is_pair: bool) -> None:
    history = three_rounds()
    files = []
    for body in (one, other):
        statement = stated(history, ONE, body)
        parts = ([], [statement]) if statement.is_objection else ([statement], [])
        files.append(account(history, *parts))
    found = compared(*files)
    assert found == Comparison(2, parted=False, signed_both=both(ONE, 2) if is_pair else ())


def test_statement_beside_an_objection_pairs_with_its_other() -> None:
    """Both are in the file, and either may be half of a pair."""
    history = three_rounds()
    objection, move = (
        stated(history, ONE, ("object", 0, ("a",), None)),
        stated(history, ONE, ("move",)),
    )
    first = account(history, [move], [objection])
    second = account(history, [], [stated(history, ONE, ("object", 0, ("b",), None))])
    assert compared(first, second).signed_both == both(ONE, 2)


@pytest.mark.parametrize("seat", [ZERO, ONE])
def test_a_seating_signed_twice_comes_before_every_round(seat: Seat) -> None:
    signatures = [*SIGNATURES]
    signatures[seat] = second_signature(MES[seat].identity, seat_message(TABLE, seat))
    history = History.of(bare(GAME), SEATING, signatures)
    complete(history, MOVE)
    found = compared(write_transcript(played(2)), write_transcript(history))
    named = tuple(SignedBoth(one, None if one == seat else 0) for one in (ZERO, ONE))
    assert found == Comparison(0, parted=True, signed_both=named)
    begun = write_transcript(History.of(bare(GAME), SEATING, signatures))
    assert compared(write_transcript(played(0)), begun).parted


def test_a_void_round_has_no_statements_that_could_pair() -> None:
    history, other = played(2), played(2)
    history.void(ONE, {})
    complete(other, MOVE)
    found = compared(write_transcript(history), write_transcript(other))
    assert found == Comparison(2, parted=True, signed_both=())
    assert not found.fits


def test_two_of_different_form_are_no_transcripts() -> None:
    with pytest.raises(BadFile):
        compare(b"", write_transcript(played(1)), begun().stage)
