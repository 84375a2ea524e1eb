"""A bot's process exits with its host, or by itself."""

from __future__ import annotations

import signal
import subprocess
import sys

ENDS = "from p2p_hanabi.commands.local_seats.seat_processes import exit_on_eof; exit_on_eof()"
STAYS = f"{ENDS}; import time; time.sleep(60)"


def started(program: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_a_bot_that_has_played_to_the_end_exits_without_a_crash() -> None:
    with started(ENDS) as bot:
        assert bot.wait() == 0
        assert bot.stderr is not None
        assert bot.stderr.read() == b""


def test_a_bot_exits_when_its_standard_input_is_closed() -> None:
    with started(STAYS) as bot:
        assert bot.stdin is not None
        bot.stdin.close()
        assert bot.wait() == -signal.SIGTERM
