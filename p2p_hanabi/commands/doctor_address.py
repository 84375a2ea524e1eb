"""`p2phanabi doctor --connect HOST:PORT`: what stands between this machine and a table there."""

from __future__ import annotations

import asyncio

from p2p_hanabi.net.addresses import Address, BadAddress, NoInterface, parse_address
from p2p_hanabi.net.diagnosis import Diagnosis, Verdict, diagnose
from p2p_hanabi.net.discovery import CannotDiscover, Found
from p2p_hanabi.net.endpoint import Endpoint, find_endpoint
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.reports import sentences_doctor_address as say
from p2p_hanabi.ui.reports import sentences_failures as failures

from .doctor import Grade, NetworkCheck, report
from .failures import Failed
from .table_search import search_tables

LOOK_S = 3.0


def run(connect: str, interface: str | None, *, as_json: bool) -> int:
    """Print what was found; the exit code says whether a table can be reached there."""
    try:
        address, endpoint = parse_address(connect), find_endpoint(interface)
    except BadAddress:
        raise Failed(failures.bad_address(connect)) from None
    except NoInterface as error:
        raise Failed(failures.no_interface(error.asked, error.there_are)) from None
    diagnosis, found = asyncio.run(_look(address, endpoint))
    checks = [_table(address, diagnosis), _tables(found)]
    end = {Verdict.TABLE: say.can_join(str(address)), Verdict.BUSY: _(say.REACHES)}
    verdict = {"connect": diagnosis.verdict.word}
    return report(checks, end.get(diagnosis.verdict, _(say.CANNOT_JOIN)), verdict, as_json=as_json)


async def _look(address: Address, endpoint: Endpoint) -> tuple[Diagnosis, tuple[Found, ...]]:
    return await asyncio.gather(diagnose(address, endpoint.interfaces), _found(endpoint))


async def _found(endpoint: Endpoint) -> tuple[Found, ...]:
    """Whoever is found by name may be the one who was meant."""
    try:
        async with search_tables(endpoint) as search:
            await asyncio.sleep(LOOK_S)
            return search.joinable()
    except (CannotDiscover, OSError):
        return ()


def _table(address: Address, diagnosis: Diagnosis) -> NetworkCheck:
    what, verdict = _("a table at {address}").format(address=str(address)), diagnosis.verdict
    if diagnosis.about is not None:
        return NetworkCheck("connect", Grade.GOOD, what, say.answers(diagnosis.about.name))
    grade = Grade.NOTE if verdict is Verdict.BUSY else Grade.BAD
    result = say.found(verdict.word, diagnosis.reason, diagnosis.interface)
    return NetworkCheck("connect", grade, what, result, say.advice(verdict.word))


def _tables(found: tuple[Found, ...]) -> NetworkCheck:
    named = [(one.notice.name, ", ".join(map(str, one.addresses))) for one in found]
    result = say.tables(named) if named else _("none was found by its name")
    return NetworkCheck(
        "tables", Grade.GOOD if named else Grade.NOTE, _("tables on this network"), result
    )
