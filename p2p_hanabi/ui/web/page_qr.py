"""An address that a page shows to a telephone."""

from __future__ import annotations

from ..kit import qr
from .live_page import QrCode


def qr_code(words: str, address: str) -> QrCode:
    size, path = qr.drawn(address)
    return QrCode(words, address, size, path)
