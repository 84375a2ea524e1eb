"""`p2phanabi doctor --connect HOST:PORT`: find out why a table there cannot be reached."""

from __future__ import annotations

import asyncio

from p2p_hanabi.net.checks.diagnosis import Diagnosis, Verdict, diagnose
from p2p_hanabi.net.discovery.discovery import CannotDiscover, Found
from p2p_hanabi.net.links.addresses import Address, parse_address
from p2p_hanabi.net.links.endpoint import Endpoint, find_endpoint
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_reasons import why
from p2p_hanabi.ui.words.words_joined import listing

from ..console.failures import protocol_errors_as_failed
from ..play.table_search import search_tables
from .doctor_machine import Grade, NetworkCheck, report

REACHES = N_("This computer can reach that table.")
CANNOT_JOIN = N_("This computer cannot join there; see below.")
_BUSY = {
    "playing": N_("a table answers, but the game has already started"),
    "full": N_("a table answers, but all its seats are taken"),
    "wait": N_("a table answers, but it pauses after too many wrong codes"),
}
_FOUND = {
    Verdict.LOSES_LONG: N_("a table answers, but long packets are lost on the way"),
    Verdict.OTHER_VERSION: N_("a table answers, but with another version"),
    Verdict.NO_TABLE: N_("something answers, but it is not a table"),
    Verdict.SILENT: N_("connections are accepted there, but nothing answers"),
    Verdict.REFUSED: N_("that computer answers, but nothing listens on this port"),
    Verdict.REJECTED: N_("a firewall refuses connections to that computer"),
    Verdict.DROPPED: N_("that computer answers, but a firewall drops packets to this port"),
    Verdict.MUTE: N_("that computer is on this network, but does not answer"),
    Verdict.ABSENT: N_("no computer on {interface} has this address; others there answer"),
    Verdict.ALONE: N_("no computer on {interface} answers, at this address or any other"),
    Verdict.ELSEWHERE: N_("this address is on another network, and does not answer"),
    Verdict.NO_ANSWER: N_("no answer"),
    Verdict.NO_WAY: N_("this computer has no route to that address"),
    Verdict.NO_NAME: N_("no computer with this name was found"),
}
ADVICE = {
    Verdict.BUSY: N_("The network works. If you have a seat there: `p2phanabi resume`."),
    Verdict.LOSES_LONG: N_(
        "Switch VPNs and tunnels off on both computers, or set the network's MTU to "
        "at least 1280 bytes."
    ),
    Verdict.OTHER_VERSION: N_("Install the same version of p2phanabi on both computers."),
    Verdict.NO_TABLE: N_("Compare address and port with the host's screen."),
    Verdict.SILENT: N_(
        "Compare the port with the host's screen. Check whether the host's program "
        "is suspended (Ctrl-Z). Switch VPNs off: some lose long packets."
    ),
    Verdict.REFUSED: N_(
        "Compare the port with the host's screen: every table has a new one, unless "
        "the host chooses it (`p2phanabi host --port 47000`). If it is right, the "
        "table has closed, or a firewall there refuses connections: open the port "
        "(TCP)."
    ),
    Verdict.REJECTED: N_("On that computer, open the table's port in the firewall (TCP)."),
    Verdict.DROPPED: N_("On that computer, open the table's port in the firewall (TCP)."),
    Verdict.MUTE: N_(
        "On that computer, open the table's port in the firewall (TCP). If it has no "
        "firewall: guest Wi-Fi networks often isolate their computers; use the main "
        "Wi-Fi, a cable, or a phone's hotspot."
    ),
    Verdict.ABSENT: N_(
        "Compare the address with the host's screen. Check that the other computer "
        "is awake and on the same network."
    ),
    Verdict.ALONE: N_(
        "If that computer is awake and on the same network, the network isolates its "
        "computers, as guest Wi-Fi often does: use the main Wi-Fi, a cable, or a "
        'phone\'s hotspot, and look for "client isolation" in the router.'
    ),
    Verdict.ELSEWHERE: N_("Connect both computers to the same network, and switch VPNs off."),
    Verdict.NO_ANSWER: N_(
        "Compare the address with the host's screen. Open the table's port in the "
        "firewall there. Avoid guest Wi-Fi, which often isolates its computers."
    ),
    Verdict.NO_WAY: N_("Connect both computers to the same network, and switch VPNs off."),
    Verdict.NO_NAME: N_("Type the address as numbers, as the host's screen shows it."),
}

LOOK_S = 3.0


def run(connect: str, interface: str | None, *, as_json: bool) -> int:
    """Print the results, and return an exit code that tells whether the table can be reached. Raise
    `Failed`."""
    with protocol_errors_as_failed():
        address, endpoint = parse_address(connect), find_endpoint(interface)
    diagnosis, found = asyncio.run(_examine(address, endpoint))
    checks = [_table(address, diagnosis), _tables(found)]
    can_join = _("This computer can join there: p2phanabi join --connect {address}").format(
        address=address
    )
    end = {Verdict.TABLE: can_join, Verdict.BUSY: _(REACHES)}
    verdict = {"connect": diagnosis.verdict.word}
    return report(checks, end.get(diagnosis.verdict, _(CANNOT_JOIN)), verdict, as_json=as_json)


async def _examine(address: Address, endpoint: Endpoint) -> tuple[Diagnosis, tuple[Found, ...]]:
    return await asyncio.gather(diagnose(address, endpoint.interfaces), _found(endpoint))


async def _found(endpoint: Endpoint) -> tuple[Found, ...]:
    """Search for tables by name: one of them may be the intended one."""
    try:
        async with search_tables(endpoint) as search:
            await asyncio.sleep(LOOK_S)
            return search.joinable()
    except (CannotDiscover, OSError):
        return ()


def _table(address: Address, diagnosis: Diagnosis) -> NetworkCheck:
    what, verdict = _("a table at {address}").format(address=str(address)), diagnosis.verdict
    if diagnosis.description is not None:
        result = _("{table} answers; you can join").format(table=diagnosis.description.name)
        return NetworkCheck("connect", Grade.GOOD, what, result)
    grade = Grade.NOTE if verdict is Verdict.BUSY else Grade.BAD
    advice = _(ADVICE[verdict]) if verdict in ADVICE else ""
    return NetworkCheck("connect", grade, what, found(diagnosis), advice)


def _tables(found: tuple[Found, ...]) -> NetworkCheck:
    what = _("tables on this network")
    if not found:
        return NetworkCheck("tables", Grade.NOTE, what, _("none found by name"))
    named = [
        _("{table} at {where}").format(
            table=one.notice.name, where=", ".join(map(str, one.addresses))
        )
        for one in found
    ]
    return NetworkCheck("tables", Grade.GOOD, what, listing(named))


def found(diagnosis: Diagnosis) -> str:
    """Describe what was found there instead of a joinable table."""
    if diagnosis.verdict is Verdict.BUSY:
        return _(_BUSY[diagnosis.busy]) if diagnosis.busy in _BUSY else diagnosis.busy
    sentence = _(_FOUND[diagnosis.verdict]).format(interface=diagnosis.interface)
    if diagnosis.against is None:
        return sentence
    return _("{what} ({why})").format(what=sentence, why=why(diagnosis.against))
