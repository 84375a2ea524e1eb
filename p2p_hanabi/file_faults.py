"""Why a file could not be used, as a code and facts: from the system, or from what is in it."""

from __future__ import annotations

import errno

from protocol.reasons import Code, Reason


class FileFault(Code):
    """What is wrong with a file; the sentences are in `ui/kit/sentences_reasons.py`."""

    # the system says
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
    OTHER = "system-error", "said"
    # where a file is to be written
    SOURCE = "file-being-read"
    EXISTS = "file-exists"
    FOLDER_MISSING = "no-folder"
    # what is in a file
    LARGER = "file-larger", "most"
    IDENTITY = "no-identity"
    PLAYERS = "no-list-of-players"
    NOTES = "no-notes"
    SEAT = "no-seat-file"
    OPEN_TABLE = "no-open-table"
    # a journal
    OTHER_JOURNAL = "journal-of-another-table"
    NO_JOURNAL = "no-journal"
    NO_HEADER = "no-journal-header"
    JOURNAL_EXISTS = "journal-exists"
    JOURNAL_FAILED = "journal-failed"
    JOURNAL_DAMAGED = "journal-damaged", "byte"


_OF_SYSTEM = {
    errno.EACCES: FileFault.PERMISSION,
    errno.EPERM: FileFault.PERMISSION,
    errno.ENOENT: FileFault.MISSING,
    errno.ENOSPC: FileFault.NO_SPACE,
    errno.EROFS: FileFault.READ_ONLY,
    errno.EISDIR: FileFault.IS_FOLDER,
    errno.ENOTDIR: FileFault.NO_FOLDER,
    errno.EFBIG: FileFault.FILE_SIZE,
    errno.ENAMETOOLONG: FileFault.NAME_SIZE,
    errno.EDQUOT: FileFault.QUOTA,
    errno.EIO: FileFault.INPUT_OUTPUT,
    errno.ELOOP: FileFault.LINK_LOOP,
}


def fault_of(error: OSError) -> Reason:
    """Return the reason for which the system refused; in its own words if it is a rare one."""
    code = _OF_SYSTEM.get(error.errno or 0)
    if code is not None:
        return Reason(code)
    return FileFault.OTHER.told(said=(error.strerror or str(error)).lower())
