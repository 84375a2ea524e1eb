"""Friends elsewhere: every home is behind NAT, and only the host's router forwards one port. The
guests cannot reach each other at all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.lengths import mostly_long

from .conftest import Network, NewParty
from .network import CABLE, Machine, sh
from .players import is_one_good_game

PORT = "47000"
INSIDE = "192.168.1"
"""The same in every home, as in reality: its addresses mean nothing outside."""
HIDING = """table ip home {{
  chain out {{ type nat hook postrouting priority 100; oifname "{cable}" masquerade; }}
  chain in {{
    type nat hook prerouting priority -100;
    iifname "{cable}" tcp dport {port} dnat to {inside}.2
  }}
  chain forwarded {{
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "home0" accept
    ct status dnat accept
  }}
}}
"""
NOT_LET_IN = '    iifname "{cable}" tcp dport {port} dnat to {inside}.2\n'


def home_behind(router: Machine, *, lets_in: bool) -> Machine:
    """Create a machine at home, of which the world sees only the router's address."""
    house, name = router.house, f"home-{router.namespace}"
    house.sh("ip", "netns", "add", name)
    inner = ("peer", "name", CABLE, "netns", name)
    router.ip("link", "add", "home0", "type", "veth", *inner)
    router.ip("addr", "add", f"{INSIDE}.1/24", "dev", "home0")
    router.ip("link", "set", "home0", "up")
    sh(*router.command("tee", "/proc/sys/net/ipv4/ip_forward"), given="1")
    rules = HIDING if lets_in else HIDING.replace(NOT_LET_IN, "")
    router.filter(rules.format(cable=CABLE, port=PORT, inside=INSIDE))
    machine = Machine(house, name, "home0", f"{INSIDE}.2")
    machine.ip("addr", "add", f"{INSIDE}.2/24", "dev", CABLE)
    machine.ip("link", "set", CABLE, "up")
    machine.ip("link", "set", "lo", "up")
    machine.ip("route", "add", "default", "via", f"{INSIDE}.1")
    return machine


def homes(routers: Sequence[Machine]) -> list[Machine]:
    return [home_behind(router, lets_in=n == 0) for n, router in enumerate(routers)]


@pytest.mark.parametrize("seats", mostly_long([3, 5]))
def test_one_forwarded_port_serves_guests_that_nobody_reaches(
    lan: Network, gather: NewParty, seats: int
) -> None:
    routers = lan(seats)
    table = gather(homes(routers))
    opening = ["host", "--seats", str(seats), "--port", PORT, "--name", "Ana"]
    table.programs = [table.start(0, opening)]
    code = table.programs[0].wait_for("lobby")["code"]
    for seat in range(1, seats):
        joining = ["join", "--connect", f"{routers[0].host}:{PORT}", "--name", table.names[seat]]
        table.programs.append(table.start(seat, joining, code=code))
    table.programs[1].wait_for("turn")
    table.programs[1].kill()
    table.resume(1).wait_for("came back")
    assert is_one_good_game(table.end())
    logs = [(table.home(seat) / "log").read_text() for seat in range(1, seats)]
    assert sum("cannot reach" in log for log in logs) >= seats - 2  # all who dial another guest
