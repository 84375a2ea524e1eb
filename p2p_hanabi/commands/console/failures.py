"""Errors that end a command: a sentence for the user, and an exit code.

Every command loads this module, so what only a failure needs is imported where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p2p_hanabi.ui.words.i18n import N_, _

if TYPE_CHECKING:
    from p2p_hanabi.paths import StorageFailed
    from protocol.errors import P2PError
    from protocol.reasons import Reason

CANNOT = 2
NOT_GOOD = 1
LEFT = 130


class Failed(Exception):
    """The command failed. `sentence` says why; `typed` what to do for somebody who types commands,
    which is in the text too, but on no page."""

    def __init__(self, sentence: str, code: int = CANNOT, *, typed: str = "") -> None:
        super().__init__(f"{sentence} {typed}".rstrip())
        self.sentence = sentence
        self.exit_code = code


class Left(Failed):
    """The player has left; the screen has reported that already. `is_early`: before there was a
    lobby or a table."""

    def __init__(self, *, is_early: bool = False) -> None:
        super().__init__("", LEFT)
        self.is_early = is_early


class WrongRoomCode(Failed):
    """The room code is wrong. A person may be asked again; bots and scripts do not retry."""


class NoTable(Failed):
    """No table was found in time."""


def reason_of(failed: Failed) -> str:
    """Return the reason code, or else the name of the exception, for scripts."""
    from protocol.errors import ReasonedError

    cause = failed.__cause__
    if isinstance(cause, ReasonedError):
        return cause.reason.code.code
    kind = type(failed if cause is None else cause).__name__
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


@contextmanager
def protocol_errors_as_failed() -> Iterator[None]:
    """Turn protocol errors into sentences. Raise `Failed` or `WrongRoomCode`."""
    from protocol.errors import P2PError
    from protocol.identity.pairing import WrongCode

    try:
        yield
    except WrongCode as error:
        raise WrongRoomCode(sentence_of(error)) from error
    except P2PError as error:
        raise Failed(sentence_of(error), typed=_typed_remedy(error)) from error


@contextmanager
def storage_errors_as_failed() -> Iterator[None]:
    """Turn storage errors into sentences. Raise `Failed`."""
    from p2p_hanabi.faults import FileFault
    from p2p_hanabi.paths import StorageFailed

    try:
        yield
    except StorageFailed as error:
        is_there = error.reason.code is FileFault.EXISTS
        raise Failed(
            storage_failed(error), typed=_("--force replaces it.") if is_there else ""
        ) from None


def sentence_of(error: P2PError) -> str:
    """Describe an error of the connection or the disk, and what to do about it."""
    from p2p_hanabi.net.links.link import CannotReach
    from p2p_hanabi.net.lobby.lobby_messages import BadTable, HostLeft
    from p2p_hanabi.ui.words.sentences_reasons import why
    from protocol.identity.pairing import BadPairing, OtherVersion, Refused, WrongCode

    match error:
        case WrongCode():
            return _(WRONG_CODE)
        case Refused():
            return refused(error.reason, error.detail)
        case OtherVersion():
            return _(
                "The host uses another version of the protocol ({why}); update the older program."
            ).format(why=why(error.reason))
        case BadPairing():
            return _("You cannot join this table: {why}.").format(why=why(error.reason))
        case CannotReach():
            return _cannot_reach([str(each) for each in error.addresses], error.reason)
        case HostLeft():
            return _("The host left before the game began ({why}).").format(why=why(error.reason))
        case BadTable():
            return _("The host's proposal for the table was not accepted: {why}.").format(
                why=why(error.reason)
            )
        case _:
            return _local_error(error)


def _cannot_reach(addresses: Sequence[str], reason: Reason) -> str:
    from p2p_hanabi.ui.words.sentences_reasons import why

    if not addresses:
        return _(
            "Cannot reach the table: {why}. Is the host still there, and on this network?"
        ).format(why=why(reason))
    return _("Cannot reach {where}: {why}. Is the host still there, and on this network?").format(
        where=", ".join(addresses), why=why(reason)
    )


WRONG_CODE = N_("Wrong code. Ask the host for the three words on the screen, and try again.")
_REFUSED = {
    "playing": N_("This table is already playing."),
    "full": N_("All seats of this table are taken."),
    "seat gone": N_("Your seat was given to somebody else. Join again if a seat is free."),
    "needs a code": N_("This table needs a code."),
    "bad name": N_(
        "The host's program does not accept your name: it looks like a command. Choose another one."
    ),
    "same player": N_("This player is already at the table."),
}
_TYPED_REMEDIES = {
    "playing": N_('If you sat there: "p2phanabi resume".'),
    "needs a code": N_("Set P2PHANABI_CODE, or join from a terminal."),
    "bad name": N_("The option --name does so."),
    "same player": N_("For a second player set P2PHANABI_HOME."),
}
"""What can be done about these by typing."""
_TYPED_PORT = N_("Leave out --port, or choose another one.")


def refused(reason: str, detail: object) -> str:
    """Return why the host refused, in the host's terms."""
    from p2p_hanabi.ui.drawing.style import foreign

    if reason == "wrong code":
        return _(WRONG_CODE)
    if reason == "wait":
        return _("Too many wrong codes; try again in {n} s, with the host's new code.").format(
            n=detail
        )
    if reason == "bad name there":
        return _(
            'Somebody at this table is called "{name}", which looks like a command; so '
            "you cannot join it."
        ).format(name=foreign(str(detail)))
    match reason, detail:
        case "names alike", (str(one), str(other)):
            return _(
                'Two names at this table look the same, "{one}" and "{other}"; you could not '
                "tell who is who, so you cannot join it."
            ).format(one=foreign(one), other=foreign(other))
    if reason in _REFUSED:
        return _(_REFUSED[reason])
    return _("The host refused: {why}.").format(why=reason)


