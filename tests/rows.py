"""What stands on a painted screen, as text."""

from __future__ import annotations

from p2p_hanabi.ui.drawing.canvas import Block
from p2p_hanabi.ui.drawing.style import as_text


def as_rows(block: Block) -> list[str]:
    return [as_text(line).rstrip() for line in block.lines]
