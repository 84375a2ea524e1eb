"""`p2phanabi licences`: the licences of everything in a packed program, and the source code
shipped with it (`release`)."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.program import LICENCES
from p2p_hanabi.ui.words.i18n import _

from .console.failures import Failed
from .console.output_file import Out


def licences() -> str:
    """Return all licences. Raise `Failed` if this program is not packed."""
    return (_folder() / "LICENCES.txt").read_text("utf-8")


def write_source(out: Out) -> None:
    """Write the source distribution of zeroconf. Raise `Failed`."""
    (source,) = _folder().glob("zeroconf-*.tar.gz")
    out.write(source.read_bytes())


def _folder() -> Path:
    if not LICENCES.is_dir():
        raise Failed(
            _(
                "This program contains nothing else, and is under the MIT licence. What it uses "
                "is installed beside it, each with its own licence."
            )
        )
    return LICENCES
