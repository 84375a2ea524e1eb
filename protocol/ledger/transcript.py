"""The file: the seating, then every complete round, then how the table ended if not by `close`.

All seats write the same bytes: statements are in seat order, and nothing else is written.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..encoding import MAX_ENDED_BYTES, H, Integer, Value, dec, dec_stream, enc
from ..errors import BadEncoding, BadFile
from ..identity.seating import Seating, seating_from
from ..reasons import BadTranscript, Malformed
from .evidence import Evidence
from .history import History, Round, Statement

MAGIC = "p2ph transcript"
VERSION = 1
MAX_FILE_BYTES = 64 * 1024 * 1024


class NotATranscript(BadFile):
    """The file is too large, or has no transcript header of this version."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The writer's own account of a table that did not end by `close`.

    `out_of_band` has the objections, or the stops that ended the table.
    """

    statements: tuple[Value, ...]
    out_of_band: tuple[Value, ...]
    evidence: Value


@dataclass(frozen=True, slots=True)
class Contents:
    """A parsed transcript: its encoding and seating are checked, its statements are not.

    Rounds stay encoded, because decoded values take far more memory than their bytes.
    """

    seating: Seating
    signatures: tuple[bytes, ...]
    encoded: tuple[bytes, ...]
    ended: Ended | None

    def rounds(self) -> Iterator[tuple[Value, ...]]:
        """Return an iterator over the entries of each complete round, decoded on the way."""
        return map(_entries_of, self.encoded)

    def last(self) -> tuple[Value, ...]:
        """Return the last statements: those of the open round, or of the last complete one."""
        # §7: a closing round that is not complete shows secrets too.
        if self.ended is not None:
            return self.ended.statements
        return _entries_of(self.encoded[-1]) if self.encoded else ()


def _entries_of(encoded: bytes) -> tuple[Value, ...]:
    entries = dec(encoded, MAX_ENDED_BYTES)
    assert isinstance(entries, tuple)  # noqa: S101 - for the type checker: checked when it was read
    return entries


def write_header(seating: Seating, signatures: Sequence[bytes]) -> bytes:
    """Return the first value of a file: the seating, and its signatures in seat order."""
    return enc((MAGIC, VERSION, seating.value(), tuple(signatures)))


def write_transcript(history: History, ended: Ended | None = None) -> bytes:
    """Write the file of a history as far as it goes."""
    parts = [write_header(history.stage.seating, history.signatures)]
    parts.extend(enc(_entries(done)) for done in history.rounds)
    if ended is not None:
        parts.append(enc(("ended", ended.statements, ended.out_of_band, ended.evidence)))
    return b"".join(parts)


def _entries(done: Round) -> Value:
    """Return the statements of a round; of a void one only the seat that is gone, because the seats
    that decided so sign it in the next round."""
    if done.gone is not None:
        # §14: not every seat holds the same decisions, and all must write the same bytes.
        return ("void", done.gone)
    return tuple(done.statements[seat].value for seat in sorted(done.statements))


def account(history: History, out_of_band: Iterable[Statement], evidence: Evidence | None) -> Ended:
    """Return the account of the open round, for a table that ended by objections or by consent."""
    return Ended(
        # §7: in seat order, as in a round: one set of statements has one form.
        tuple(history.statements[seat].value for seat in sorted(history.statements)),
        tuple(one.value for one in sorted(out_of_band, key=lambda one: one.seat)),
        # §7: only what was found after this seat had objected; its objection has its own evidence.
        evidence.value() if evidence is not None else None,
    )


def digest(data: bytes) -> bytes:
    """Return the digest of a file that the seats compare after the close."""
    return H("transcript", data)


def read_transcript(data: bytes) -> Contents:
    """Parse a file into its parts. Raises `NotATranscript` or `BadFile`."""
    # §2: before anything is parsed.
    if len(data) > MAX_FILE_BYTES:
        raise NotATranscript(Malformed.TOO_LARGE.reason(size=len(data), most=MAX_FILE_BYTES))
    values = dec_stream(data)
    seating, signatures, start = _read_header(values)
    rounds: list[bytes] = []
    ended: Ended | None = None
    try:
        for value, end in values:
            if ended is not None:
                # §7: nothing follows the account of the end, or one end would have many files.
                raise BadFile(BadTranscript.AFTER_END, len(rounds))
            match value:
                # §7: only this form is an account; whatever else is an array stands for a round.
                case ("ended", tuple(statements), tuple(out_of_band), evidence):
                    ended = Ended(statements, out_of_band, evidence)
                case tuple():
                    rounds.append(data[start:end])
                case _:
                    raise BadFile(BadTranscript.ROUND_FORM, len(rounds))
            start = end
    except BadEncoding as error:
        # §7: the rounds before the damage are named, since they were readable.
        raise BadFile(error.reason, len(rounds)) from None
    return Contents(seating, signatures, tuple(rounds), ended)


def _read_header(values: Iterator[tuple[Value, int]]) -> tuple[Seating, tuple[bytes, ...], int]:
    """Return the seating, its signatures, and the offset at which the header ends."""
    try:
        header, end = next(values)
    except (StopIteration, BadEncoding):
        raise NotATranscript(BadTranscript.NOT_A_TRANSCRIPT) from None
    match header:
        case ("p2ph transcript", Integer(1), seating, tuple(signatures)):
            pass
        # §7: a file of another version is whole, so it must not be called damaged.
        case ("p2ph transcript", Integer(version), *_):
            raise NotATranscript(BadTranscript.OTHER_VERSION.reason(version=version, known=VERSION))
        case _:
            raise NotATranscript(BadTranscript.NOT_A_TRANSCRIPT)
    # §7: from here on it is a transcript, so a fault is damage and not another kind of file.
    try:
        read = seating_from(seating)
    except BadEncoding as error:
        raise BadFile(BadTranscript.SEATING.because(error.reason)) from None
    # §3: a table exists only with the signatures of all seats.
    checked = tuple(s for s in signatures if isinstance(s, bytes) and len(s) == 64)
    if len(checked) != len(signatures) or len(checked) != len(read.places):
        raise BadFile(BadTranscript.SIGNATURES)
    return read, checked, end
