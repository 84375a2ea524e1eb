"""What is remembered of the last page: the port of this computer's pages, and the secret of the
device that had this player's."""

from __future__ import annotations

from p2p_hanabi.net.page.page_channel import PageSecret
from p2p_hanabi.paths import Home, StorageFailed, read, write

from ..console.failures import storage_failed
from ..console.output import tell_owner

PAGE_FILE = "page"
_SECRET_BYTES = 256
"""The maximum size of that file."""
_PORTS = range(1 << 16)


def kept_page(home: Home) -> tuple[int, bytes | None]:
    """Return the port and the device's secret of the last page; 0 and None if unknown."""
    port, device = 0, None
    try:
        typed, _space, secret = read(home.path / PAGE_FILE, _SECRET_BYTES).decode().partition(" ")
        port = int(typed)
        device = PageSecret.of(bytes.fromhex(secret)).content
    except (StorageFailed, ValueError):
        pass
    return port if port in _PORTS else 0, device


def keep_page(home: Home, port: int, device: bytes | None) -> None:
    try:
        write(home.path / PAGE_FILE, f"{port} {(device or b'').hex()}".encode())
    except StorageFailed as error:  # the page works, but cannot reconnect to the next run
        tell_owner(storage_failed(error))


def keep_port(home: Home, port: int) -> None:
    """Remember the port if it is another one. The device stays the same."""
    before, device = kept_page(home)
    if before != port:
        keep_page(home, port, device)
