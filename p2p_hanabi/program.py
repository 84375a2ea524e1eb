"""How this program is started again, for a bot, a telephone's seat or an auditor: by its Python,
or by itself where it is packed with a Python of its own."""

from __future__ import annotations

import sys
from pathlib import Path

IS_PACKED = bool(getattr(sys, "frozen", False))
"""PyInstaller says so; `packages/` packs it."""
LICENCES = Path(__file__).parents[1] / "licences"
"""There where it is packed: those of what is packed with it."""


def started_again(*arguments: str) -> list[str]:
    """Return the command that is `p2phanabi ARGUMENTS`."""
    itself = [sys.executable] if IS_PACKED else [sys.executable, "-m", "p2p_hanabi"]
    return [*itself, *arguments]
