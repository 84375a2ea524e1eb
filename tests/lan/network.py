"""A small network of namespaces: each machine on its own cable to one switch, real multicast.

Everything is in namespaces of this process, in which any user is root: no packet leaves them, and
whatever a test breaks disappears with them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.needs import HOUSE, need

ROOT = Path(__file__).parents[2]

NETWORK = "10.77.0"
CABLE = "lan0"
ACCEPT_DAD = "/proc/sys/net/ipv6/conf/default/accept_dad"
"""Duplicate address detection, during which a new IPv6 address cannot be used for a second."""
LOSS = """table inet loss {{
  chain heard {{
    type filter hook input priority 0; policy accept;
    iif lo accept
    numgen random mod 100 < {percent} counter drop
  }}
}}
"""
GAP = """table inet apart {{
  chain heard {{
    type filter hook input priority 0; policy accept;
    ether saddr {cable} tcp flags rst accept
    ether saddr {cable} meta l4proto tcp counter reject with tcp reset
    ether saddr {cable} meta l4proto udp counter drop
  }}
}}
"""
HOLE = """table inet hole {{
  chain heard {{
    type filter hook input priority 0; policy accept;
    iif lo accept
    meta length > {longest} counter drop
  }}
}}
"""


def sh(*words: str, given: str | None = None) -> str:
    done = subprocess.run(
        words, check=True, capture_output=True, text=True, input=given, timeout=10
    )
    return done.stdout


@dataclass(frozen=True)
class House:
    """The namespaces of a network, with a switch and separate mounts, which last as long as the
    process that holds them."""

    process: int

    @property
    def door(self) -> tuple[str, ...]:
        """The prefix of a command that runs here."""
        entered = ("--user", "--preserve-credentials", "--mount", "--net", "--wd")
        return ("nsenter", f"--target={self.process}", *(entered if os.geteuid() else entered[2:]))

    def sh(self, *words: str) -> None:
        sh(*self.door, *words)

    def path(self, path: Path) -> Path:
        """Return where a path in the house is from outside."""
        return Path(f"/proc/{self.process}/root{path}")


@dataclass
class Machine:
    """One namespace and its end of the cable. `plug` is the other end, at the switch."""

    house: House
    namespace: str
    plug: str
    host: str

    @property
    def place(self) -> tuple[int, str]:
        """The place for a process of `tests/warm.py`."""
        return self.house.process, self.namespace

    def ip(self, *words: str) -> None:
        self.house.sh("ip", "-n", self.namespace, *words)

    def command(self, *words: str) -> list[str]:
        """Return the command that runs these words on this machine, with the same process id."""
        return [*self.house.door, "ip", "netns", "exec", self.namespace, *words]

    def cut(self) -> None:
        """Pull the cable out of the switch."""
        self.house.sh("ip", "link", "set", self.plug, "down")

    def heal(self) -> None:
        self.house.sh("ip", "link", "set", self.plug, "up")

    def lose(self, percent: int) -> None:
        """Lose this percentage of incoming packets from now on."""
        self.filter(LOSS.format(percent=percent))

    def hurry(self) -> None:
        """Let TCP retransmit after 20 ms: by default it waits ten times as long, which suits the
        internet rather than a home, and is too long for a test."""
        route = (f"{NETWORK}.0/24", "dev", CABLE, "src", self.host)
        self.ip("route", "change", *route, "rto_min", "20ms")

    def shut_out(self, other: Machine) -> None:
        """Block the other machine, whatever address it has, and break its links to here at once, as
        a man in the middle would."""
        cable = sh(*other.command("cat", f"/sys/class/net/{CABLE}/address"))
        self.filter(GAP.format(cable=cable.strip()))

    def let_all_in(self) -> None:
        sh(*self.command("nft", "delete", "table", "inet", "apart"))

    def dropped(self, table: str) -> int:
        """Return how many packets a filter of this machine has dropped."""
        listed = sh(*self.command("nft", "list", "table", "inet", table)).split()
        return int(listed[listed.index("packets") + 1])

    def move_to(self, host: str) -> None:
        """Replace the address, as after the end of a lease."""
        self.ip("addr", "del", f"{self.host}/24", "dev", CABLE)
        self.ip("addr", "add", f"{host}/24", "dev", CABLE)
        self.host = host

    def leave_ipv4(self) -> None:
        """Keep only the link-local IPv6 address."""
        self.ip("-4", "addr", "flush", "dev", CABLE)

    def isolate(self) -> None:
        """Isolate this machine from other isolated ones at the switch, as a guest Wi-Fi does."""
        of_the_switch = ("type", "bridge_slave", "isolated", "on")
        self.house.sh("ip", "link", "set", self.plug, *of_the_switch)

    def expose(self) -> None:
        """Let the switch send everything that is for this machine to all others too, as a hub does,
        or as the air does."""
        of_the_switch = ("type", "bridge_slave", "learning", "off", "fdb_flush")
        self.house.sh("ip", "link", "set", self.plug, *of_the_switch)

    def swallow_long(self, longest: int = 1280) -> None:
        """Silently drop incoming packets longer than this, by default the minimum MTU of IPv6; and
        send none that is longer than a cable carries."""
        self.ip("link", "set", CABLE, "gso_max_segs", "1")
        self.filter(HOLE.format(longest=longest))

    def filter(self, rules: str) -> None:
        """Apply these rules of nftables."""
        need("nft")
        sh(*self.command("nft", "-f", "-"), given=rules)


@contextmanager
def network(machines: int) -> Iterator[list[Machine]]:
    """Create machines at one switch."""
    with house() as at:
        at.sh("ip", "link", "add", "sw0", "type", "bridge", "mcast_snooping", "0")
        at.sh("ip", "link", "set", "sw0", "up")
        yield [_machine(at, number) for number in range(machines)]


@contextmanager
def house() -> Iterator[House]:
    """Create a house; all of it disappears with the context, or with this process."""
    hold = "mount -t tmpfs tmpfs /run && echo && exec cat"  # /run/netns has the names of namespaces
    command = [*HOUSE, "sh", "-c", hold]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"\n"
        yield House(holder.pid)


def _machine(at: House, number: int) -> Machine:
    plug = f"plug{number}"
    made = Machine(at, f"machine{number}", plug, f"{NETWORK}.{number + 1}")
    at.sh("ip", "netns", "add", made.namespace)
    sh(*made.command("tee", ACCEPT_DAD), given="0")
    cable = ("peer", "name", CABLE, "netns", made.namespace)
    at.sh("ip", "link", "add", plug, "type", "veth", *cable)
    at.sh("ip", "link", "set", plug, "master", "sw0", "up")
    made.ip("addr", "add", f"{made.host}/24", "dev", CABLE)
    made.ip("link", "set", CABLE, "up")
    made.ip("link", "set", "lo", "up")
    return made
