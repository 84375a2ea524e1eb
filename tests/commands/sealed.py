"""The real program, which can load nothing more once a file says so.

    python -m tests.commands.sealed FOLDER ARGUMENTS...

As soon as `FOLDER/seal` exists, nothing that is installed can be imported or read any more, as on
a machine without free descriptors, or after the program was removed. What was wanted all the same
is in `FOLDER/refused`, one name a line; what was loaded by the end is in `FOLDER/modules`.
"""

from __future__ import annotations

import atexit
import errno
import os
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALLED = tuple(
    f"{os.path.realpath(folder)}{os.sep}"
    for folder in (ROOT, sys.prefix, sys.base_prefix, os.path.dirname(os.__file__))
)


class Seal(MetaPathFinder):
    """Refuses what is wanted once the seal is there. An audit hook stays until the exit."""

    def __init__(self, folder: Path) -> None:
        self._seal = os.fspath(folder / "seal")
        modules = folder / "modules"
        self._refused = os.open(folder / "refused", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        atexit.register(lambda: modules.write_text("\n".join(sys.modules), encoding="utf-8"))
        sys.meta_path.insert(0, self)
        sys.addaudithook(self._opens)

    def find_spec(self, fullname: str, *_others: object) -> None:
        self._refuse(fullname)

    def _opens(self, event: str, arguments: tuple[object, ...]) -> None:
        if event not in ("open", "os.listdir", "os.scandir", "subprocess.Popen"):
            return
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike):
            name = os.path.realpath(os.fsdecode(path))
            if name.startswith(INSTALLED):
                self._refuse(name)

    def _refuse(self, name: str) -> None:
        if os.path.exists(self._seal):
            os.write(self._refused, f"{name}\n".encode())
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), name)


if __name__ == "__main__":
    Seal(Path(sys.argv.pop(1)))
    from p2p_hanabi.__main__ import main

    main()
