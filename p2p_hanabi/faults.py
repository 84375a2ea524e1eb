"""Why a file or a link could not be used, as codes and facts; screens turn them into sentences."""

from __future__ import annotations

import errno

from p2p_hanabi.systems import words_of
from protocol.reasons import Code, Reason


class SystemFault(Code):
    """Errors that the operating system reports for files and the network."""

    PERMISSION = "permission-denied"
    MISSING = "no-such-file"
    NO_SPACE = "no-space-left"
    READ_ONLY = "read-only-disk"
    IS_FOLDER = "is-a-directory"
    NO_FOLDER = "not-a-directory"
    FILE_SIZE = "file-too-large"
    NAME_SIZE = "file-name-too-long"
    QUOTA = "disk-quota"
    INPUT_OUTPUT = "input-output"
    LINK_LOOP = "link-loop"
    REFUSED = "connection-refused"
    RESET = "connection-reset"
    UNREACHABLE = "network-unreachable"
    NO_ROUTE = "no-route-to-host"
    OTHER = "system-error", "said"


class FileFault(Code):
    """Why a file cannot be written, or has the wrong content."""

    SOURCE = "file-being-read"
    EXISTS = "file-exists"
    OWN_FILE = "file-of-the-program"
    FOLDER_MISSING = "no-folder"
    NO_FILE = "no-file"
    LARGER = "file-larger", "most"
    IDENTITY = "no-identity"
    PLAYERS = "no-list-of-players"
    NOTES = "no-notes"
    TIMES = "no-times"
    SETTINGS = "no-settings"
    SEAT = "no-seat-file"
    OPEN_TABLE = "no-open-table"
    OTHER_JOURNAL = "journal-of-another-table"
    NO_JOURNAL = "no-journal"
    NO_HEADER = "no-journal-header"
    JOURNAL_EXISTS = "journal-exists"
    JOURNAL_FAILED = "journal-failed"
    JOURNAL_DAMAGED = "journal-damaged", "byte"


class LinkFault(Code):
    """Why a link ended, or could not be established."""

    # caused by the peer
    CLOSED_THERE = "closed-by-peer"
    SILENT = "peer-silent"
    NOT_READING = "peer-does-not-read"
    NOT_READ_FOR = "peer-has-not-read", "seconds"
    STRANGER_BYTES = "stranger-sends-too-much"
    STRANGER_SILENT = "stranger-silent"
    FRAME_SIZE = "frame-too-large", "size"
    BAD_FRAME = "bad-frame"
    NO_HELLO = "no-hello"
    NO_ROSTER = "roster-missing"
    NO_LOBBY = "no-lobby"
    NO_BANNER = "no-banner"
    # caused by this side
    CLOSED_HERE = "closed-here"
    TURNED_AWAY = "turned-away"
    FASTER = "other-address-faster"
    NEWER = "newer-link"
    WRONG_WAY = "lower-seat-dials"
    SIGNING = "all-are-signing"
    NO_ROOM = "listener-full"
    # while dialling
    NO_ADDRESS = "no-address"
    NO_INTERFACE = "no-interface"
    NO_ANSWER = "no-answer"
    SOMEBODY_ELSE = "somebody-else"
    NO_TABLE = "no-table-there"
    HOST_SILENT = "host-silent"
    HOST_CLOSED = "host-closed"
    NOBODY_ASKED = "nobody-asked"
    OTHER_PLAYER = "other-identity"


_OF_SYSTEM = {
    errno.EACCES: SystemFault.PERMISSION,
    errno.EPERM: SystemFault.PERMISSION,
    errno.ENOENT: SystemFault.MISSING,
    errno.ENOSPC: SystemFault.NO_SPACE,
    errno.EROFS: SystemFault.READ_ONLY,
    errno.EISDIR: SystemFault.IS_FOLDER,
    errno.ENOTDIR: SystemFault.NO_FOLDER,
    errno.EFBIG: SystemFault.FILE_SIZE,
    errno.ENAMETOOLONG: SystemFault.NAME_SIZE,
    errno.EDQUOT: SystemFault.QUOTA,
    errno.EIO: SystemFault.INPUT_OUTPUT,
    errno.ELOOP: SystemFault.LINK_LOOP,
    errno.ECONNREFUSED: SystemFault.REFUSED,
    errno.ECONNRESET: SystemFault.RESET,
    errno.ENETUNREACH: SystemFault.UNREACHABLE,
    errno.EHOSTUNREACH: SystemFault.NO_ROUTE,
}


_OF_WINDOWS = {
    64: errno.ECONNRESET,
    121: errno.ETIMEDOUT,
    1225: errno.ECONNREFUSED,
    1231: errno.ENETUNREACH,
    1232: errno.EHOSTUNREACH,
    1236: errno.ECONNRESET,
}
"""Numbers of winerror.h that an event loop reports there, and that Python does not translate."""


def number_of(error: OSError) -> int:
    """Return the error's number in `errno`; 0 if there is none."""
    return _OF_WINDOWS.get(getattr(error, "winerror", None) or 0) or error.errno or 0


_SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)


def is_shortage(error: BaseException) -> bool:
    """Return whether the system has no open files, processes or memory left for this."""
    return isinstance(error, OSError) and number_of(error) in _SHORTAGES


def fault_of(error: OSError) -> Reason:
    """Return the reason for an error of the system, with the system's own message if it is rare."""
    code = _OF_SYSTEM.get(number_of(error))
    if code is not None:
        return Reason(code)
    # not asyncio's own message, which repeats the address
    number = error.errno or 0
    words = words_of(number) if number in errno.errorcode else error.strerror or str(error)
    return SystemFault.OTHER.reason(said=words.lower())
