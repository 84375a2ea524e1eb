"""The kept lines of a game: one file for each, in a folder beside the game's file.

If several programs keep a line under the same name at once, one succeeds. A damaged file costs one
line, and nothing that cannot be read is ever overwritten.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from p2p_hanabi.paths import (
    StorageFailed,
    create,
    create_value,
    is_there,
    read_value,
    reading,
    remove,
    write_value,
)
from p2p_hanabi.ui.replay.branching import LineRefused
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.errors import BadEncoding

from ..console.failures import storage_failed
from ..console.input_file import STREAM, called
from .variation import Variation, variation_of

FOLDER, ENDING = ".lines", ".line"
MAX_KEPT = 200


@dataclass(frozen=True, slots=True)
class VariationFiles:
    """The lines of the game in the file at `path`, whose content has the digest `game_digest`.
    `copied` is the content of a game that is in no file here yet: it is written with the first
    line."""

    path: Path
    game_digest: bytes
    copied: bytes | None = None

    @property
    def folder(self) -> Path:
        return self.path.with_name(self.path.name + FOLDER)

    def all(self) -> tuple[list[Variation], list[str]]:
        """Return all kept lines, by name, and a sentence about each that cannot be used. Raise
        `LineRefused` if the folder cannot be read."""
        kept, refused = [], []
        for path in self._paths():
            try:
                kept.append(self._read(path))
            except LineRefused as error:
                refused.append(str(error))
        return sorted(kept, key=lambda each: (each.name.casefold(), each.name)), refused

    def read(self, name: str) -> Variation:
        """Raise `LineRefused`, also if there is no line of this name."""
        path = self._path(name)
        with _refusing():
            if not is_there(path):
                raise LineRefused(_('No line of this game is called "{name}".').format(name=name))
        return self._read(path)

    def keep(self, kept: Variation, former: str = "") -> None:
        """Keep a line; `former` is the name of the one that it replaces, if any. Raise
        `LineRefused`; then nothing has changed."""
        path = self._path(kept.name)
        if former:
            self.read(former)  # what cannot be read is not replaced
        if kept.name == former:
            with _refusing():
                write_value(path, kept.value())
            return
        if len(self._paths()) >= MAX_KEPT and not former:
            raise LineRefused(
                ngettext(
                    "This game has {n} line already, which is the most: delete one first.",
                    "This game has {n} lines already, which is the most: delete one first.",
                    MAX_KEPT,
                ).format(n=MAX_KEPT)
            )
        with _refusing():
            if self.copied is not None:
                create(self.path, self.copied)
            if not create_value(path, kept.value()):
                raise LineRefused(
                    _('There is a line called "{name}" already: choose another name.').format(
                        name=kept.name
                    )
                )
            if former:
                remove(self._path(former))

    def rename(self, name: str, to: str) -> None:
        """Raise `LineRefused`; then nothing has changed."""
        self.keep(replace(self.read(name), name=to), name)

    def delete(self, name: str) -> None:
        """Raise `LineRefused`, also if there is no line of this name."""
        path = self._path(name)
        with _refusing():
            if not is_there(path):
                self.read(name)
            remove(path)

    def _paths(self) -> list[Path]:
        """Return the files of all lines; only the first ones if there are too many."""
        with _refusing():
            if not is_there(self.folder):
                return []
            with reading(self.folder):
                return sorted(self.folder.glob(f"*{ENDING}"))[:MAX_KEPT]

    def _path(self, name: str) -> Path:
        """Return the path for a name, whatever characters it has."""
        return self.folder / (hashlib.sha256(name.encode()).hexdigest()[:32] + ENDING)

    def _read(self, path: Path) -> Variation:
        with _refusing():
            try:
                found = variation_of(read_value(path))
            except BadEncoding:
                sentence = _("{path} is damaged: there is no line in it.")
                raise LineRefused(sentence.format(path=called(path))) from None
        if found.game_digest != self.game_digest or path != self._path(found.name):
            sentence = _("The line in {path} belongs to another game.")
            raise LineRefused(sentence.format(path=called(path)))
        return found


def lines_beside(path: Path, data: bytes) -> VariationFiles | None:
    """Return the lines of the game in a file with this content; None if it was piped in."""
    return None if path == STREAM else VariationFiles(path, hashlib.sha256(data).digest())


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except StorageFailed as error:
        raise LineRefused(storage_failed(error)) from None
