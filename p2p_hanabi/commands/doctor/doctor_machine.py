"""`p2phanabi doctor`: test whether this machine can play, and advise what to do if not."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from importlib.metadata import distribution, packages_distributions, version
from importlib.resources import files
from types import MappingProxyType

import click

from p2p_hanabi import __version__
from p2p_hanabi.faults import LinkFault
from p2p_hanabi.net.checks import checkup
from p2p_hanabi.net.checks.self_test import Trial, try_table
from p2p_hanabi.net.links.addresses import (
    Interface,
    NoInterface,
    hosts_for_browsers,
    usable_interfaces,
)
from p2p_hanabi.paths import StorageFailed, find_home, make_folder, storing
from p2p_hanabi.registry import GAMES
from p2p_hanabi.systems import (
    ASKS_FOR_LOCAL_NETWORK,
    firewalls,
    full_sync,
    is_open_to_others,
    public_networks,
    share_port,
)
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.kit.scenes import SMALLEST
from p2p_hanabi.ui.words.i18n import N_, _, ngettext, pgettext
from p2p_hanabi.ui.words.sentences_reasons import why
from p2p_hanabi.ui.words.words_joined import listing
from protocol import vectors
from protocol.crypto.group import G, Q, mul, point_from
from protocol.errors import BadProof
from protocol.reasons import Reason

from ..console.failures import NOT_GOOD
from ..console.output import echo
from ..console.reason_text import because
from ..settings.table_config import check_config, config

NOT_PLAYABLE = N_("This computer cannot play on the network yet; see BAD below.")
JOIN_A_NETWORK = N_("Connect a cable or Wi-Fi.")
_TYPED_WITHOUT = N_(
    "Without a network you can play with bots: `p2phanabi host --bots 1 --interface 127.0.0.1`."
)
ONLY_IPV6 = N_("IPv6 only; computers with only IPv4 cannot reach this one")
OPEN_5353 = N_("Open UDP port 5353 in this computer's firewall, in both directions.")
_TYPED_OTHERWISE = N_(
    "Otherwise join with `p2phanabi join --connect HOST:PORT`, using the address on the host's "
    "screen."
)
ALLOW_LOCAL_NETWORK = N_(
    "macOS: allow this program to use the local network (System Settings, Privacy & Security, "
    "Local Network)."
)
_TYPED_ALLOW = N_("Your terminal is listed there; Apple's own Terminal needs no permission.")
MAKE_PRIVATE = N_(
    "If others cannot join: open Settings, Network & internet, the properties of this network, "
    "and choose Private network."
)
NO_OTHERS = N_("none answers multicast; perhaps there are none")
ISOLATION = N_(
    "If you cannot find an open table: guest Wi-Fi networks often isolate their "
    "computers. Use the main Wi-Fi, a cable, or a phone's hotspot, and look for "
    '"client isolation" in the router.'
)
ALLOW_TCP = N_("Let this program through the firewall (TCP).")
_TYPED_SAME_PORT = N_("`p2phanabi host --port 47000` always uses the same port.")
LET_THROUGH = N_("If others cannot join: open UDP port 5353 and the table's TCP port.")
LEAVE_THE_VPN = N_(
    "If nobody finds this computer, switch the VPN off, or exclude the local network from it."
)
RESPONDER_SHARES = N_("one (such as avahi) shares the port, which is fine")
RESPONDER_KEEPS = N_("one program keeps port 5353 to itself")
STOP_RESPONDER = N_("Stop the other program that uses UDP port 5353.")
_TYPED_CONNECT = N_("Or join with --connect HOST:PORT.")
SET_UTF8 = N_("Set LANG to a UTF-8 locale, such as C.UTF-8, for names with accents.")
GIVE_FOLDER = N_("Free some space there.")
_TYPED_FOLDER = N_("Or set P2PHANABI_HOME to another folder.")
SET_CLOCK = N_("Set the clock; games do not depend on it, but the dates of past games do.")
GROUP_GOOD = N_("libsodium works as the protocol needs")
GROUP_BAD = N_("libsodium does not work as the protocol needs")
NO_HOST = N_("this computer has no address that a browser could open")
_TYPED_TRY_A_PHONE = N_("Try it with one: `p2phanabi doctor --phone`.")
ENVIRONMENT = N_("Install p2phanabi in an environment of its own, with pipx, uv tool or venv.")
UPDATE_SODIUM = N_("Install PyNaCl 1.6.2 or newer from a wheel.")

MIN_FREE_MIB = 20
EARLIEST = 2025
"""A clock set before this year is wrong."""
PACKAGES = (
    "PyNaCl",
    "cryptography",
    "zeroconf",
    "websockets",
    "prompt_toolkit",
    "msgpack",
    "spake2",
    "ifaddr",
    "segno",
)


class Grade(Enum):
    GOOD = "good"
    NOTE = "note"  # no obstacle, but the first thing to check in case of trouble
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class NetworkCheck:
    """The result of one check. `advice` is empty if there is nothing to do; `typed`: what more can
    be done in a shell."""

    key: str
    grade: Grade
    what: str
    result: str
    advice: str = ""
    typed: str = ""

    @property
    def whole_advice(self) -> str:
        return f"{self.advice} {self.typed}".strip()


def run(interface: str | None, *, as_json: bool) -> int:
    """Print all results, and return an exit code that tells whether this machine can play."""
    checks = [*asyncio.run(network_checks(interface)), *machine_checks()]
    return report(checks, verdict_on(checks), as_json=as_json)


def verdict_on(checks: Sequence[NetworkCheck]) -> str:
    """Return whether this machine can play, in a sentence."""
    return _("This computer can play.") if all_is_well(checks) else _(NOT_PLAYABLE)


def all_is_well(checks: Iterable[NetworkCheck]) -> bool:
    return all(check.grade is not Grade.BAD for check in checks)


def report(
    checks: Sequence[NetworkCheck],
    verdict: str,
    more: Mapping[str, str] = MappingProxyType({}),
    *,
    as_json: bool,
) -> int:
    """Print the `verdict` and the checks, or one JSON object that includes `more`. Return the exit
    code."""
    is_well = all_is_well(checks)
    if as_json:
        facts = [_facts(check) for check in checks]
        click.echo(json.dumps({"playable": is_well, **more, "checks": facts}))
    else:
        echo(verdict)
        echo("\n".join(line for check in checks for line in lines(check)))
    return 0 if is_well else NOT_GOOD


def _facts(check: NetworkCheck) -> dict[str, str]:
    return {
        "check": check.key,
        "grade": check.grade.value,
        "what": check.what,
        "result": check.result,
        "advice": check.whole_advice,
    }


def lines(check: NetworkCheck) -> Iterator[str]:
    """Yield the result and, if any, the advice."""
    return _lines(check, check.whole_advice)


def lines_on_page(checks: Iterable[NetworkCheck]) -> Iterator[str]:
    """Yield the same for somebody without a terminal."""
    for check in checks:
        if check.key != "terminal":
            yield from _lines(check, check.advice)


def _lines(check: NetworkCheck, advice: str) -> Iterator[str]:
    grades = {Grade.GOOD: _("ok"), Grade.NOTE: pgettext("grade", "note"), Grade.BAD: _("BAD")}
    yield _("{grade}  {what}: {result}").format(
        grade=grades[check.grade].ljust(4), what=check.what, result=check.result
    )
    if advice:
        yield f"      -> {advice}"


# The network.


async def network_checks(asked: str | None) -> list[NetworkCheck]:
    try:
        interfaces = usable_interfaces(asked)
    except NoInterface as error:
        result = _("none is connected to a network; found {names}").format(
            names=listing(error.there_are)
        )
        return [
            NetworkCheck(
                "interfaces",
                Grade.BAD,
                _("network interfaces"),
                result,
                _(JOIN_A_NETWORK),
                typed=_(_TYPED_WITHOUT),
            ),
            *around(()),
        ]
    by_name = _by_name(interfaces)
    table = config(next(iter(GAMES)), (), 2, "doctor")
    trials, others = await asyncio.gather(
        asyncio.gather(*(try_table(those, table, check_config) for those in by_name.values())),
        asyncio.gather(*(checkup.others_on(those[0]) for those in by_name.values())),
    )
    tried = dict(zip(by_name, trials, strict=True))
    return [
        _interfaces(by_name),
        _families(interfaces),
        *_multicast(tried),
        *map(_others, by_name, others),
        *_tables(tried),
        _phones(interfaces),
        *around(interfaces),
    ]


def _by_name(interfaces: Iterable[Interface]) -> dict[str, list[Interface]]:
    """Group the addresses by interface, IPv4 first, in the order that tables use."""
    found: dict[str, list[Interface]] = {}
    for interface in interfaces:
        found.setdefault(interface.name, []).append(interface)
    return found


def _interfaces(by_name: Mapping[str, Sequence[Interface]]) -> NetworkCheck:
    sentences = [
        _("{name} ({addresses})").format(
            name=name, addresses=", ".join(one.address for one in those)
        )
        for name, those in by_name.items()
    ]
    return NetworkCheck("interfaces", Grade.GOOD, _("network interfaces"), ", ".join(sentences))


def _families(interfaces: Iterable[Interface]) -> NetworkCheck:
    kinds = {one.is_ipv4 for one in interfaces}
    if kinds == {False}:
        return NetworkCheck("families", Grade.NOTE, _("IPv4 and IPv6"), _(ONLY_IPV6))
    result = _("IPv4 only, which is enough") if kinds == {True} else _("both")
    return NetworkCheck("families", Grade.GOOD, _("IPv4 and IPv6"), result)


def _multicast(tried: Mapping[str, Trial]) -> Iterator[NetworkCheck]:
    """Yield a check for each interface. If one works, failures of the others are only notes."""
    works = any(trial.unheard is None for trial in tried.values())
    failed = Grade.NOTE if works else Grade.BAD
    for name, trial in tried.items():
        what = _("finding tables on {name}").format(name=name)
        if trial.unheard is None:
            yield NetworkCheck("multicast", Grade.GOOD, what, _("announcements arrive"))
        else:
            advice, typed = OPEN_5353, _TYPED_OTHERWISE
            if ASKS_FOR_LOCAL_NETWORK:
                advice, typed = ALLOW_LOCAL_NETWORK, _TYPED_ALLOW
            why = _unanswered(trial.unheard)
            yield NetworkCheck("multicast", failed, what, why, _(advice), _(typed))


def _others(name: str, others: set[str]) -> NetworkCheck:
    what = _("other computers on {name}").format(name=name)
    if others:
        answer = ngettext(
            "{n} other computer answers multicast",
            "{n} other computers answer multicast",
            len(others),
        ).format(n=len(others))
        return NetworkCheck("others", Grade.GOOD, what, answer)
    if checkup.is_wireless(name):
        return NetworkCheck("others", Grade.NOTE, what, _(NO_OTHERS), _(ISOLATION))
    return NetworkCheck("others", Grade.GOOD, what, _(NO_OTHERS))


def _tables(tried: Mapping[str, Trial]) -> Iterator[NetworkCheck]:
    works = any(trial.failed is None for trial in tried.values())
    failed = Grade.NOTE if works else Grade.BAD
    for name, trial in tried.items():
        what, at = (
            _("a test table on {name}").format(name=name),
            ", ".join(map(str, trial.addresses)),
        )
        if trial.failed is None:
            yield NetworkCheck(
                "table",
                Grade.GOOD,
                what,
                _("opened, joined and started at {where}").format(where=at),
            )
        else:
            why = _not_seated(at, trial.failed)
            yield NetworkCheck("table", failed, what, why, _(ALLOW_TCP), _(_TYPED_SAME_PORT))


def _phones(interfaces: Sequence[Interface]) -> NetworkCheck:
    """Check that there is an address for phones; only a phone can test whether it is reachable."""
    hosts = hosts_for_browsers(interfaces, checkup.default_interface())
    if not hosts:
        return NetworkCheck("phones", Grade.NOTE, _("phones"), _(NO_HOST))
    result = _("they would open a page at {where}").format(where=hosts[0])
    return NetworkCheck("phones", Grade.GOOD, _("phones"), result, typed=_(_TYPED_TRY_A_PHONE))


def around(interfaces: Iterable[Interface]) -> Iterator[NetworkCheck]:
    """Check for firewalls, VPNs and multicast DNS programs that may be in the way."""
    yield _firewall()
    yield _vpn()
    if any(True for _ in interfaces):
        yield _responder()


def _firewall() -> NetworkCheck:
    if public := public_networks():
        result = _("Windows treats {networks} as a public network, and lets nobody in").format(
            networks=listing(public)
        )
        return NetworkCheck("firewall", Grade.NOTE, _("firewall"), result, _(MAKE_PRIVATE))
    seen = list(firewalls())
    if not seen:
        return NetworkCheck("firewall", Grade.GOOD, _("firewall"), _("none found"))
    result = _("found {names}").format(names=listing(seen))
    return NetworkCheck(
        "firewall", Grade.NOTE, _("firewall"), result, _(LET_THROUGH), _(_TYPED_SAME_PORT)
    )


def _vpn() -> NetworkCheck:
    names, default = checkup.tunnels(), checkup.default_interface()
    if default in names:
        result = _("all traffic goes through {name}").format(name=default)
        return NetworkCheck("vpn", Grade.NOTE, _("VPN"), result, _(LEAVE_THE_VPN))
    if names:
        result = _("found {names}, alongside the local network").format(names=listing(names))
        return NetworkCheck("vpn", Grade.NOTE, _("VPN"), result, _(LEAVE_THE_VPN))
    return NetworkCheck("vpn", Grade.GOOD, _("VPN"), _("none found"))


def _responder() -> NetworkCheck:
    """Check whether another program is bound to port 5353, and whether it shares the port."""
    what = _("other multicast DNS programs here")
    if _binds(shared=False):
        return NetworkCheck("responder", Grade.GOOD, what, _("none"))
    if _binds(shared=True):
        return NetworkCheck("responder", Grade.GOOD, what, _(RESPONDER_SHARES))
    return NetworkCheck(
        "responder", Grade.NOTE, what, _(RESPONDER_KEEPS), _(STOP_RESPONDER), _(_TYPED_CONNECT)
    )


def _binds(*, shared: bool) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        if shared:
            share_port(sock)
        try:
            sock.bind(("", checkup.PORT))
        except OSError as error:
            return error.errno != errno.EADDRINUSE
    return True


# The machine.


def machine_checks() -> list[NetworkCheck]:
    return [_terminal(), _folder(), _clock(), _cryptography(), _versions(), *_protocol()]


def _terminal() -> NetworkCheck:
    what = _("terminal")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return NetworkCheck(
            "terminal", Grade.NOTE, what, _("not a terminal; the game uses plain mode")
        )
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if columns < SMALLEST.columns or rows < SMALLEST.rows:
        result = _("{columns}x{rows} is too small for the full screen ({least})").format(
            columns=columns, rows=rows, least=f"{SMALLEST.columns}x{SMALLEST.rows}"
        )
        return NetworkCheck(
            "terminal", Grade.NOTE, what, result, _("Enlarge the window, or play with --plain.")
        )
    theme = theme_of(os.environ, sys.stdout.encoding)
    signs = _("no UTF-8: ASCII characters") if theme.is_ascii else _("UTF-8")
    result = _("{columns}x{rows}, {signs}, {colours}").format(
        columns=columns,
        rows=rows,
        signs=signs,
        colours=_("colours: {theme}").format(theme=theme.name),
    )
    advice = _(SET_UTF8) if theme.is_ascii else ""
    return NetworkCheck("terminal", Grade.NOTE if advice else Grade.GOOD, what, result, advice)


def _folder() -> NetworkCheck:
    path, what = find_home().path, _("data directory")
    try:
        make_folder(path)
        with storing(path), tempfile.TemporaryFile(dir=path) as file:
            file.write(bytes(4096))
            file.flush()
            full_sync(file.fileno())
        mib = shutil.disk_usage(path).free // (1024 * 1024)
    except StorageFailed as error:
        result = _("{path} is not writable: {why}").format(path=error.path, why=why(error.reason))
        return NetworkCheck("folder", Grade.BAD, what, result, _(GIVE_FOLDER), _(_TYPED_FOLDER))
    if mib < MIN_FREE_MIB:
        result = _("{path} has only {n} MiB left").format(path=path, n=mib)
        return NetworkCheck("folder", Grade.BAD, what, result, _(GIVE_FOLDER), _(_TYPED_FOLDER))
    if is_open_to_others(path):
        result = _("{path} can be read by other users of this computer").format(path=path)
        typed = _("chmod 700 {path}").format(path=path)
        return NetworkCheck("folder", Grade.NOTE, what, result, typed=typed)
    result = _("{path} is writable, {n} MiB free").format(path=path, n=mib)
    return NetworkCheck("folder", Grade.GOOD, what, result)


def _clock() -> NetworkCheck:
    now = datetime.now(tz=UTC).astimezone()
    result = _("today is {day}").format(day=now.strftime("%Y-%m-%d %H:%M %Z"))
    if now.year < EARLIEST:
        return NetworkCheck("clock", Grade.NOTE, _("clock"), result, _(SET_CLOCK))
    return NetworkCheck("clock", Grade.GOOD, _("clock"), result)


def _cryptography() -> NetworkCheck:
    if group_is_right():
        return NetworkCheck("cryptography", Grade.GOOD, _("cryptography"), _(GROUP_GOOD))
    what = _("cryptography")
    return NetworkCheck("cryptography", Grade.BAD, what, _(GROUP_BAD), _(UPDATE_SODIUM))


def group_is_right() -> bool:
    """Check libsodium against the test vectors: fixed points, and invalid points to be rejected."""
    known = json.loads(files(vectors).joinpath("group.json").read_text("utf-8"))
    fixed = bytes.fromhex(known["G"]) == G and bytes.fromhex(known["Q"]) == Q
    wrong = [bytes.fromhex(each["hex"]) for each in known["points refused"]]
    return fixed and not any(map(_is_accepted, wrong)) and _is_accepted(bytes.fromhex(known["Q"]))


def _is_accepted(point: bytes) -> bool:
    try:
        mul(5, point_from(point))
    except BadProof:
        return False
    return True


def _versions() -> NetworkCheck:
    python = ".".join(map(str, sys.version_info[:3]))
    sentences = [f"p2phanabi {__version__}", f"Python {python}"]
    sentences += [f"{name} {version(name)}" for name in PACKAGES]
    return NetworkCheck("versions", Grade.GOOD, _("versions"), ", ".join(sentences))


def _protocol() -> Iterator[NetworkCheck]:
    """Yield a note for each other distribution that installs a package `protocol`. That ours is
    imported was checked at the start; installing or removing either can damage the other."""
    installed = packages_distributions()
    for name in sorted({*installed.get("protocol", ())} - {*installed.get("p2p_hanabi", ())}):
        result = _("{name} {version} also installs it: {path}").format(
            name=name, version=version(name), path=distribution(name).locate_file("protocol")
        )
        what = _("the package protocol")
        yield NetworkCheck("protocol", Grade.NOTE, what, result, _(ENVIRONMENT))


def _unanswered(reason: Reason) -> str:
    if reason.code is LinkFault.NO_ANSWER:
        return _("announcements do not arrive")
    return _("multicast does not work: {why}").format(why=why(reason))


def _not_seated(at: str, reason: Reason) -> str:
    return _("nobody could join at {where}: {why}").format(where=at, why=because(reason))
