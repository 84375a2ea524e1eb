"""The reasons for moves of this machine's bots, which each bot hides until its table is over.

A bot writes into its own folder of the table, and nothing of it leaves the machine. While the table
is being played, the file has a name that nothing reads, since the bot sees what its owner must not
see; at the end it is renamed. Nor is it read while the reader's own seat at that table is being
played.

Each line is JSON: the round and the move (docs/reliability.md, "Why bots did what they did"), with
a code and its facts, or with text from a user's own bot, which is only ever displayed.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from p2p_hanabi.faults import FileFault
from p2p_hanabi.paths import (
    CannotStore,
    Home,
    StorageFailed,
    TableFolder,
    append_to,
    is_there,
    read,
    reading,
    storing,
)
from p2p_hanabi.seam.decisions import Why
from p2p_hanabi.systems import replace
from p2p_hanabi.ui.words.i18n import _
from protocol.encoding import Integer, Value
from protocol.reasons import Code, reason_from

from ..console.failures import storage_failed
from ..console.output import tell_owner

MAX_TEXT = 300
MAX_WHYS_BYTES = 1 << 20
_VERSION = 1
_log = logging.getLogger(__name__)


class WhyFile:
    """The file of one seat at one table. The game continues even if it cannot be written."""

    def __init__(self, folder: TableFolder) -> None:
        self._folder = folder

    def keep(self, round_number: int, packed: Value, why: Why | None) -> None:
        """Append a reason to the hidden file. Called before the move is sent, so that no sent move
        lacks its reason."""
        if why is None:
            return
        facts = {"text": why[:MAX_TEXT]} if isinstance(why, str) else {"why": why.wire}
        line = json.dumps({"v": _VERSION, "round": round_number, "move": packed, **facts})
        try:
            _append(self._folder.whys_kept_back, f"\n{line}".encode())  # end a truncated line
        except StorageFailed as error:
            _log.warning("%s", error)

    def show(self) -> None:
        """Make the reasons readable, since the table is over."""
        kept, shown = self._folder.whys_kept_back, self._folder.whys
        try:
            if is_there(kept):
                with storing(shown):
                    replace(kept, shown)
        except StorageFailed as error:
            _log.warning("%s", error)


def whys_of(home: Home, table: bytes, codes: Mapping[str, Code]) -> dict[tuple[int, str], Why]:
    """Return the reasons of this machine's bots at this table, by round and move (`move_key`); none
    while this player's own seat there is unfinished. Files that cannot be read are skipped with a
    message."""
    homes = home.with_board
    try:
        if any(_is_playing(each, table) for each in homes):
            return {}
        players = [player for each in homes for player in (each, *_bots_of(each))]
        folders = [each.table_folder(table) for each in players]
    except StorageFailed as error:
        _leave_out(error)
        return {}
    return {key: why for folder in folders for key, why in _readable(folder, codes)}


def _is_playing(home: Home, table: bytes) -> bool:
    return is_there(home.table_folder(table).seat) and not any(home.transcripts_of(table))


def move_key(packed: Value) -> str:
    """Return a move in the form that can be compared with one in a file."""
    return json.dumps(packed)


def _bots_of(home: Home) -> list[Home]:
    folder = home.bots
    with reading(folder):
        return [Home(one) for one in sorted(folder.iterdir())] if folder.is_dir() else []


def _append(path: Path, line: bytes) -> None:
    """Append a line, unless the file would become too large to be read."""
    with append_to(path) as file, storing(path):
        if os.fstat(file.fileno()).st_size + len(line) > MAX_WHYS_BYTES:
            raise CannotStore(path, FileFault.LARGER.reason(most=MAX_WHYS_BYTES))
        file.write(line)


def _readable(
    folder: TableFolder, codes: Mapping[str, Code]
) -> Iterator[tuple[tuple[int, str], Why]]:
    try:
        yield from _read(folder, codes)
    except StorageFailed as error:
        _leave_out(error)


def _leave_out(error: StorageFailed) -> None:
    so = _("Why bots made their moves is left out.")
    tell_owner(f"{storage_failed(error)} {so}")


def _read(folder: TableFolder, codes: Mapping[str, Code]) -> Iterator[tuple[tuple[int, str], Why]]:
    """Yield the reasons in a file, skipping damaged lines and those of other versions."""
    if not is_there(folder.whys):
        return
    for line in read(folder.whys, MAX_WHYS_BYTES).splitlines():
        try:
            row = json.loads(line) if line else None
        except (ValueError, RecursionError):
            continue
        match row:
            case {"v": Integer(1), "round": Integer(number), "move": list(move), **facts}:
                if (why := _why(facts, codes)) is not None:
                    yield (number, move_key(tuple(move))), why


def _why(entry: Mapping[Any, Any], codes: Mapping[str, Code]) -> Why | None:
    match entry:
        case {"text": str(text)} if text.strip():
            return text[:MAX_TEXT]
        case {"why": list(values)}:
            return reason_from(tuple(values), codes)
    return None
