"""`p2phanabi doctor` on separate networks: a good one, and broken ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.warm import Warm

from .conftest import Network, NewParty
from .network import CABLE, Machine
from .players import stranger

GUARD_S = 300.0
NO_MDNS = """table inet closed {
  chain heard { type filter hook input priority 0; policy accept; udp dport 5353 drop; }
}
"""
NO_TCP = """table inet closed {
  chain heard { type filter hook input priority 0; policy accept; meta l4proto tcp drop; }
}
"""
WALLS = """table inet walls {
  chain heard {
    type filter hook input priority 0; policy accept;
    ip daddr 10.77.0.70 drop
    ip daddr 198.51.100.0/24 drop
    tcp dport 7000 drop
    tcp dport 7001 reject with icmpx type admin-prohibited
  }
}
"""
Report = dict[str, list[dict[str, Any]]]


class Doctor:
    """The real program, running on a machine."""

    def __init__(self, machine: Machine, home: Path, *arguments: str) -> None:
        self._process = Warm(
            ["p2p_hanabi", "doctor", "--json", *arguments],
            {**os.environ, "P2PHANABI_HOME": str(home)},
            types=False,
            stderr=2,
            place=machine.place,
        )

    def reports(self) -> tuple[int, dict[str, Any]]:
        """Return the exit code and the whole report."""
        with self._process:
            code = self._process.wait(GUARD_S)
            found: dict[str, Any] = json.loads(self._process.stdout.read())
        assert found["playable"] is (code == 0)
        return code, found

    def results(self) -> tuple[int, Report]:
        """Return the exit code, and the checks by their keys."""
        code, found = self.reports()
        by_key: Report = {}
        for check in found["checks"]:
            by_key.setdefault(check["check"], []).append(check)
        return code, by_key

    def finds(self) -> str:
        """Return the verdict on the requested address."""
        code, found = self.reports()
        verdict: str = found["connect"]
        assert (code == 0) == (verdict in ("table", "busy")), found
        assert bool(found["checks"][0]["advice"]) == (verdict != "table")
        return verdict


def test_doctor_separates_a_good_network_from_three_bad_ones(lan: Network, tmp_path: Path) -> None:
    good, routeless, closed, deaf = machines = lan(4)
    good.ip("route", "add", "224.0.0.0/4", "dev", CABLE)
    put_on_a_vpn(routeless)
    assert "224" not in "".join(routes(routeless))
    closed.filter(NO_MDNS)
    deaf.ip("link", "set", CABLE, "multicast", "off")
    doctors = [Doctor(machine, tmp_path / machine.host) for machine in machines]
    reports = [doctor.results() for doctor in doctors]
    assert [code for code, _ in reports] == [0, 0, 1, 1]

    for _, checks in reports[:2]:  # tables choose their interfaces, and need no multicast route
        assert grades(checks, "interfaces", "multicast", "table", "folder") == {"good"}
    assert good.host in reports[0][1]["interfaces"][0]["result"]
    assert reports[0][1]["vpn"][0]["grade"] == "good"
    assert reports[1][1]["vpn"][0]["result"] == "all traffic goes through wg0"
    firewalled = reports[2][1]
    assert firewalled["multicast"][0]["grade"] == "bad"
    assert "5353" in firewalled["multicast"][0]["advice"]
    assert "nftables" in firewalled["firewall"][0]["result"]
    assert grades(firewalled, "interfaces", "table") == {"good"}
    unconnected = reports[3][1]
    assert unconnected["interfaces"][0]["grade"] == "bad"
    assert "multicast" not in unconnected


def test_doctor_finds_another_machine(lan: Network, gather: NewParty, tmp_path: Path) -> None:
    one, two = lan(2)
    opened = gather([two])
    opened.start(0, ["host", "--seats", "2", "--name", "Ana"]).wait_for("lobby")
    code, checks = Doctor(one, tmp_path / "doctor").results()
    assert code == 0
    assert checks["others"][0]["result"] == "1 other computer answers multicast"


def test_doctor_joins_its_own_table_by_link_local_addresses_too(
    lan: Network, tmp_path: Path
) -> None:
    bare, closed = lan(2)
    bare.leave_ipv4()
    closed.filter(NO_TCP)
    doctors = [Doctor(machine, tmp_path / machine.host) for machine in (bare, closed)]
    (good, on_link), (bad, by_wall) = [doctor.results() for doctor in doctors]
    assert (good, bad) == (0, 1)
    assert grades(on_link, "multicast", "table") == {"good"}
    assert "[fe80::" in on_link["table"][0]["result"]
    assert grades(by_wall, "multicast") == {"good"}
    assert grades(by_wall, "table") == {"bad"}
    assert "--port" in by_wall["table"][0]["advice"]


def test_doctor_reports_what_answers_and_what_blocks_an_address(
    lan: Network, gather: NewParty, tmp_path: Path
) -> None:
    host, guest, walled = lan(3)
    walled.ip("addr", "add", "10.77.0.70/24", "dev", CABLE)
    walled.filter(WALLS)
    guest.ip("route", "add", "198.51.100.0/24", "via", walled.host)
    asked = {
        f"{host.host}:7000": "table",
        f"{host.host}:7001": "other version",
        f"{host.host}:7002": "no table",
        f"{host.host}:7003": "silent",
        f"{host.host}:7004": "refused",
        f"{walled.host}:7000": "dropped",
        f"{walled.host}:7001": "rejected",
        "10.77.0.70:7000": "mute",
        "10.77.0.99:7000": "absent",
        "192.0.2.1:7000": "no way",
        "198.51.100.1:7000": "elsewhere",
    }
    at_the_host = gather([host, host])
    opening = ["host", "--seats", "2", "--port"]
    with stranger(host, "7002", "7003", module="tests.lan.squatter"):
        at_the_host.start(0, [*opening, "7000"]).wait_for("lobby")
        at_the_host.start(1, [*opening, "7001"], module=("tests.lan.newer",)).wait_for("lobby")
        words = (sys.executable, "-m", "tests.lan.asked", *asked)
        sentences = subprocess.run(
            guest.command(*words), check=True, capture_output=True, text=True, timeout=GUARD_S
        )
        assert json.loads(sentences.stdout) == list(asked.values())
        for where, verdict in list(asked.items())[:2]:
            assert Doctor(guest, tmp_path / "guest", "--connect", where).finds() == verdict


def test_doctor_detects_client_isolation(lan: Network, tmp_path: Path) -> None:
    machines = lan(2)
    for machine in machines:
        machine.isolate()
    where = f"{machines[0].host}:7000"
    assert Doctor(machines[1], tmp_path / "guest", "--connect", where).finds() == "alone"


def test_the_doctor_notices_a_path_that_loses_what_is_long(
    lan: Network, gather: NewParty, tmp_path: Path
) -> None:
    host, guest = machines = lan(2)
    for machine in machines:
        machine.swallow_long(1000)
    gather([host]).start(0, ["host", "--seats", "2", "--port", "7000"]).wait_for("lobby")
    assert Doctor(guest, tmp_path / "g", "--connect", f"{host.host}:7000").finds() == "loses long"


def put_on_a_vpn(machine: Machine) -> None:
    """Route all external traffic into a tunnel, or what looks like one."""
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
