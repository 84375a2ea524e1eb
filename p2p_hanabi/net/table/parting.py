"""Which seats may lack the end of a table that has ended here, such as those that were away."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.paths import (
    MAX_SMALL_FILE_BYTES,
    StorageFailed,
    TableFolder,
    is_there,
    read,
    remove,
    write,
)
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding
from protocol.game import Seat


def store_parting(folder: TableFolder, seats: Sequence[Seat]) -> None:
    """Store the seats that may lack the end. Raise `CannotStore`."""
    if seats:
        write(folder.parting, enc(seats))
    else:
        # No file says that all have the end: nobody is looked for.
        remove(folder.parting)


def read_parting(folder: TableFolder, others: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats among `others` that may lack the end; none if the table has not ended here,
    or all are known to have it. If the file is damaged, that may be any of them."""
    try:
        if not is_there(folder.parting):
            return ()
        value: Value = dec(read(folder.parting, MAX_SMALL_FILE_BYTES))
    except (StorageFailed, BadEncoding):
        # Who is looked for in vain costs little; who is left out never gets the end.
        return tuple(others)
    found = tuple(seat for seat in others if isinstance(value, tuple) and seat in value)
    # Without a readable list nobody may be left out: an end that a seat has already is dropped
    # there.
    return found or tuple(others)
