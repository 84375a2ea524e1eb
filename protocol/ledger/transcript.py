"""The file: the seating, then every complete round, then how the table ended if not by `close`.

All seats hold the same bytes: statements stand in seat order, and nothing else is written.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..encoding import MAX_ENDED_BYTES, H, Value, dec, dec_stream, enc
from ..errors import BadEncoding, BadFile
from ..identity.seating import Seating, seating_from
from ..reasons import BadTranscript, Malformed
from .evidence import Evidence
from .history import History, Round, Statement

MAGIC = "p2ph transcript"
VERSION = 1
MAX_FILE_BYTES = 64 * 1024 * 1024


class NotATranscript(BadFile):
    """The file does not even begin like one."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The writer's own account of a table that ended otherwise than by `close`.

    `out_of_band` are the objections, or the stops by which the table was ended.
    """

    statements: tuple[Value, ...]
    out_of_band: tuple[Value, ...]
    evidence: Value


@dataclass(frozen=True, slots=True)
class Contents:
    """A transcript as it was read: encoding and seating are checked, statements are not.

    Rounds are kept encoded: many nested values take far more room than the file they stand in.
    """

    seating: Seating
    signatures: tuple[bytes, ...]
    encoded: tuple[bytes, ...]
    ended: Ended | None

    def rounds(self) -> Iterator[tuple[Value, ...]]:
        return map(_entries_of, self.encoded)

    def last(self) -> tuple[Value, ...]:
        """Return what was said last: in the open round, or in the last complete one."""
        if self.ended is not None:
            return self.ended.statements
        return _entries_of(self.encoded[-1]) if self.encoded else ()


def _entries_of(encoded: bytes) -> tuple[Value, ...]:
    entries = dec(encoded, MAX_ENDED_BYTES)
    assert isinstance(entries, tuple)  # noqa: S101 - for the type checker: it was read so
    return entries


def write_header(seating: Seating, signatures: Sequence[bytes]) -> bytes:
    return enc((MAGIC, VERSION, seating.value(), tuple(signatures)))


def write_transcript(history: History, ended: Ended | None = None) -> bytes:
    """Write the file of a history as far as it goes."""
    parts = [write_header(history.stage.seating, history.signatures)]
    parts.extend(enc(_entries(done)) for done in history.rounds)
    if ended is not None:
        parts.append(enc(("ended", ended.statements, ended.out_of_band, ended.evidence)))
    return b"".join(parts)


def _entries(done: Round) -> Value:
    """Of a round that is void only without whom: who decided so signs it in the next round."""
    if done.gone is not None:
        return ("void", done.gone)
    return tuple(done.statements[seat].value for seat in sorted(done.statements))


def account(history: History, out_of_band: Iterable[Statement], evidence: Evidence | None) -> Ended:
    """Return what is written of the open round when a table ends by objections, or by consent."""
    return Ended(
        tuple(history.statements[seat].value for seat in sorted(history.statements)),
        tuple(said.value for said in sorted(out_of_band, key=lambda said: said.seat)),
        evidence.value() if evidence is not None else None,
    )


def digest(data: bytes) -> bytes:
    """Return what seats compare after the close."""
    return H("transcript", data)


def read_transcript(data: bytes) -> Contents:
    """Split the file into its parts. Raises `NotATranscript` or `BadFile` where it cannot be."""
    if len(data) > MAX_FILE_BYTES:
        raise NotATranscript(Malformed.TOO_LARGE.told(size=len(data), most=MAX_FILE_BYTES))
    values = dec_stream(data)
    seating, signatures, start = _read_header(values)
    rounds: list[bytes] = []
    ended: Ended | None = None
    try:
        for value, end in values:
            if ended is not None:
                raise BadFile(BadTranscript.AFTER_END, len(rounds))
            match value:
                case ("ended", tuple(statements), tuple(out_of_band), evidence):
                    ended = Ended(statements, out_of_band, evidence)
                case tuple():
                    rounds.append(data[start:end])
                case _:
                    raise BadFile(BadTranscript.ROUND_FORM, len(rounds))
            start = end
    except BadEncoding as error:
        raise BadFile(error.reason, len(rounds)) from None
    return Contents(seating, signatures, tuple(rounds), ended)


def _read_header(values: Iterator[tuple[Value, int]]) -> tuple[Seating, tuple[bytes, ...], int]:
    """The seating, its signatures, and where they end."""
    try:
        header, end = next(values)
    except (StopIteration, BadEncoding):
        raise NotATranscript(BadTranscript.NOT_A_TRANSCRIPT) from None
    match header:
        case ("p2ph transcript", 1, seating, tuple(signatures)) if header[1] is not True:
            pass
        case ("p2ph transcript", int(version), *_):
            raise NotATranscript(BadTranscript.OTHER_VERSION.told(version=version, known=VERSION))
        case _:
            raise NotATranscript(BadTranscript.NOT_A_TRANSCRIPT)
    try:
        read = seating_from(seating)
    except BadEncoding as error:
        raise BadFile(BadTranscript.SEATING.because(error.reason)) from None
    checked = tuple(s for s in signatures if isinstance(s, bytes) and len(s) == 64)
    if len(checked) != len(signatures) or len(checked) != len(read.places):
        raise BadFile(BadTranscript.SIGNATURES)
    return read, checked, end
