"""A machine that records all packets on its cable until its stdin ends, each after its length.

python -m tests.lan.wiretap FILE
"""

from __future__ import annotations

import select
import socket
import struct
import sys
from pathlib import Path

from .network import CABLE

ALL_PROTOCOLS = 3
LONGEST = 1 << 17
BUFFER = 1 << 25


def main(target: Path) -> None:
    packets = []
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS)) as cable:
        cable.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)  # the most that is allowed
        cable.bind((CABLE, 0))
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        is_over = False
        while True:
            readable, _, _ = select.select([cable, sys.stdin], [], [], 0 if is_over else None)
            if cable in readable:
                packets.append(cable.recv(LONGEST))
            elif readable:
                is_over = True
            if is_over and not select.select([cable], [], [], 0)[0]:
                break
    target.write_bytes(b"".join(struct.pack(">I", len(each)) + each for each in packets))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
