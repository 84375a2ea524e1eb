"""`p2phanabi doctor` on networks of its own: a good one, and what can be wrong with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from .conftest import Network, NewParty
from .network import CABLE, Machine

NO_MDNS = """table inet closed {
  chain heard { type filter hook input priority 0; policy accept; udp dport 5353 drop; }
}
"""
Report = dict[str, list[dict[str, Any]]]


class Doctor:
    """The real program, at work on a machine."""

    def __init__(self, machine: Machine, home: Path) -> None:
        self._process = subprocess.Popen(
            machine.command(sys.executable, "-m", "p2p_hanabi", "doctor", "--json"),
            env={**os.environ, "P2PHANABI_HOME": str(home)},
            stdout=subprocess.PIPE,
            text=True,
        )

    def says(self) -> tuple[int, Report]:
        """The exit code, and the checks by their keys."""
        found = json.loads(self._process.communicate(timeout=60)[0])
        code = self._process.returncode
        assert found["playable"] is (code == 0)
        by_key: Report = {}
        for check in found["checks"]:
            by_key.setdefault(check["check"], []).append(check)
        return code, by_key


def test_the_doctor_tells_a_good_network_from_three_that_are_not(
    lan: Network, tmp_path: Path
) -> None:
    good, routeless, closed, deaf = machines = lan(4)
    good.ip("route", "add", "224.0.0.0/4", "dev", CABLE)
    put_on_a_vpn(routeless)
    assert "224" not in "".join(routes(routeless))
    closed.filter(NO_MDNS)
    deaf.ip("link", "set", CABLE, "multicast", "off")
    doctors = [Doctor(machine, tmp_path / machine.host) for machine in machines]
    said = [doctor.says() for doctor in doctors]
    assert [code for code, _ in said] == [0, 0, 1, 1]

    for _, checks in said[:2]:  # tables choose their interfaces, and need no route for multicast
        assert grades(checks, "interfaces", "multicast", "listening", "folder") == {"good"}
    assert good.host in said[0][1]["interfaces"][0]["result"]
    assert said[0][1]["vpn"][0]["grade"] == "good"
    assert said[1][1]["vpn"][0]["result"] == "all traffic goes through wg0"
    firewalled = said[2][1]
    assert firewalled["multicast"][0]["grade"] == "bad"
    assert "5353" in firewalled["multicast"][0]["advice"]
    assert "nftables" in firewalled["firewall"][0]["result"]
    assert grades(firewalled, "interfaces", "listening") == {"good"}
    unconnected = said[3][1]
    assert unconnected["interfaces"][0]["grade"] == "bad"
    assert "multicast" not in unconnected


def test_the_doctor_hears_another_machine(lan: Network, gather: NewParty, tmp_path: Path) -> None:
    one, two = lan(2)
    opened = gather([two])
    opened.start(0, ["host", "--seats", "2", "--name", "Ana"]).hear("lobby")
    code, checks = Doctor(one, tmp_path / "doctor").says()
    assert code == 0
    assert checks["others"][0]["result"] == "1 other machine answers to multicast"


def put_on_a_vpn(machine: Machine) -> None:
    """All that is for elsewhere goes into a tunnel, or what looks like one."""
    machine.ip("link", "add", "wg0", "type", "veth", "peer", "name", "far0")
    machine.ip("addr", "add", "10.99.0.1/24", "dev", "wg0")
    machine.ip("link", "set", "wg0", "up")
    machine.ip("link", "set", "far0", "up")
    machine.ip("route", "add", "default", "dev", "wg0")


def grades(checks: Report, *keys: str) -> set[str]:
    return {check["grade"] for key in keys for check in checks[key]}


def routes(machine: Machine) -> list[str]:
    done = subprocess.run(
        machine.command("ip", "route"), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()
