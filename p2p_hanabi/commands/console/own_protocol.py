"""Whether the package `protocol` is ours: docs/architecture.md, "The name `protocol`"."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

from p2p_hanabi.ui.words.i18n import _, choose, language_of

OURS = "p2phanabi"
CANNOT = 2


def refuse_another_protocol() -> None:
    """Raise `SystemExit` if Python finds another project's `protocol`: one that was installed over
    ours, or that comes first in the path, such as a file `protocol.py` in the current folder."""
    if _is_ours():
        return
    choose(language_of(os.environ))
    sentence = _(
        "Another project's package protocol is in the way of p2phanabi's: {path}. "
        "Install p2phanabi in an environment of its own, with pipx, uv tool or venv."
    )
    sys.stderr.write(f"{sentence.format(path=_place())}\n")
    raise SystemExit(CANNOT)


def _is_ours() -> bool:
    try:
        from protocol import PROJECT
    except ImportError:  # raised for the name, or by that project, which may lack what it needs
        return False
    return PROJECT == OURS


def _place() -> str:
    found = find_spec("protocol")
    if found is None:
        return "-"
    return found.origin or next(iter(found.submodule_search_locations or ()), "-")
