"""A small network of namespaces: each machine on its own cable to one switch, real multicast.

Everything is inside namespaces of this process's own: no packet leaves them, and whatever a test
has broken is gone with them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.needs import need

NETWORK = "10.77.0"
CABLE = "lan0"
ACCEPT_DAD = "/proc/sys/net/ipv6/conf/default/accept_dad"
"""Whether a new IPv6 address is asked for before it is used: for a second it could not be."""
LOSS = """table inet loss {{
  chain heard {{
    type filter hook input priority 0; policy accept;
    iif lo accept
    numgen random mod 100 < {percent} counter drop
  }}
}}
"""
DEAF = """table inet deaf {{
  chain heard {{
    type filter hook input priority 0; policy accept;
    ip saddr {host} counter drop
  }}
}}
"""
HOLE = """table inet hole {
  chain heard {
    type filter hook input priority 0; policy accept;
    iif lo accept
    meta length > 1280 counter drop
  }
}
"""

_numbers = count()


def sh(*words: str, given: str | None = None) -> str:
    done = subprocess.run(
        words, check=True, capture_output=True, text=True, input=given, timeout=10
    )
    return done.stdout


@dataclass
class Machine:
    """One namespace and its end of the cable. `plug` is the other end, at the switch."""

    namespace: str
    switch: str
    plug: str
    host: str

    def ip(self, *words: str) -> None:
        sh("ip", "-n", self.namespace, *words)

    def command(self, *words: str) -> list[str]:
        """The words as a command that runs on this machine; it keeps its process id."""
        return ["ip", "netns", "exec", self.namespace, *words]

    def cut(self) -> None:
        """Pull the cable out of the switch."""
        sh("ip", "-n", self.switch, "link", "set", self.plug, "down")

    def heal(self) -> None:
        sh("ip", "-n", self.switch, "link", "set", self.plug, "up")

    def lose(self, percent: int) -> None:
        """From now on so many of the packets that come are lost."""
        self.filter(LOSS.format(percent=percent))

    def hurry(self) -> None:
        """Let TCP say again after 20 ms what was lost here: it waits ten times as long, which is
        made for the world and not for a home, and which a test has no time for."""
        route = (f"{NETWORK}.0/24", "dev", CABLE, "src", self.host)
        self.ip("route", "change", *route, "rto_min", "20ms")

    def ignore(self, other: Machine) -> None:
        """From now on nothing that the other machine sends is heard here."""
        self.filter(DEAF.format(host=other.host))

    def dropped(self, table: str) -> int:
        """How many packets a filter of this machine has eaten."""
        listed = sh(*self.command("nft", "list", "table", "inet", table)).split()
        return int(listed[listed.index("packets") + 1])

    def move_to(self, host: str) -> None:
        """Another address, as when a lease has run out; the old one is gone."""
        self.ip("addr", "del", f"{self.host}/24", "dev", CABLE)
        self.ip("addr", "add", f"{host}/24", "dev", CABLE)
        self.host = host

    def leave_ipv4(self) -> None:
        """No address but that of IPv6 that the cable gives by itself."""
        self.ip("-4", "addr", "flush", "dev", CABLE)

    def swallow_long(self) -> None:
        """From now on packets longer than IPv6 promises to carry are lost here without a word, and
        what is sent is not put together to packets that no cable would carry."""
        self.ip("link", "set", CABLE, "gso_max_segs", "1")
        self.filter(HOLE)

    def filter(self, rules: str) -> None:
        """From now on what nftables then lets through."""
        need("nft")
        sh(*self.command("nft", "-f", "-"), given=rules)


@contextmanager
def network(machines: int) -> Iterator[list[Machine]]:
    """So many machines at one switch, taken away at the end."""
    _sweep()
    tag = f"p2ph-{os.getpid()}-{next(_numbers)}"
    switch = f"{tag}-sw"
    with ExitStack() as undo:
        _namespace(switch, undo)
        sh("ip", "-n", switch, "link", "add", "sw0", "type", "bridge", "mcast_snooping", "0")
        sh("ip", "-n", switch, "link", "set", "sw0", "up")
        made = [_machine(tag, switch, number, undo) for number in range(machines)]
        yield made


def _sweep() -> None:
    """Take away what a run that was killed has left: its namespaces carry its process id."""
    for line in sh("ip", "netns", "list").splitlines():
        match line.split()[0].split("-"):
            case ("p2ph", pid, *_) if not Path(f"/proc/{pid}").exists():
                subprocess.run(["ip", "netns", "del", line.split()[0]], check=False)


def _machine(tag: str, switch: str, number: int, undo: ExitStack) -> Machine:
    plug = f"plug{number}"
    made = Machine(f"{tag}-{number}", switch, plug, f"{NETWORK}.{number + 1}")
    _namespace(made.namespace, undo)
    sh(*made.command("tee", ACCEPT_DAD), given="0")
    sh(
        *("ip", "-n", switch, "link", "add", plug, "type", "veth"),
        *("peer", "name", CABLE, "netns", made.namespace),
    )
    sh("ip", "-n", switch, "link", "set", plug, "master", "sw0", "up")
    made.ip("addr", "add", f"{made.host}/24", "dev", CABLE)
    made.ip(
        "link",
        "set",
        CABLE,
        "up",
    )
    made.ip("link", "set", "lo", "up")
    return made


def _namespace(name: str, undo: ExitStack) -> None:
    sh("ip", "netns", "add", name)
    undo.callback(sh, "ip", "netns", "del", name)
