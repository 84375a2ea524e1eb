"""A stranger who has recorded what seats of a table announce, and announces the same.

    python -m tests.lan.impostor OWN-HOST TABLE WHO [WHO ...]    hexadecimal, as announced

Whoever dials meets a TLS server with a certificate of the stranger's own. Prints `{"ready": ...}`,
then a JSON line for each connection: the server name that it has sent, and whether the handshake
was completed. Exits when its stdin ends.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys

from p2p_hanabi.gathering import Notice, Phase
from p2p_hanabi.net.discovery.discovery import Announcer, multicast
from p2p_hanabi.net.links.addresses import open_listener, usable_interfaces
from p2p_hanabi.net.links.certificate import Pins, new_certificate


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def main(host: str, table: bytes, seats: list[bytes]) -> None:
    named: list[str | None] = []
    context = Pins(new_certificate()).context
    context.sni_callback = lambda _tls, name, _context: named.append(name)
    interfaces = usable_interfaces(host)
    (listener,) = open_listener([host], 0)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stated = len(named)
        is_let_in = True
        try:
            await writer.start_tls(context, ssl_handshake_timeout=5)
            is_let_in = bool(await reader.read(1))
        except (OSError, ssl.SSLError):
            is_let_in = False
        say(name=named[stated] if stated < len(named) else None, is_let_in=is_let_in)
        writer.transport.abort()

    server = await asyncio.start_server(meet, sock=listener)
    async with server, multicast(interfaces) as zeroconf:
        say(ready=[who.hex() for who in seats])
        for who in seats:
            port = listener.getsockname()[1]
            notice = Notice(table, "Impostor", "hanabi", "", 3, 3, Phase.PLAYING, who)
            announcer = Announcer(zeroconf, interfaces, port)
            announcer.start(notice)
            await announcer.announced()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    table, *seats = map(bytes.fromhex, sys.argv[2:])
    asyncio.run(main(sys.argv[1], table, seats))
