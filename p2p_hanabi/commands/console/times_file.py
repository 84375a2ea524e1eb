"""How long each player has thought in a game: kept beside its transcript, on the computer that has
measured it. Nothing of it is signed or sent, and nothing follows from it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from p2p_hanabi.faults import FileFault
from p2p_hanabi.paths import Damaged, StorageFailed, is_there, read_value, write_value
from p2p_hanabi.seam.game_statistics import MeasuredFact, Statistic, summed
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.reasons import Malformed

_log = logging.getLogger(__name__)
ENDING = ".times"
MAX_SECONDS = 10**9


def times_path(transcript: Path) -> Path:
    return transcript.with_name(transcript.name + ENDING)


def keep_times(transcript: Path, spent: Sequence[float] | None) -> None:
    """Keep the seconds of each seat, if they were measured. The game is over and saved: it matters
    little if they cannot be stored."""
    if spent is None:
        return
    try:
        write_value(times_path(transcript), ("p2ph times", 1, tuple(map(int, spent))))
    except StorageFailed as error:
        _log.warning("%s", error)


def kept_times(transcript: Path, seats: int) -> Statistic | None:
    """Return the seconds that each of so many seats has thought; None if nobody has measured them.
    Raise `CannotRead`, and `Damaged` if it has not these times."""
    path = times_path(transcript)
    if not is_there(path):
        return None
    try:
        return summed(MeasuredFact.THOUGHT, _seconds(read_value(path), seats))
    except BadEncoding:
        raise Damaged(path, FileFault.TIMES) from None


def _seconds(value: Value, seats: int) -> list[int]:
    match value:
        case ("p2ph times", Integer(1), tuple(rows)) if len(rows) == seats:
            return [_second(row) for row in rows]
    raise BadEncoding(Malformed.FORM)


def _second(row: Value) -> int:
    match row:
        case Integer(seconds) if seconds <= MAX_SECONDS:
            return seconds
    raise BadEncoding(Malformed.FORM)
