"""The audit of a game that has just ended, in one sentence."""

from __future__ import annotations

import logging
from pathlib import Path

from p2p_hanabi.faults import fault_of
from p2p_hanabi.registry import RULES
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from p2p_hanabi.ui.words.sentences_reasons import why
from p2p_hanabi.ui.words.words_joined import listing
from protocol.audit.verdict import Report, audited

from ..console.reason_text import because
from .history_audit import keep_verdict

_log = logging.getLogger(__name__)
_NOT_CHECKED = N_("The transcript could not be checked now; an audit can check it later.")


def verdict_on(path: Path) -> Line:
    """Audit a transcript. This takes about a second of CPU time: do not call it in an event
    loop."""
    return examined(path)[0]


def examined(path: Path) -> tuple[Line, Report | None]:
    """Return the verdict and its report, None if the file cannot be read or checked now. As slow as
    `verdict_on`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return text(_not_good(why(fault_of(error))), "alarm"), None
    try:
        report, history = audited(data, RULES)
        keep_verdict(path, data, report, history)
        return sentence_of(report), report
    except (OSError, ImportError):  # what it needs was not loaded in time
        _log.exception("cannot check the transcript")
        return text(_(_NOT_CHECKED), "alarm"), None


def sentence_of(report: Report) -> Line:
    if report.fault is not None:
        return text(_not_good(because(report.fault.reason)), "alarm")
    if report.named is not None:
        name = next(one.name for one in report.players if one.seat == report.named)
        return text(
            _("Audit: the transcript is correct, and shows that {name} ended the game.").format(
                name=name
            ),
            "alarm",
        )
    if report.agreed:
        sentence = _("Audit: everything is correct until the game ended: {names} agreed to it.")
        names = [one.name for one in report.players if one.seat in report.agreed]
        return text(sentence.format(names=listing(names)), "strong")
    if not report.finished:
        return text(_("Audit: everything is correct so far, but the game is unfinished."), "alarm")
    proofs = sum(report.proofs.values())
    is_whole = bool(report.proofs["cards recomputed"])
    return text(
        ngettext(
            "Audit: everything is correct, down to the last card ({n} proof checked).",
            "Audit: everything is correct, down to the last card ({n} proofs checked).",
            proofs,
        ).format(n=proofs)
        if is_whole
        else ngettext(
            "Audit: everything that can be checked is correct ({n} proof checked).",
            "Audit: everything that can be checked is correct ({n} proofs checked).",
            proofs,
        ).format(n=proofs),
        "strong",
    )


def _not_good(why: str) -> str:
    return _("Audit: the transcript is NOT VALID: {why}.").format(why=why)
