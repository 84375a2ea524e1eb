"""The real program, killed by `kill -9` at a chosen instant between saving and sending.

    python -m tests.lan.mortal unsynced|saved|said COUNT ARGUMENTS...
    python -m tests.lan.mortal saying KIND ARGUMENTS...

At the COUNT-th time, the process dies: `unsynced` when a record is written but not yet synced,
`saved` when it is synced but not yet sent, `said` when it is sent to the first of the others;
`saying` when its first statement of this kind is sent to the first of the others.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from p2p_hanabi.__main__ import main
from p2p_hanabi.net.links.link import Link
from protocol.encoding import enc

from .hasty import hurry

_times = count(1)


def die_at(last: int) -> None:
    if next(_times) == last:
        os.kill(os.getpid(), signal.SIGKILL)


def mortal_fsync(instant: str, last: int) -> Callable[[int], None]:
    really_sync = os.fsync

    def fsync(descriptor: int) -> None:
        is_journal = Path(f"/proc/self/fd/{descriptor}").readlink().name == "journal"
        if is_journal and instant == "unsynced":
            die_at(last)
        really_sync(descriptor)
        if is_journal and instant == "saved":
            die_at(last)

    return fsync


def mortal_send(last: int) -> Callable[[Link, bytes], None]:
    really_send = Link.send

    def send(self: Link, message: bytes) -> None:
        really_send(self, message)
        die_at(last)

    return send


def mortal_statement(kind: str) -> Callable[[Link, bytes], None]:
    really_send = Link.send
    tag = enc(kind)

    def send(self: Link, message: bytes) -> None:
        really_send(self, message)
        if enc("statement") in message and tag in message:
            die_at(1)

    return send


if __name__ == "__main__":
    chosen, when = sys.argv[1:3]
    del sys.argv[1:3]
    match chosen:
        case "said":
            setattr(Link, "send", mortal_send(int(when)))  # noqa: B010 - mypy forbids assignments
        case "saying":
            setattr(Link, "send", mortal_statement(when))  # noqa: B010 - the same
        case _:
            setattr(os, "fsync", mortal_fsync(chosen, int(when)))  # noqa: B010 - the same
    hurry()
    main()
