"""Compare two transcripts of one table.

One file alone cannot show that a seat has signed different statements for different seats; two can.
Source: docs/protocol.md, sections 4 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..encoding import Value
from ..game import Seat
from ..ledger.evidence import SignedTwice, Two, named_by
from ..ledger.history import History, Statement, read_statement
from ..ledger.transcript import Contents, read_transcript
from ..rounds.state import Stage
from .early_end import is_void


@dataclass(frozen=True, slots=True)
class SignedBoth:
    """A seat that has signed two conflicting versions: of round `round_number` or, if that is None,
    of the seating."""

    seat: Seat
    round_number: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`rounds` counts the complete rounds, from the first, that both files share; if `parted`, the
    files differ after these."""

    rounds: int
    parted: bool
    signed_both: tuple[SignedBoth, ...]

    @property
    def fits(self) -> bool:
        """Whether the shorter file's rounds are the first of the longer, and no seat signed two
        versions."""
        return not self.parted and not self.signed_both


def compare(first: bytes, second: bytes, stage: Stage) -> Comparison:
    """Compare two transcripts of one table, each of which has passed its audit. `stage` is any
    stage of that table, such as `Report.last`: its game and its seating are needed.

    Raises `BadFile` or `Dropped` for a file that has not passed its audit.
    """
    one, other = read_transcript(first), read_transcript(second)
    alike = _alike(one, other)
    parted = one.signatures != other.signatures or alike < min(len(one.encoded), len(other.encoded))
    return Comparison(alike, parted, tuple(_signed_both(one, other, stage)))


def _alike(one: Contents, other: Contents) -> int:
    # §4: the signatures of the seating are in the first head: files with others share no round.
    pairs = zip(one.encoded, other.encoded, strict=False)
    shorter = min(len(one.encoded), len(other.encoded))
    return next((i for i, (here, there) in enumerate(pairs) if here != there), shorter)


def _signed_both(one: Contents, other: Contents, stage: Stage) -> Iterator[SignedBoth]:
    """Yield each seat whose statements in the two files make a pair, in seat order, with its first
    such round."""
    here, there = _statements_of(one), _statements_of(other)
    # §4: pairs are judged without any history: one stage, for the seating, is enough.
    history = History(stage, one.signatures)
    for seat in stage.seating.seats:
        twice = SignedTwice(seat, one.signatures[seat], other.signatures[seat])
        # §4: a seating signed twice comes before all rounds, so their pairs add nothing.
        if named_by(twice, history) is not None:
            yield SignedBoth(seat, None)
            continue
        for number in sorted(number for who, number in here.keys() & there.keys() if who == seat):
            pairs = (
                Two(mine, yours) for mine in here[seat, number] for yours in there[seat, number]
            )
            # §4: the lowest round: later ones of this seat may follow from it.
            if any(named_by(pair, history) is not None for pair in pairs):
                yield SignedBoth(seat, number)
                break


def _statements_of(contents: Contents) -> dict[tuple[Seat, int], list[Statement]]:
    """Return all statements in a file, by seat and round."""
    statements: dict[tuple[Seat, int], list[Statement]] = {}
    for entry in _entries(contents):
        statement = read_statement(entry, contents.seating)
        statements.setdefault((statement.seat, statement.round_number), []).append(statement)
    return statements


def _entries(contents: Contents) -> Iterator[Value]:
    for entries in contents.rounds():
        # §14: a void round holds no statements.
        yield from () if is_void(entries) else entries
    if contents.ended is not None:
        yield from contents.ended.statements
        # §4: two objections of one round make a pair too.
        yield from contents.ended.out_of_band
