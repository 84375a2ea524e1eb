"""QR codes with which a phone takes over a seat of this machine."""

from __future__ import annotations

from collections.abc import Iterable

from p2p_hanabi.gathering import PhoneCode

from ...drawing.qr import half_blocks
from ...drawing.style import Line, text
from ...words.i18n import N_, _

TITLE = N_("Phones")
ABOUT = N_(
    "Scan a code with another phone to give it that seat; the phone that has it now loses it."
)
NOBODY = N_("No phone has a seat on this computer.")


def rows(codes: Iterable[PhoneCode]) -> list[Line]:
    """Return the codes for a terminal."""
    lines = [
        row
        for code in codes
        for row in ((), text(code.name, "strong"), *half_blocks(code.address), text(code.address))
    ]
    return [text(_(ABOUT)), *lines] if lines else [text(_(NOBODY))]
