"""`p2phanabi doctor --connect HOST:PORT`: what stands between this machine and a table there."""

from __future__ import annotations

import asyncio

from p2p_hanabi.net.addresses import Address, BadAddress, NoInterface, parse_address
from p2p_hanabi.net.diagnosis import Diagnosis, Verdict, diagnose
from p2p_hanabi.net.discovery import CannotDiscover, Found
from p2p_hanabi.net.where import Where, find_where
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.reports import sentences_doctor_address as say
from p2p_hanabi.ui.reports import sentences_failures as failures

from .doctor import Check, Grade, report
from .failures import Failed
from .table_search import looking_around

LOOK_S = 3.0


def run(connect: str, interface: str | None, *, as_json: bool) -> int:
    """Print what was found; the exit code says whether a table can be reached there."""
    try:
        address, where = parse_address(connect), find_where(interface)
    except BadAddress:
        raise Failed(failures.bad_address(connect)) from None
    except NoInterface as error:
        raise Failed(failures.no_interface(error.asked, error.there_are)) from None
    diagnosis, found = asyncio.run(_look(address, where))
    checks = [_table(address, diagnosis), _tables(found)]
    end = {Verdict.TABLE: say.can_join(str(address)), Verdict.BUSY: _(say.REACHES)}
    verdict = {"connect": diagnosis.verdict.word}
    return report(checks, end.get(diagnosis.verdict, _(say.CANNOT_JOIN)), verdict, as_json=as_json)


async def _look(address: Address, where: Where) -> tuple[Diagnosis, tuple[Found, ...]]:
    return await asyncio.gather(diagnose(address, where.interfaces), _found(where))


async def _found(where: Where) -> tuple[Found, ...]:
    """Whoever is found by name may be the one who was meant."""
    try:
        async with looking_around(where) as finding:
            await asyncio.sleep(LOOK_S)
            return finding.joinable()
    except (CannotDiscover, OSError):
        return ()


def _table(address: Address, diagnosis: Diagnosis) -> Check:
    what, verdict = _("a table at {address}").format(address=str(address)), diagnosis.verdict
    if diagnosis.about is not None:
        return Check("connect", Grade.GOOD, what, say.answers(diagnosis.about.name))
    grade = Grade.NOTE if verdict is Verdict.BUSY else Grade.BAD
    result = say.found(verdict.word, diagnosis.reason, diagnosis.interface)
    return Check("connect", grade, what, result, say.advice(verdict.word))


def _tables(found: tuple[Found, ...]) -> Check:
    named = [(one.notice.name, ", ".join(map(str, one.addresses))) for one in found]
    result = say.tables(named) if named else _("none was found by its name")
    return Check("tables", Grade.GOOD if named else Grade.NOTE, _("tables on this network"), result)
