"""One player's notes on cards, stored in the table's folder."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from p2p_hanabi.faults import FileFault
from p2p_hanabi.net.tasks import Saving
from p2p_hanabi.paths import (
    Damaged,
    StorageFailed,
    is_there,
    read_value,
    set_aside,
    write_value,
)
from p2p_hanabi.ui.drawing.style import as_text, clean, text
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Integer
from protocol.errors import BadEncoding
from protocol.game import Card
from protocol.reasons import Malformed

from ..console.failures import storage_failed

_log = logging.getLogger(__name__)
MAX_NOTE = 200
MAX_NOTES = 64
"""More than there are cards that can be in a hand, so that every note fits into the file."""


class Notes:
    """The notes of one seat at one table. The game continues even if they cannot be stored.

    `trouble` is a message about notes that could not be read; None if they could.
    """

    def __init__(self, path: Path) -> None:
        self.trouble: str | None = None
        self._path = path
        self._notes: Mapping[Card, str] = {}
        self._saving: Saving[Mapping[Card, str]] = Saving(self._store)
        try:
            self._notes = _read(path)
        except Damaged:
            self._set_aside()
        except StorageFailed as error:
            self.trouble = storage_failed(error)

    def _set_aside(self) -> None:
        try:
            self.trouble = _(
                "{path} was damaged and is now called {kept}; your notes at this table start again "
                "from scratch."
            ).format(path=self._path, kept=set_aside(self._path))
        except StorageFailed as error:
            self.trouble = storage_failed(error)

    def all(self) -> Mapping[Card, str]:
        return self._notes

    def write(self, card: Card, words: str) -> None:
        """Store a note as a screen shows it, up to `MAX_NOTE` characters. Empty words delete it.

        Screens offer notes only on cards in a hand. Of a screen that asks for more than `MAX_NOTES`
        nothing is stored: a file that is too large could not be read again.
        """
        words = _shown(words)[:MAX_NOTE]
        kept = {other: note for other, note in self._notes.items() if other != card}
        if words and len(kept) == MAX_NOTES:
            _log.warning("no more than %d notes are stored", MAX_NOTES)
            return
        self._notes = {**kept, card: words} if words else kept
        self._saving.save(self._notes)

    async def stored(self) -> None:
        """Wait until everything is stored."""
        await self._saving.finished()

    def _store(self, notes: Mapping[Card, str]) -> None:
        try:
            rows = [(card, note) for card, note in sorted(notes.items())]
            write_value(self._path, ("p2ph notes", 1, rows))
        except StorageFailed as error:
            _log.warning("%s", error)


def _read(path: Path) -> dict[Card, str]:
    if not is_there(path):
        return {}
    try:
        match read_value(path):
            case ("p2ph notes", Integer(1), tuple(rows)):
                return dict(_note_from(row) for row in rows)
    except BadEncoding:
        pass
    raise Damaged(path, FileFault.NOTES)


def _note_from(row: object) -> tuple[Card, str]:
    match row:
        case (Integer(card), str(words)) if len(words) <= MAX_NOTE:
            return Card(card), _shown(words)
    raise BadEncoding(Malformed.FORM)


def _shown(words: str) -> str:
    return as_text(clean(text(words)))
