"""A badly behaved stranger on the network, who is not at the table.

    python -m tests.lan.stranger silent|cut|rubbish|huge|slow|mixed HOST PORT COUNT
    python -m tests.lan.stranger guesses HOST PORT COUNT
    python -m tests.lan.stranger services|malformed OWN-HOST 5353 COUNT

Prints one JSON object: what was done, and the results. Before that it prints `{"ready": ...}` when
all its connections are open, and it exits when its stdin ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import struct
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from zeroconf import ServiceInfo
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.const import _FLAGS_AA, _FLAGS_QR_RESPONSE

from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.links.certificate import joining_context
from p2p_hanabi.net.links.endpoint import find_endpoint
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.paths import Home, LocalPlayer
from protocol.errors import P2PError
from protocol.identity.pairing import VERSION
from tests.net.builders import identity

MULTICAST = ("224.0.0.251", 5353)
SERVICE = "_p2phanabi._tcp.local."
BURST, BURST_PAUSE_S = 20, 0.02
MANNERS = ("silent", "cut", "rubbish", "huge", "slow")


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


async def connect(kind: str, host: str, port: int) -> asyncio.StreamWriter:
    """Open one connection, send data of the given kind, and leave it open."""
    tls = joining_context() if kind in ("huge", "slow") else None
    _, writer = await asyncio.open_connection(host, port, ssl=tls)
    match kind:
        case "rubbish":
            writer.write(os.urandom(2000))
        case "huge":
            writer.write(struct.pack(">I", 0xFFFFFFFF) + bytes(100_000))
        case "slow":
            writer.write(b"\0")
        case "cut":
            writer.write(b"\x16\x03\x01\x02\x00\x01")  # the beginning of a handshake
    return writer


async def knock_often(kind: str, host: str, port: int, count: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    held = []
    kinds = MANNERS if kind == "mixed" else (kind,)
    for number in range(count):
        try:
            async with asyncio.timeout(5):
                held.append(await connect(kinds[number % len(kinds)], host, port))
            seen["connected"] += 1
        except (OSError, TimeoutError) as error:
            seen[type(error).__name__] += 1
    say(ready=kind)
    await asyncio.to_thread(sys.stdin.read)
    for writer in held:
        writer.transport.abort()
    return seen


async def guess(host: str, port: int, count: int) -> Counter[str]:
    """Try wrong codes, each with a new identity."""
    seen: Counter[str] = Counter()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            home, player = Home(Path(folder)), LocalPlayer("Eve", identity(f"Eve {number}"))
            lobby = JoinLobby(player, home, find_endpoint("127.0.0.1"), lambda _config: None)
            try:
                await lobby.knock([Address(host, port)], os.urandom(3))
                seen["LET IN"] += 1
            except P2PError as error:
                seen[type(error).__name__] += 1
            finally:
                await lobby.close()
    say(ready="guesses")
    return seen


def fake_services(count: int) -> list[bytes]:
    """Return unsolicited answers, each for a service that does not exist."""
    packets = []
    for number in range(count):
        info = ServiceInfo(
            SERVICE,
            f"Fake {number}.{SERVICE}",
            port=1 + number % 65535,
            server=f"fake-{number}.local.",
            parsed_addresses=[f"10.77.0.{100 + number % 150}"],
            properties={
                "v": str(VERSION),
                "id": os.urandom(16).hex(),
                "game": "hanabi",
                "options": "x" * 100,
                "taken": "1",
                "seats": "5",
                "phase": random.choice(["open", "playing"]),  # noqa: S311 - no secret
                "who": os.urandom(8).hex(),
            },
        )
        answer = DNSOutgoing(_FLAGS_QR_RESPONSE | _FLAGS_AA)
        for record in (info.dns_pointer(), info.dns_service(), info.dns_text()):
            answer.add_answer_at_time(record, 0)
        for address in info.dns_addresses():
            answer.add_answer_at_time(address, 0)
        packets += answer.packets()
    return packets


def malformed(count: int, seed: int = 1) -> list[bytes]:
    """Return valid packets with a few bytes changed or truncated, and random bytes."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    good = fake_services(50)
    packets = []
    for _ in range(count):
        packet = bytearray(dice.choice(good))
        for _change in range(dice.randrange(1, 8)):
            packet[dice.randrange(len(packet))] = dice.randrange(256)
        kind = dice.randrange(3)
        if kind == 0:
            packet = packet[: dice.randrange(len(packet))]
        elif kind == 1:
            packet = bytearray(dice.randbytes(dice.randrange(1, 1400)))
        packets.append(bytes(packet))
    return packets


def multicast(host: str, packets: list[bytes]) -> Counter[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        sender.bind((host, 5353))
        for number, packet in enumerate(packets):
            sender.sendto(packet, MULTICAST)
            if number % BURST == 0:  # else the system drops packets that are not read in time
                time.sleep(BURST_PAUSE_S)
    say(ready="sent")
    return Counter(sent=len(packets))


def main(kind: str, host: str, port: int, count: int) -> Counter[str]:
    match kind:
        case "services":
            return multicast(host, fake_services(count))
        case "malformed":
            return multicast(host, malformed(count))
        case "guesses":
            return asyncio.run(guess(host, port, count))
        case _:
            return asyncio.run(knock_often(kind, host, port, count))


if __name__ == "__main__":
    say(**main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