def _typed_remedy(error: P2PError) -> str:
    """Return what can be done about an error by typing; empty if there is nothing."""
    from p2p_hanabi.net.links.endpoint import CannotListen
    from protocol.identity.pairing import Refused

    match error:
        case Refused(reason=reason) if reason in _TYPED_REMEDIES:
            return _(_TYPED_REMEDIES[reason])
        case CannotListen() if error.is_used:
            return _(_TYPED_PORT)
        case _:
            return ""


def _local_error(error: P2PError) -> str:
    """Describe an error of this machine alone."""
    from p2p_hanabi.net.links.addresses import BadAddress, NoInterface
    from p2p_hanabi.net.links.endpoint import CannotListen
    from p2p_hanabi.net.table.journal import InUse, OtherJournalVersion
    from p2p_hanabi.paths import CannotRead, CannotStore
    from p2p_hanabi.ui.kit.shell_words import in_a_shell
    from p2p_hanabi.ui.words.sentences_reasons import option, why
    from protocol.errors import BadOptions, ReasonedError

    match error:
        case BadAddress():
            return _('"{typed}" is not an address: it needs HOST:PORT.').format(typed=error.typed)
        case NoInterface():
            return _no_interface(error.asked, error.there_are)
        case CannotListen() if error.is_used:
            return _("Port {port} is in use.").format(port=error.port)
        case CannotListen():
            return _("Cannot listen on port {port}: {why}.").format(
                port=error.port, why=why(error.reason)
            )
        case OtherJournalVersion():
            return _begun_by_another_version(in_a_shell(error.path), is_newer=error.is_newer)
        case InUse():
            return _("Another process is already playing this seat; close it first.")
        case CannotStore():
            saved = _("Everything that was sent has been saved.")
            return f"{storage_failed(error)} {saved}"
        case CannotRead():
            return storage_failed(error)
        case BadOptions():
            return option(error.reason)
        case ReasonedError():
            return f"{why(error.reason)}."
        case _:
            return f"{error}."


def _no_interface(asked: str | None, there_are: Sequence[str]) -> str:
    known = ", ".join(there_are) or _("none")
    if asked is None:
        return _("No usable network interface; found: {known}.").format(known=known)
    return _("There is no interface {asked}; found: {known}.").format(asked=asked, known=known)


def _begun_by_another_version(path: object, *, is_newer: bool) -> str:
    """Say with which program to finish a table, whose journal this program cannot read."""
    if is_newer:
        return _(
            "Cannot read {path}: a newer p2phanabi has begun this table. Finish it with that "
            "version."
        ).format(path=path)
    return _(
        "Cannot read {path}: an older p2phanabi has begun this table. Finish it with that version, "
        "and upgrade after it."
    ).format(path=path)


def storage_failed(error: StorageFailed) -> str:
    """Describe which file could not be written or read, and why."""
    from p2p_hanabi.paths import CannotRead
    from p2p_hanabi.ui.kit.shell_words import in_a_shell
    from p2p_hanabi.ui.words.sentences_reasons import why

    path = in_a_shell(error.path)
    if isinstance(error, CannotRead):
        return cannot_read(path, error.reason)
    return _("Cannot write {path}: {why}.").format(path=path, why=why(error.reason))


def cannot_read(path: object, reason: Reason) -> str:
    from p2p_hanabi.ui.words.sentences_reasons import why

    return _("Cannot read {path}: {why}.").format(path=path, why=why(reason))


def no_transcript(path: object, reason: Reason) -> str:
    from p2p_hanabi.ui.words.sentences_reasons import why
    from protocol.reasons import BadTranscript

    if reason.code is BadTranscript.NOT_A_TRANSCRIPT:
        return _("{path} is not a transcript.").format(path=path)
    return _("{path} is not a transcript: {why}.").format(path=path, why=why(reason))
