"""The log keeps what is of use, whoever would fill it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi.commands.console import logs
from p2p_hanabi.paths import Home

RUBBISH = "dropped a message of seat %d: %s"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[logging.Logger]:
    """A logger whose lines go to the file, which is closed afterwards."""
    root = logging.getLogger()
    level, before = root.level, list(root.handlers)
    logs.log_to_file(Home(tmp_path))
    yield logging.getLogger("p2p_hanabi.net.table.session")
    root.setLevel(level)
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()


def lines(folder: Path) -> list[str]:
    return (folder / "log").read_text("utf-8").splitlines()


def test_a_seat_that_talks_rubbish_pushes_nothing_out_of_the_log(
    log: logging.Logger, tmp_path: Path
) -> None:
    log.info("%s is away", "Ana")
    for number in range(20_000):
        log.info(RUBBISH, 1, f"rubbish {number}")
        log.info(RUBBISH, 2, "no message between seats")
    log.info("%s is here", "Ana")
    written = lines(tmp_path)
    assert len(written) == 2 + 2 * 38  # to 10, then 20, 30, ... 100, 200, ... 20,000
    assert written[0].endswith("Ana is away")
    assert written[-1].endswith("Ana is here")
    assert written[-2].endswith("no message between seats (20,000 such lines by now)")
    assert sum("seat 1: rubbish" in line for line in written) == 38


def test_of_kinds_without_end_the_log_keeps_so_many(log: logging.Logger, tmp_path: Path) -> None:
    for number in range(5_000):
        log.warning("from %s", number)
    assert len(lines(tmp_path)) < logs.MAX_KINDS + 50


def test_messages_marked_as_paced_are_always_logged(log: logging.Logger, tmp_path: Path) -> None:
    for _ in range(50):
        log.info("waits for %s", "Ana", extra={"paced": True})
    assert len(lines(tmp_path)) == 50


def test_log_lines_are_bounded_except_for_own_faults(log: logging.Logger, tmp_path: Path) -> None:
    log.info("said: %s", "x" * 10_000)
    try:
        {"x": ""}.pop("y" * 3_000)
    except KeyError:
        logs.note_crash()
    written = lines(tmp_path)
    assert len(written[0]) == logs.MAX_LINE + len("...")
    assert any("y" * 3_000 in line for line in written)
