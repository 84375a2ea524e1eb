"""Errors that end a command: a sentence for the user, and an exit code.

Every command loads this module, so the sentences are imported where they are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p2p_hanabi.ui.words.i18n import _

if TYPE_CHECKING:
    from p2p_hanabi.paths import StorageFailed
    from protocol.errors import P2PError

CANNOT = 2
NOT_GOOD = 1
LEFT = 130


class Failed(Exception):
    """The command failed. The text is one or two sentences that say what to do."""

    def __init__(self, sentence: str, code: int = CANNOT) -> None:
        super().__init__(sentence)
        self.code = code


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
        raise Failed(sentence_of(error)) from error


@contextmanager
def storage_errors_as_failed() -> Iterator[None]:
    """Turn storage errors into sentences. Raise `Failed`."""
    from p2p_hanabi.paths import StorageFailed

    try:
        yield
    except StorageFailed as error:
        raise Failed(storage_failed(error)) from None


def sentence_of(error: P2PError) -> str:
    """Describe an error of the connection or the disk, and what to do about it."""
    from p2p_hanabi.net.links.link import CannotReach
    from p2p_hanabi.net.lobby.lobby_messages import BadTable, HostLeft
    from p2p_hanabi.ui.reports import sentences_failures as sentences
    from p2p_hanabi.ui.words.sentences_reasons import why
    from protocol.identity.pairing import BadPairing, OtherVersion, Refused, WrongCode

    match error:
        case WrongCode():
            return _(sentences.WRONG_CODE)
        case Refused():
            return sentences.refused(error.reason, error.detail)
        case OtherVersion():
            return _(
                "The host uses another version of the protocol ({why}); update the older program."
            ).format(why=why(error.reason))
        case BadPairing():
            return _("You cannot join this table: {why}.").format(why=why(error.reason))
        case CannotReach():
            return sentences.cannot_reach([str(each) for each in error.addresses], error.reason)
        case HostLeft():
            return _("The host left before the game began ({why}).").format(why=why(error.reason))
        case BadTable():
            return _("The host's proposal for the table was not accepted: {why}.").format(
                why=why(error.reason)
            )
        case _:
            return _local_error(error)


def _local_error(error: P2PError) -> str:
    """Describe an error of this machine alone."""
    from p2p_hanabi.net.links.addresses import BadAddress, NoInterface
    from p2p_hanabi.net.links.endpoint import CannotListen
    from p2p_hanabi.net.table.journal import InUse, OtherJournalVersion
    from p2p_hanabi.paths import CannotRead, CannotStore
    from p2p_hanabi.ui.kit.shell_words import in_a_shell
    from p2p_hanabi.ui.reports import sentences_failures as sentences
    from p2p_hanabi.ui.words.sentences_reasons import option, why
    from protocol.errors import BadOptions, ReasonedError

    match error:
        case BadAddress():
            return _('--connect needs HOST:PORT, not "{typed}".').format(typed=error.typed)
        case NoInterface():
            return sentences.no_interface(error.asked, error.there_are)
        case CannotListen() if error.taken:
            return _("Port {port} is in use; leave out --port, or choose another one.").format(
                port=error.port
            )
        case CannotListen():
            return _("Cannot listen on port {port}: {why}.").format(
                port=error.port, why=why(error.reason)
            )
        case OtherJournalVersion():
            return sentences.begun_by_another_version(
                in_a_shell(error.path), is_newer=error.is_newer
            )
        case InUse():
            return _("Another process is already playing this seat; close it first.")
        case CannotStore():
            return f"{storage_failed(error)} {_(sentences.NOTHING_WAS_SENT)}"
        case CannotRead():
            return storage_failed(error)
        case BadOptions():
            return option(error.reason)
        case ReasonedError():
            return sentences.other_failure(why(error.reason))
        case _:
            return sentences.other_failure(str(error))


def storage_failed(error: StorageFailed) -> str:
    """Describe which file could not be written or read, and why."""
    from p2p_hanabi.paths import CannotRead
    from p2p_hanabi.ui.kit.shell_words import in_a_shell
    from p2p_hanabi.ui.reports import sentences_failures as sentences
    from p2p_hanabi.ui.words.sentences_reasons import why

    path = in_a_shell(error.path)
    if isinstance(error, CannotRead):
        return sentences.cannot_read(path, error.reason)
    return _("Cannot write {path}: {why}.").format(path=path, why=why(error.reason))
