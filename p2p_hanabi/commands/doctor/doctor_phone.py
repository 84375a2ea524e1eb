"""`p2phanabi doctor --phone`: test with a phone whether it can reach this machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence

from p2p_hanabi.net.checks.checkup import default_interface
from p2p_hanabi.net.links.addresses import hosts_for_browsers, usable_interfaces
from p2p_hanabi.net.page.web_server import served
from p2p_hanabi.ui.drawing import qr
from p2p_hanabi.ui.drawing.theme import theme_of
from p2p_hanabi.ui.kit.console import Printer
from p2p_hanabi.ui.web.phone_check import files
from p2p_hanabi.ui.words.i18n import N_, _

from ..console.failures import protocol_errors_as_failed
from ..console.output import echo
from .doctor_machine import NO_HOST, Grade, NetworkCheck, around, report

SCAN = N_("Scan this with a phone, or type the address there, within a minute:")
IT_WORKS = N_("It works: this phone reaches the computer.")
REACHED = N_("Phones can play at this computer.")
NOT_REACHED = N_("No phone has reached this computer; see BAD below.")
SAME_NETWORK = N_(
    "Was the phone on the same network, using Wi-Fi rather than mobile data? Let this "
    "program through this computer's firewall (TCP). Guest Wi-Fi networks often isolate "
    'their devices: use the main Wi-Fi, and look for "client isolation" in the router\'s '
    "settings."
)
LOOK_S = 60.0


def run(interface: str | None, *, as_json: bool) -> int:
    """Show a code, wait for a phone, print the result, and return the exit code. Raise `Failed`."""
    with protocol_errors_as_failed():
        interfaces = usable_interfaces(interface)
    what, hosts = _("phones"), hosts_for_browsers(interfaces, default_interface())
    if not hosts:
        check = NetworkCheck("phone", Grade.BAD, what, _(NO_HOST))
        return report([check], _(NOT_REACHED), as_json=as_json)
    opened = asyncio.run(try_phone(hosts, _address if as_json else _code))
    at = ", ".join(hosts)
    if opened:
        result = _("one has opened a page at {where}").format(where=at)
        check = NetworkCheck("phone", Grade.GOOD, what, result)
        return report([check], _(REACHED), as_json=as_json)
    result = _("none has opened the page at {where}").format(where=at)
    check = NetworkCheck("phone", Grade.BAD, what, result, _(SAME_NETWORK))
    return report([check, *around(interfaces)], _(NOT_REACHED), as_json=as_json)


async def try_phone(hosts: Sequence[str], invite: Callable[[str], None]) -> bool:
    """Serve a page at the address passed to `invite`. Return whether its channel opened in time."""
    shown = asyncio.Event()
    async with served(files(), hosts) as server:
        server.show(json.dumps({"words": _(IT_WORKS)}).encode())
        server.received = lambda _message: shown.set()
        invite(server.invite())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(shown.wait(), LOOK_S)
    return shown.is_set()


def _address(address: str) -> None:
    echo(address, err=True, whole=address)


def _code(address: str) -> None:
    echo(_(SCAN))
    theme = theme_of(os.environ, sys.stdout.encoding)
    if not theme.is_ascii:
        is_coloured = sys.stdout.isatty() and theme.name != "none"
        Printer(sys.stdout, colour=is_coloured).write(*qr.half_blocks(address))
    echo(address, whole=address)
