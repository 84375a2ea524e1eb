"""A command's output file, checked before the work begins and again when it is written."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from p2p_hanabi.faults import FileFault, SystemFault
from p2p_hanabi.paths import CannotStore, behind_links, is_own_file, status, storing, write
from p2p_hanabi.ui.words.i18n import _

from .failures import Failed, storage_errors_as_failed
from .input_file import STREAM


@dataclass(frozen=True, slots=True)
class StandardOut:
    """`--out -`. `takes_text`: the content is text, which a terminal may show."""

    takes_text: bool = True
    path: Path = STREAM

    def check(self, source: Path | None = None) -> None:
        """Raise `Failed` if binary content would go to a terminal."""
        if not self.takes_text and sys.stdout.isatty():
            raise Failed(_("The transcript is not text; use --out FILE, or a pipe."))

    def write(self, content: bytes, source: Path | None = None) -> None:
        self.check(source)
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@dataclass(frozen=True, slots=True)
class Out:
    """The file of `--out`. `replaces`: an existing file is overwritten (`--force`)."""

    path: Path
    replaces: bool = False

    def check(self, source: Path | None = None) -> None:
        """Raise `Failed` if the file cannot be written now. The input file `source` is never
        overwritten, not even by another name."""
        with storage_errors_as_failed():
            self._check(source)

    def write(self, content: bytes, source: Path | None = None) -> None:
        """Write the file. Raise `Failed` if `check` does, or on a disk error."""
        with storage_errors_as_failed():
            self._check(source)
            write(self.path, content, is_private=False)

    def _check(self, source: Path | None) -> None:
        with storing(self.path):
            there = status(self.path)
            if there is not None:
                self._check_former(there.st_mode, source)
            if there is None or S_ISREG(there.st_mode):
                if is_own_file(self.path):
                    raise CannotStore(self.path, FileFault.OWN_FILE)
                self._check_folder()

    def _check_former(self, mode: int, source: Path | None) -> None:
        if source is not None and source.exists() and self.path.samefile(source):
            raise CannotStore(self.path, FileFault.SOURCE)
        if S_ISDIR(mode):
            raise CannotStore(self.path, SystemFault.IS_FOLDER)
        if S_ISREG(mode) and not self.replaces:
            raise CannotStore(self.path, FileFault.EXISTS)

    def _check_folder(self) -> None:
        """Check that a file can be created there, with a temporary one."""
        folder = behind_links(self.path).parent
        if not folder.exists():
            raise CannotStore(self.path, FileFault.FOLDER_MISSING)
        with tempfile.TemporaryFile(dir=folder):
            pass
