"""QR codes: that a reader reads them, on dark and on light, and that they are small."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from p2p_hanabi.ui.drawing.qr import STYLE, drawn, half_blocks, modules
from p2p_hanabi.ui.drawing.style import as_ansi, as_text
from p2p_hanabi.ui.web.live_page import QrCode
from p2p_hanabi.ui.web.page_parts import qr_code
from tests.needs import need

FRAGMENT = "aB3_xY-z" * 6
HOME = f"http://192.168.178.123:54321/#{FRAGMENT}"
LONGEST = f"http://[2001:db8:1111:2222:3333:4444:5555:6666]:54321/#{FRAGMENT}"


def of_blocks(rows: list[str]) -> list[list[bool]]:
    """Which modules are dark, two rows of them for each row of text."""
    return [[block not in light for block in row] for row in rows for light in ("▀█", "▄█")]


def of_path(size: int, path: str) -> list[list[bool]]:
    found = [[False] * size for _ in range(size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for n in range(int(width)):
            found[int(y)][int(x) + n] = True
    return found


def read(dark: list[list[bool]], file: Path, *, scale: int = 4) -> str:
    """What a reader that is not ours makes of it."""
    rows = [[0 if each else 255 for each in row for _ in range(scale)] for row in dark]
    pixels = bytes(each for row in rows for _ in range(scale) for each in row)
    file.write_bytes(b"P5 %d %d 255\n" % (len(rows[0]), len(rows) * scale) + pixels)
    command = ("zbarimg", "--quiet", "--raw", str(file))
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("address", [HOME, LONGEST])
def test_reader_reads_the_qr_codes_of_terminal_and_page(address: str, tmp_path: Path) -> None:
    need("zbarimg")
    blocks = of_blocks([as_text(row) for row in half_blocks(address)])
    assert read(blocks, tmp_path / "blocks.pgm") == address
    assert read(of_path(*drawn(address)), tmp_path / "path.pgm") == address


def test_blocks_and_path_have_the_same_modules_and_a_quiet_zone() -> None:
    dark = modules(HOME)
    assert of_path(*drawn(HOME)) == dark
    blocks = of_blocks([as_text(row) for row in half_blocks(HOME)])
    assert blocks[: len(dark)] == dark
    assert not any(any(row) for row in blocks[len(dark) :])
    edges = [*dark[:2], *dark[-2:], *([row[n] for row in dark] for n in (0, 1, -2, -1))]
    assert not any(any(edge) for edge in edges)


def test_a_code_leaves_room_on_a_small_terminal() -> None:
    assert [len(half_blocks(address)) for address in (HOME, LONGEST)] == [19, 21]


def test_colours_are_light_on_dark_whatever_the_terminal_has() -> None:
    rows = half_blocks(HOME)
    assert {style for row in rows for style, _ in row} == {STYLE}
    assert all(as_ansi(row).startswith("\x1b[97;40m") for row in rows)


def test_a_page_gets_a_code_as_a_path() -> None:
    size, path = drawn(HOME)
    assert qr_code(HOME, "Scan it.") == QrCode("Scan it.", HOME, size, path)
