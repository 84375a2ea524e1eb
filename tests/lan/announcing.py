"""Announces a table and logs to standard error, until its input ends; a line makes it announce
again."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import replace

from p2p_hanabi.gathering import Notice
from p2p_hanabi.net.discovery.discovery import Announcer, multicast
from p2p_hanabi.net.links.addresses import usable_interfaces


async def announce() -> None:
    notice, interfaces = Notice(bytes(16), "Kitchen", "hanabi", "", 1, 2), usable_interfaces()
    async with multicast(interfaces) as zeroconf:
        announcer = Announcer(zeroconf, interfaces, 7000)
        announcer.start(notice)
        await announcer.announced()
        sys.stdout.write("announced\n")
        sys.stdout.flush()
        while await asyncio.to_thread(sys.stdin.readline):
            notice = replace(notice, seats_taken=notice.seats_taken + 1)
            await announcer.update(notice)
        await announcer.stop()


if __name__ == "__main__":
    logging.basicConfig()
    asyncio.run(announce())
